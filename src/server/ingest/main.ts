// The ingest process: one task, its answer, and gone. A hostile file may end it, never the web process.
import { MessageError } from '#core/errors.ts'
import { heads, load, preview } from './ingest.ts'
import { makeTable } from './relation.ts'
import type { IngestMessage, IngestOrder, IngestTask } from './task.ts'

const say = (message: IngestMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

const refusalOf = (error: unknown): string => {
  if (error instanceof MessageError) return error.message
  const text = String((error as Error)?.message ?? error)
  if (/ENOSPC|No space left/i.test(text)) return 'The disk is full'
  if (/Out of Memory/i.test(text)) return 'The file needs more memory than an upload may use'
  return `The file cannot be read: ${text.split('\n')[0]?.replaceAll(/"?\/[^\s":']+"?/g, 'the file') ?? ''}`
}

const make = async ({ tables }: Extract<IngestTask, { kind: 'make' }>) => {
  for (const table of tables) await say({ type: 'loaded', loaded: await makeTable(table) })
}

const read = async (task: Exclude<IngestTask, { kind: 'make' }>, { folder, limits }: IngestOrder) => {
  if (task.kind === 'heads') return say({ type: 'heads', heads: await heads(task, folder) })
  if (task.kind === 'preview') return say({ type: 'preview', preview: await preview(task, folder) })
  const progress = (fraction: number | null, phase: string) => void say({ type: 'progress', fraction, phase })
  return say({ type: 'loaded', loaded: await load(task, { folder, limits, progress }) })
}

const run = async (order: IngestOrder) => {
  const { task } = order
  try {
    await (task.kind === 'make' ? make(task) : read(task, order))
  } catch (error) {
    await say({ type: 'refused', message: refusalOf(error) })
  }
}

process.once('message', (order: IngestOrder) => {
  void run(order).finally(() => process.exit(0))
})
// A stream that fails while nobody waits for it: a full disk, most likely.
process.once('uncaughtException', (error) => {
  void say({ type: 'refused', message: refusalOf(error) }).finally(() => process.exit(1))
})
process.once('disconnect', () => process.exit(1))
