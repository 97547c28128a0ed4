import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { childEnvironment } from './child-environment.ts'
import { frame, frameReader } from './frames.ts'
import { programPath } from './program.ts'
import { t } from '#core/i18n/t.ts'
import type { FromHost, HostError, HostSettings, Job, PoolFigures, ToHost } from './protocol.ts'
import type { Progress } from '../engine.ts'

/**
 * Why a host is gone: killed for a statement that would not stop, ran too long or took too much memory; it died by itself; or
 * somebody else killed it, which is no statement's fault.
 */
export type LossReason = 'cancel' | 'timeout' | 'memory' | 'exit' | 'killed'

/** The host went away under a job. `culprit` = this job is known to be the cause. */
export class HostLost extends Error {
  readonly reason: LossReason
  readonly culprit: boolean
  readonly wasReady: boolean

  constructor(reason: LossReason, details: { culprit: boolean; wasReady: boolean }) {
    super(`query host lost: ${reason}`)
    this.name = 'HostLost'
    this.reason = reason
    this.culprit = details.culprit
    this.wasReady = details.wasReady
  }

  blamed(): HostLost {
    return new HostLost(this.reason, { culprit: true, wasReady: this.wasReady })
  }
}

/** A job failed in the host, which lives on. */
export class JobFailed extends Error {
  readonly error: HostError

  constructor(error: HostError) {
    super(error.message)
    this.name = 'JobFailed'
    this.error = error
  }
}

type Handlers = {
  answer(answer: object | null, body: Uint8Array): void
  progress?(progress: Progress): void
  block(parts: Uint8Array[]): void
  end(): void
  fail(error: HostLost | JobFailed): void
}

export type HostProcessOptions = {
  settings: HostSettings
  /** Resident memory at which the process is killed. */
  memoryMb: number
  /** From the request to stop a statement to the kill of its host. */
  graceMs: number
  entry: string
  /** Threads that wait for native work. */
  poolSize: number
}

export const hostEntry = programPath(import.meta.dirname, 'host')

const watchMs = 100

/** A host that is busy for longer is asked no more about its connections. */
const figuresMs = 1_000

