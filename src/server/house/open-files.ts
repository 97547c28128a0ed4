import { basename } from 'node:path'
import { MessageError } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { previewFile } from '../ingest/run-ingest.ts'
import type { IngestPayload } from './ingest-job.ts'

/** `2024 Sales-final.csv` → `2024_Sales_final`. */
const tableName = (file: string, part: string | null): string => {
  const base = basename(file).replace(/\.[^.]+$/, '')
  const name = part === null ? base : `${base}_${part.split('.').at(-1) ?? part}`
  return (
    name
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 120) || 'data'
  )
}

export type Opened = { exploreUrl: string; rows: number; rejected: number; table: string }

/** Loads files that were named on the command line, every table of each, and tells where to look at the first. A known table gets the new rows. */
export const openFiles = async (ctx: Context, files: string[]): Promise<Opened[]> => {
  const { id: userId } = await ctx.db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  const opened: Opened[] = []
  for (const path of files) {
    const { tables } = await previewFile({ path, name: basename(path), options: {} }, { signal: ctx.closing })
    const parts = tables.length > 1 ? tables : [null]
    for (const part of parts) {
      const table = tableName(path, part)
      const payload: IngestPayload = {
        source: { path },
        name: basename(path),
        schema: 'main',
        table,
        options: part === null ? {} : { table: part },
      }
      const job = await ctx.jobs.finished(await ctx.jobs.start({ kind: 'upload', payload, userId }), ctx.closing)
      if (job.state !== 'done') throw new MessageError(422, `${basename(path)}: ${job.error ?? 'the file could not be read'}`)
      const result = job.result as { explore_url: string; accepted: number; rejected: number }
      opened.push({ table, exploreUrl: result.explore_url, rows: result.accepted, rejected: result.rejected })
    }
  }
  return opened
}
