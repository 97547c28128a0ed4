import { basename } from 'node:path'
import { MessageError } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { previewFile } from '../ingest/run-ingest.ts'
import type { IngestPayload } from './ingest-job.ts'

/** `2024 Sales-final.csv` → `2024_Sales_final`. */
const tableNameFrom = (file: string, part: string | null): string => {
  const base = basename(file).replace(/\.[^.]+$/, '')
  const name = part === null ? base : `${base}_${part.split('.').at(-1) ?? part}`
  return (
    name
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 120) || 'data'
  )
}

export type OpenedFile = { exploreUrl: string; rows: number; rejected: number; table: string }

/** Loads a local file; a database file or workbook has several tables. */
async function* openFile(ctx: Context, path: string, userId: number): AsyncGenerator<OpenedFile> {
  const name = basename(path)
  const { tables } = await previewFile({ path, name, options: {} }, { signal: ctx.closing })
  for (const part of tables.length > 1 ? tables : [null]) {
    const table = tableNameFrom(path, part)
    const options = part === null ? {} : { table: part }
    const payload: IngestPayload = { source: { path }, name, schema: 'main', table, options, replace: true }
    const job = await ctx.jobs.waitFor(await ctx.jobs.start({ kind: 'upload', payload, userId }), ctx.closing)
    if (job.state !== 'done') throw new MessageError(422, job.error ?? 'The file could not be read')
    const result = job.result as { explore_url: string; accepted: number; rejected: number }
    yield { table, exploreUrl: result.explore_url, rows: result.accepted, rejected: result.rejected }
  }
}

/**
 * Loads all tables of the files named on the command line, and replaces existing tables. An unreadable file is reported to `onFault`;
 * the others are still loaded.
 */
export const openFiles = async (ctx: Context, files: string[], onFault: (file: string, reason: string) => void): Promise<OpenedFile[]> => {
  const { id: userId } = await ctx.db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  const opened: OpenedFile[] = []
  for (const path of files) {
    try {
      for await (const one of openFile(ctx, path, userId)) opened.push(one)
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      onFault(basename(path), error.message)
    }
  }
  return opened
}
