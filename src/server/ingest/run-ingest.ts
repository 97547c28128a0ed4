import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { childEnvironment } from '#engines/host/child-environment.ts'
import { programPath } from '#engines/host/program.ts'
import { MessageError } from '#core/errors.ts'
import { freeDiskBytes } from '../data-directory/disk-space.ts'
import { createSemaphore } from './semaphore.ts'
import type { FileHeads, IngestLimits, IngestMessage, IngestOrder, IngestTask, Loaded, Preview, TableTask } from './task.ts'

export type IngestRun = {
  signal: AbortSignal
  /** The process is killed when it uses more, in MB. */
  memoryMb?: number
  progress?: (fraction: number | null, phase: string) => void
  limits?: IngestLimits
}

/** Previews and heads that run at the same time; others wait in order. */
export const maxPreviews = 2
const previewPlaces = createSemaphore(maxPreviews)

const minuteMs = 60_000
const loadLimits: IngestLimits = { timeoutMs: 60 * minuteMs, rows: 1_000_000_000, bytes: 50 * 1024 ** 3 }
const previewLimits: IngestLimits = { ...loadLimits, timeoutMs: minuteMs }
/** For previews; loads may use more. */
const previewMemoryMb = 1536

/** Deletes the partial files of a killed process. */
const deletePartial = async (target: string): Promise<void> => {
  for (const end of ['.part', '.part.wal']) await rm(`${target}${end}`, { force: true })
}

const targetsOf = (task: IngestTask): string[] =>
  task.kind === 'load' ? [task.target] : task.kind === 'make' ? task.tables.map(({ target }) => target) : []

/** The parent of the temporary folder, on the target's disk. */
const scratchParent = (task: IngestTask): string => {
  if (task.kind === 'load') return dirname(task.target)
  return task.kind === 'write' ? dirname(task.into.path) : tmpdir()
}

const entry = programPath(import.meta.dirname, 'ingest')

/**
 * Runs a task in a child process and yields its messages. @throws MessageError 422 for a rejected file. The process is killed when the
 * signal aborts.
 */
async function* runTask(
  task: IngestTask,
  { signal, memoryMb = 3072, progress, limits = loadLimits }: IngestRun,
): AsyncGenerator<IngestMessage> {
  signal.throwIfAborted()
  const folder = await mkdtemp(join(scratchParent(task), '.ingest-'))
  const child = fork(entry, [], { execArgv: [], env: childEnvironment(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const said: (IngestMessage | null)[] = []
  let wake = () => {}
  const hear = (message: IngestMessage | null) => {
    said.push(message)
    wake()
  }
  const end = () => child.kill('SIGKILL')
  let fault: MessageError | undefined
  const endFor = (status: number, text: string) => {
    fault ??= new MessageError(status, text)
    end()
  }
  const look = async () => {
    if ((await residentMb(child.pid)) > memoryMb) return end()
    if (task.kind === 'preview' || task.kind === 'heads') return
    if ((await freeDiskBytes(folder, limits.reserveBytes)) === 0) return endFor(507, 'The disk is full')
    const sizes = await Promise.all(
      targetsOf(task).map((target) =>
        stat(`${target}.part`).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    if (Math.max(...sizes) > limits.bytes) endFor(422, 'The table is larger than an upload may make it')
  }
  const watch = setInterval(() => void look().catch(() => {}), 200)
  signal.addEventListener('abort', end, { once: true })
  child.on('message', (message: IngestMessage) => hear(message))
  child.once('error', () => hear(null))
  const { promise: ended, resolve: setEnded } = Promise.withResolvers<void>()
  child.once('error', setEnded)
  child.once('exit', setEnded)
  child.once('exit', () => hear(null))
  const late = setTimeout(
    () => endFor(422, `The file takes longer than ${Math.ceil(limits.timeoutMs / 1000)} seconds to read`),
    limits.timeoutMs,
  )
  const order: IngestOrder = { task, folder, limits }
  child.send(order, (error) => error && end())
  try {
    for (;;) {
      const message = said.shift()
      if (message === undefined) await new Promise<void>((resolve) => (wake = resolve))
      else if (message === null && fault) throw fault
      else if (message === null) return
      else if (message.type === 'progress') progress?.(message.fraction, message.phase)
      else if (message.type === 'refused') throw new MessageError(message.message === 'The disk is full' ? 507 : 422, message.message)
      else yield message
    }
  } finally {
    clearInterval(watch)
    clearTimeout(late)
    signal.removeEventListener('abort', end)
    end()
    await ended
    for (const target of targetsOf(task)) await deletePartial(target)
    await rm(folder, { recursive: true, force: true })
    signal.throwIfAborted()
  }
}

const runSingle = async (task: IngestTask, run: IngestRun): Promise<IngestMessage> => {
  for await (const message of runTask(task, run)) return message
  throw new MessageError(422, 'The file could not be read: it needs more memory than an upload may use, or is damaged')
}

/** Runs a preview; their number is limited, so that they do not exhaust the machine. */
const runPreview = async (task: IngestTask, run: IngestRun): Promise<IngestMessage> => {
  const leave = await previewPlaces(run.signal)
  try {
    return await runSingle(task, { limits: previewLimits, memoryMb: previewMemoryMb, ...run })
  } finally {
    leave()
  }
}

const residentMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '')
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
}

export const previewFile = async (task: Omit<Extract<IngestTask, { kind: 'preview' }>, 'kind'>, run: IngestRun): Promise<Preview> => {
  const message = await runPreview({ kind: 'preview', ...task }, run)
  if (message.type !== 'preview') throw new Error(`Unexpected answer ${message.type}`)
  return message.preview
}

export const headsOfFile = async (task: Omit<Extract<IngestTask, { kind: 'heads' }>, 'kind'>, run: IngestRun): Promise<FileHeads> => {
  const message = await runPreview({ kind: 'heads', ...task }, run)
  if (message.type !== 'heads') throw new Error(`Unexpected answer ${message.type}`)
  return message.heads
}

export const loadFile = async (task: Omit<Extract<IngestTask, { kind: 'load' }>, 'kind'>, run: IngestRun): Promise<Loaded> => {
  const message = await runSingle({ kind: 'load', ...task }, run)
  if (message.type !== 'loaded') throw new Error(`Unexpected answer ${message.type}`)
  return message.loaded
}

/** Writes the rows of a table file into a database file, all or none. */
export const writeIntoFile = async (task: Omit<Extract<IngestTask, { kind: 'write' }>, 'kind'>, run: IngestRun): Promise<void> => {
  const message = await runSingle({ kind: 'write', ...task }, run)
  if (message.type !== 'written') throw new Error(`Unexpected answer ${message.type}`)
}

/** Creates table files from our own SELECTs in one process; yields each when it is finished. */
export async function* makeTables(tables: TableTask[], run: IngestRun): AsyncGenerator<Loaded> {
  for await (const message of runTask({ kind: 'make', tables }, run)) if (message.type === 'loaded') yield message.loaded
}
