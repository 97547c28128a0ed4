import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MessageError } from '#core/errors.ts'
import type { FileHeads, IngestMessage, IngestOrder, IngestTask, Loaded, Preview, TableTask } from './task.ts'

export type IngestRun = {
  signal: AbortSignal
  /** Memory of the process beyond which it is ended, in MB. */
  memoryMb?: number
  progress?: (fraction: number | null, phase: string) => void
}

const entry = join(import.meta.dirname, 'main.ts')

/**
 * Runs one task in a process of its own and hands on what it says. A refusal is a 422 with the file's fault; the process never
 * outlives the signal.
 */
async function* runTask(task: IngestTask, { signal, memoryMb = 3072, progress }: IngestRun): AsyncGenerator<IngestMessage> {
  signal.throwIfAborted()
  const folder = await mkdtemp(join(task.kind === 'load' ? dirname(task.target) : tmpdir(), '.ingest-'))
  const child = fork(entry, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const said: (IngestMessage | null)[] = []
  let wake = () => {}
  const hear = (message: IngestMessage | null) => {
    said.push(message)
    wake()
  }
  const end = () => child.kill('SIGKILL')
  const watch = setInterval(() => void residentMb(child.pid).then((mb) => (mb > memoryMb ? end() : undefined)), 200)
  signal.addEventListener('abort', end, { once: true })
  child.on('message', (message: IngestMessage) => hear(message))
  child.once('error', () => hear(null))
  child.once('exit', () => hear(null))
  const order: IngestOrder = { task, folder }
  child.send(order, (error) => error && end())
  try {
    for (;;) {
      const message = said.shift()
      if (message === undefined) await new Promise<void>((resolve) => (wake = resolve))
      else if (message === null) return
      else if (message.type === 'progress') progress?.(message.fraction, message.phase)
      else if (message.type === 'refused') throw new MessageError(message.message === 'The disk is full' ? 507 : 422, message.message)
      else yield message
    }
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', end)
    end()
    await rm(folder, { recursive: true, force: true })
    signal.throwIfAborted()
  }
}

const single = async (task: IngestTask, run: IngestRun): Promise<IngestMessage> => {
  for await (const message of runTask(task, run)) return message
  throw new MessageError(422, 'The file could not be read: it needs more memory than an upload may use, or is damaged')
}

const residentMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '')
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
}

export const previewFile = async (task: Omit<Extract<IngestTask, { kind: 'preview' }>, 'kind'>, run: IngestRun): Promise<Preview> => {
  const message = await single({ kind: 'preview', ...task }, run)
  if (message.type !== 'preview') throw new Error(`Unexpected answer ${message.type}`)
  return message.preview
}

export const headsOfFile = async (task: Omit<Extract<IngestTask, { kind: 'heads' }>, 'kind'>, run: IngestRun): Promise<FileHeads> => {
  const message = await single({ kind: 'heads', ...task }, run)
  if (message.type !== 'heads') throw new Error(`Unexpected answer ${message.type}`)
  return message.heads
}

export const loadFile = async (task: Omit<Extract<IngestTask, { kind: 'load' }>, 'kind'>, run: IngestRun): Promise<Loaded> => {
  const message = await single({ kind: 'load', ...task }, run)
  if (message.type !== 'loaded') throw new Error(`Unexpected answer ${message.type}`)
  return message.loaded
}

/** Makes table files by SELECTs of ours, one after the other in one process; yields each as it stands. */
export async function* makeTables(tables: TableTask[], run: IngestRun): AsyncGenerator<Loaded> {
  for await (const message of runTask({ kind: 'make', tables }, run)) if (message.type === 'loaded') yield message.loaded
}
