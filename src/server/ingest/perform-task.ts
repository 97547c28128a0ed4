import { MessageError } from '#core/errors.ts'
import { heads, load, preview } from './ingest.ts'
import { intoDuckdb } from './into-file/into-duckdb.ts'
import { intoSqlite } from './into-file/into-sqlite.ts'
import { makeTable } from './relation.ts'
import type { IngestMessage, IngestOrder, IngestTask } from './task.ts'

type Send = (message: IngestMessage) => Promise<void>

const unreadable = 'The file cannot be read: '

/** What people read of an error: no path of the server. */
export const errorText = (error: unknown): string => {
  if (error instanceof MessageError) return error.message
  const text = String((error as Error)?.message ?? error)
  if (/ENOSPC|No space left/i.test(text)) return 'The disk is full'
  if (/Out of Memory/i.test(text)) return 'The file needs more memory than an upload may use'
  return `${unreadable}${text.split('\n')[0]?.replaceAll(/"?\/[^\s":']+"?/g, 'the file') ?? ''}`
}

const make = async ({ tables }: Extract<IngestTask, { kind: 'make' }>, send: Send) => {
  for (const table of tables) await send({ type: 'loaded', loaded: await makeTable(table) })
}

const write = async ({ rows, into }: Extract<IngestTask, { kind: 'write' }>, { folder }: IngestOrder, send: Send) => {
  try {
    await (into.engine === 'duckdb' ? intoDuckdb(into, { rows, folder }) : intoSqlite(into, { rows }))
  } catch (error) {
    const text = errorText(error)
    throw text.startsWith(unreadable) ? new MessageError(422, text.replace(unreadable, 'The table cannot be written: ')) : error
  }
  await send({ type: 'written' })
}

const read = async (task: Extract<IngestTask, { path: string }>, { folder, limits }: IngestOrder, send: Send) => {
  if (task.kind === 'heads') return send({ type: 'heads', heads: await heads(task, folder) })
  if (task.kind === 'preview') return send({ type: 'preview', preview: await preview(task, folder) })
  const progress = (fraction: number | null, phase: string) => void send({ type: 'progress', fraction, phase })
  return send({ type: 'loaded', loaded: await load(task, { folder, limits, progress }) })
}

/** Performs a task and sends its messages, an error among them. */
export const performTask = async (order: IngestOrder, send: Send): Promise<void> => {
  const { task } = order
  try {
    if (task.kind === 'make') await make(task, send)
    else await (task.kind === 'write' ? write(task, order, send) : read(task, order, send))
  } catch (error) {
    await send({ type: 'refused', message: errorText(error) })
  }
}
