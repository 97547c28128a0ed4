// The ingest process: one task, its answer, and gone. A hostile file may end it, never the web process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MessageError } from '#core/errors.ts'
import { load, preview } from './ingest.ts'
import type { IngestMessage, IngestTask } from './task.ts'

const say = (message: IngestMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

const refusalOf = (error: unknown): string => {
  if (error instanceof MessageError) return error.message
  const text = String((error as Error)?.message ?? error)
  if (/ENOSPC|No space left/i.test(text)) return 'The disk is full'
  if (/Out of Memory/i.test(text)) return 'The file needs more memory than an upload may use'
  return `The file cannot be read: ${text.split('\n')[0]?.replaceAll(/"?\/[^\s":']+"?/g, 'the file') ?? ''}`
}

const run = async (task: IngestTask) => {
  const folder = await mkdtemp(join(task.kind === 'load' ? dirname(task.target) : tmpdir(), '.ingest-'))
  try {
    if (task.kind === 'preview') await say({ type: 'preview', preview: await preview(task, folder) })
    else
      await say({ type: 'loaded', loaded: await load(task, folder, (fraction, phase) => void say({ type: 'progress', fraction, phase })) })
  } catch (error) {
    await say({ type: 'refused', message: refusalOf(error) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.once('message', (task: IngestTask) => {
  void run(task).finally(() => process.exit(0))
})
process.once('disconnect', () => process.exit(1))
