// The ingest process runs one task and exits. A malicious file may crash it, but not the web process.
import { MessageError } from '#core/errors.ts'
import { heads, load, preview } from './ingest.ts'
import { intoDuckdb } from './into-file/into-duckdb.ts'
import { intoSqlite } from './into-file/into-sqlite.ts'
import { makeTable } from './relation.ts'
import type { IngestMessage, IngestOrder, IngestTask } from './task.ts'

const sendMessage = (message: IngestMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

const unreadable = 'The file cannot be read: '

const errorText = (error: unknown): string => {
  if (error instanceof MessageError) return error.message
  const text = String((error as Error)?.message ?? error)
  if (/ENOSPC|No space left/i.test(text)) return 'The disk is full'
  if (/Out of Memory/i.test(text)) return 'The file needs more memory than an upload may use'
  return `${unreadable}${text.split('\n')[0]?.replaceAll(/"?\/[^\s":']+"?/g, 'the file') ?? ''}`
}

const make = async ({ tables }: Extract<IngestTask, { kind: 'make' }>) => {
  for (const table of tables) await sendMessage({ type: 'loaded', loaded: await makeTable(table) })
}

const write = async ({ rows, into }: Extract<IngestTask, { kind: 'write' }>, { folder }: IngestOrder) => {
  try {
    await (into.engine === 'duckdb' ? intoDuckdb(into, { rows, folder }) : intoSqlite(into, { rows }))
  } catch (error) {
    const text = errorText(error)
    throw text.startsWith(unreadable) ? new MessageError(422, text.replace(unreadable, 'The table cannot be written: ')) : error
  }
  await sendMessage({ type: 'written' })
}

const read = async (task: Extract<IngestTask, { path: string }>, { folder, limits }: IngestOrder) => {
  if (task.kind === 'heads') return sendMessage({ type: 'heads', heads: await heads(task, folder) })
  if (task.kind === 'preview') return sendMessage({ type: 'preview', preview: await preview(task, folder) })
  const progress = (fraction: number | null, phase: string) => void sendMessage({ type: 'progress', fraction, phase })
  return sendMessage({ type: 'loaded', loaded: await load(task, { folder, limits, progress }) })
}

const run = async (order: IngestOrder) => {
  const { task } = order
  try {
    if (task.kind === 'make') await make(task)
    else await (task.kind === 'write' ? write(task, order) : read(task, order))
  } catch (error) {
    await sendMessage({ type: 'refused', message: errorText(error) })
  }
}

process.once('message', (order: IngestOrder) => {
  void run(order).finally(() => process.exit(0))
})
// A stream failed while nothing awaited it, most likely because the disk is full.
process.once('uncaughtException', (error) => {
  void sendMessage({ type: 'refused', message: errorText(error) }).finally(() => process.exit(1))
})
process.once('disconnect', () => process.exit(1))