/** Resident bytes, from the kernel if possible, so that a host that is too busy to respond is covered. */
const residentBytes = (pid: number): number | null => {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

/** A query host process: accepts jobs immediately and reports when it has ended. */
export const startHostProcess = (options: HostProcessOptions) => {
  const env = childEnvironment({ UV_THREADPOOL_SIZE: String(options.poolSize) })
  const child = spawn(process.execPath, [options.entry], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'], env })
  const pipe = child.stdio[3] as Duplex
  const jobs = new Map<number, Handlers>()
  const timers = new Map<number, NodeJS.Timeout[]>()
  const awaited = new Map<number, (figures: PoolFigures | null) => void>()
  let nextId = 1
  let alive = true
  let ready = false
  let loss: { reason: LossReason; culprit?: number } | undefined
  let reportedRss = 0
  let peakRss = 0
  let watch: NodeJS.Timeout | undefined
  const { promise: gone, resolve: setGone } = Promise.withResolvers<void>()

  const send = (message: ToHost) => {
    if (!alive || !pipe.writable) return
    pipe.cork()
    for (const part of frame(message)) pipe.write(part)
    pipe.uncork()
  }

  const finish = (id: number): Handlers | undefined => {
    const handlers = jobs.get(id)
    jobs.delete(id)
    for (const timer of timers.get(id) ?? []) clearTimeout(timer)
    timers.delete(id)
    if (jobs.size === 0 && watch) {
      clearInterval(watch)
      watch = undefined
    }
    return handlers
  }

  const settle = (id: number, figures: PoolFigures | null) => {
    awaited.get(id)?.(figures)
    awaited.delete(id)
  }

  const kill = (reason: LossReason, culprit?: number) => {
    if (!alive) return
    alive = false
    loss = { reason, culprit }
    child.kill('SIGKILL')
  }

  const resident = (): number => (child.pid ? residentBytes(child.pid) : null) ?? reportedRss

  const watchMemory = () => {
    const rss = resident()
    peakRss = Math.max(peakRss, rss)
    if (rss > options.memoryMb * 2 ** 20) kill('memory', jobs.size === 1 ? [...jobs.keys()][0] : undefined)
  }

  pipe.on(
    'data',
    frameReader<FromHost>({
      onFrame: (message, body) => {
        if (message.kind === 'ready') ready = true
        else if (message.kind === 'memory') reportedRss = message.rss
        else if (message.kind === 'pool') settle(message.id, message.figures)
        else if (message.kind === 'progress') jobs.get(message.id)?.progress?.(message.progress)
        else if (message.kind === 'block') jobs.get(message.id)?.block(body)
        else if (message.kind === 'answer') finish(message.id)?.answer(message.answer, body[0] ?? new Uint8Array())
        else if (message.kind === 'end') finish(message.id)?.end()
        else finish(message.id)?.fail(new JobFailed(message.error))
      },
      inParts: ({ kind }) => kind === 'block',
    }),
  )
  // `close` reports the end of the process; errors of the pipe or the start add nothing.
  pipe.on('error', () => {})
  const onEnd = (signal: NodeJS.Signals | null = null) => {
    const ids = [...jobs.keys()]
    if (alive) loss = { reason: signal === 'SIGKILL' || signal === 'SIGTERM' ? 'killed' : 'exit' }
    alive = false
    const known = loss ?? { reason: 'exit' as const, culprit: undefined }
    for (const id of ids) finish(id)?.fail(new HostLost(known.reason, { culprit: ready && known.culprit === id, wasReady: ready }))
    for (const id of awaited.keys()) settle(id, null)
    setGone()
  }
  child.on('error', () => onEnd())
  child.on('close', (_code, signal) => onEnd(signal))

  send({ kind: 'settings', settings: options.settings })

  /** Hands a job over and returns its number; `handlers` hear of it until exactly one of answer, end or fail. */
  const start = (job: Job, handlers: Handlers): number => {
    const id = nextId++
    if (!alive) {
      queueMicrotask(() => handlers.fail(new HostLost('exit', { culprit: false, wasReady: ready })))
      return id
    }
    jobs.set(id, handlers)
    timers.set(id, [])
    watch ??= setInterval(watchMemory, watchMs).unref()
    send({ kind: 'run', id, job, locale: t.locale })
    return id
  }

  const killLater = (id: number, reason: LossReason, ms: number) => {
    timers.get(id)?.push(setTimeout(() => jobs.has(id) && kill(reason, id), ms).unref())
  }

  return {
    start,
    killLater,
    /** Asks the engine to stop; a statement that has not stopped after the grace takes the host with it. */
    cancel: (id: number) => {
      if (!jobs.has(id)) return
      send({ kind: 'cancel', id })
      killLater(id, 'cancel', options.graceMs)
    },
    more: (id: number) => send({ kind: 'more', id }),
    drop: (table: string) => send({ kind: 'drop', table }),
    /** The pool of a database, by the key of its connections; null of a process that is busy or gone. */
    pool: (key: string): Promise<PoolFigures | null> =>
      new Promise((resolve) => {
        if (!alive || !ready) return resolve(null)
        const id = nextId++
        awaited.set(id, resolve)
        setTimeout(() => settle(id, null), figuresMs).unref()
        send({ kind: 'pool', id, key })
      }),
    kill,
    /** Lets the process end by itself; nothing may run in it. */
    end: () => {
      alive = false
      pipe.end()
    },
    gone,
    /** The process was killed or died, and did not just end. */
    get broken() {
      return loss !== undefined
    },
    get pid() {
      return child.pid
    },
    get alive() {
      return alive
    },
    get ready() {
      return ready
    },
    get running() {
      return jobs.size
    },
    memory: () => ({ rss: alive ? resident() : 0, peak: peakRss }),
  }
}

export type HostProcess = ReturnType<typeof startHostProcess>
