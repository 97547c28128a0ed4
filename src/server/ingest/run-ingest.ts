import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageError } from '#core/errors.ts'
import type { IngestMessage, IngestTask, Loaded, Preview } from './task.ts'

export type IngestRun = {
  signal: AbortSignal
  /** Memory of the process beyond which it is ended, in MB. */
  memoryMb?: number
  progress?: (fraction: number | null, phase: string) => void
}

const entry = join(import.meta.dirname, 'main.ts')

/** Runs one task in a process of its own. A refusal is a 422 with the file's fault; the process never outlives the signal. */
const runTask = (task: IngestTask, { signal, memoryMb = 3072, progress }: IngestRun): Promise<IngestMessage> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const child = fork(entry, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const end = () => child.kill('SIGKILL')
    const watch = setInterval(() => void residentMb(child.pid).then((mb) => (mb > memoryMb ? end() : undefined)), 200)
    let answer: IngestMessage | undefined
    signal.addEventListener('abort', end, { once: true })
    child.on('message', (message: IngestMessage) => {
      if (message.type === 'progress') progress?.(message.fraction, message.phase)
      else answer = message
    })
    child.once('error', reject)
    child.once('exit', () => {
      clearInterval(watch)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason as Error)
      else if (!answer)
        reject(new MessageError(422, 'The file could not be read: it needs more memory than an upload may use, or is damaged'))
      else if (answer.type === 'refused') reject(new MessageError(answer.message === 'The disk is full' ? 507 : 422, answer.message))
      else resolve(answer)
    })
    child.send(task, (error) => error && end())
  })

const residentMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '')
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
}

export const previewFile = async (task: Omit<Extract<IngestTask, { kind: 'preview' }>, 'kind'>, run: IngestRun): Promise<Preview> => {
  const message = await runTask({ kind: 'preview', ...task }, run)
  if (message.type !== 'preview') throw new Error(`Unexpected answer ${message.type}`)
  return message.preview
}

export const loadFile = async (task: Omit<Extract<IngestTask, { kind: 'load' }>, 'kind'>, run: IngestRun): Promise<Loaded> => {
  const message = await runTask({ kind: 'load', ...task }, run)
  if (message.type !== 'loaded') throw new Error(`Unexpected answer ${message.type}`)
  return message.loaded
}
