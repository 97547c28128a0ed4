import { availableParallelism, totalmem } from 'node:os'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { findEngine } from '../index.ts'
import { asError, timeLimit } from './engine-error.ts'
import { HostLost, hostEntry, startHostProcess } from './process.ts'
import type { HostProcess } from './process.ts'
import type { Answer, CatalogJob, DataAnswer, DataJob, Job, ScanJob, StreamJob } from './protocol.ts'
import { createQueue } from './queue.ts'
import type { Entry, Lane, Place, Priority, Queue, QueueLimits } from './queue.ts'
import { createSpeeds } from './speeds.ts'
import { createTurns } from './turns.ts'

export { EngineError } from './engine-error.ts'

export type QueryHostConfig = {
  /** Where engines put what does not fit into memory. */
  tempDirectory: string
  /** Host processes for shared work; 1 unless told. */
  processes?: number
  /** Statements of embedded engines that run at once; the cores unless told. */
  running?: number
  /** Statements that run at once on one connection to a server. */
  runningPerServer?: number
  /** Downloads that run at once. */
  downloads?: number
  waiting?: number
  waitingPerUser?: number
  /** Resident memory at which a host is killed. */
  memoryMb?: number
  /** What the embedded engine is told to keep to; it may not. */
  engineMemoryMb?: number
  threads?: number
  graceMs?: number
  connectTimeoutMs?: number
  /** Unused connections and lone hosts are closed after it. */
  idleMs?: number
  /** Of the processes, by lane: 0 to 19. */
  niceness?: Record<Lane, number>
  /** The host's program; another one in tests. */
  entry?: string
}

export type RunOptions = {
  signal?: AbortSignal
  /** Whoever shall get a fair share: a user's id. */
  user?: string
  priority?: Priority
  /** Called when the job leaves the queue. */
  onStart?: () => void
}

/** Of a query whose host went away again and again through no fault of its own. */
const mostReruns = 3

/** Rows kept in the host for several queries. */
export type KeptScan = {
  /** Like `run`, on the kept rows; jobs take turns. Fails with 503 when the rows are gone. */
  run(job: DataJob, options?: RunOptions): Promise<DataAnswer>
  drop(): void
}

/** Hosts give way to the web process, which has little to do and is waited for; slow queries give way to the others. */
const usualNiceness: Record<Lane, number> = { main: 5, slow: 19 }

/**
 * The query host as the web process sees it: an admission queue before one or more child processes that hold all
 * drivers. A child that dies is replaced; what ran in it and is not to blame runs once more.
 */
export const createQueryHost = (config: QueryHostConfig) => {
  const running = config.running ?? Math.max(2, availableParallelism())
  const downloads = config.downloads ?? 4
  const runningPerServer = config.runningPerServer ?? 5
  const questions = 2
  const memoryMb = config.memoryMb ?? Math.max(1024, Math.floor((totalmem() / 2 ** 20) * 0.5))
  const graceMs = config.graceMs ?? 2_000
  const idleMs = config.idleMs ?? 60_000
  const niceness = config.niceness ?? usualNiceness
  /** Slow queries run beside the others; on the cores of this machine they give way to them. */
  const slowSlots = { embedded: Math.max(1, Math.floor(running / 2)), server: Math.ceil(runningPerServer / 2) }
  const processOptions = {
    settings: {
      engineMemoryMb: config.engineMemoryMb ?? Math.floor(memoryMb * 0.6),
      threads: config.threads ?? availableParallelism(),
      tempDirectory: config.tempDirectory,
      connections: Math.max(running, runningPerServer + slowSlots.server) + downloads + questions,
      connectTimeoutMs: config.connectTimeoutMs ?? 10_000,
      idleMs,
    },
    memoryMb,
    graceMs,
    entry: config.entry ?? hostEntry,
    poolSize: running + downloads + 4,
  }
  const queues = new Map<string, Queue>()
  const speeds = createSpeeds()
  const shared: Record<Lane, HostProcess[]> = { main: [], slow: [] }
  const lone: Record<Lane, HostProcess[]> = { main: [], slow: [] }
  const allHosts = () => [...shared.main, ...shared.slow, ...lone.main, ...lone.slow]
  const counters = { started: 0, finished: 0, failed: 0, cancelled: 0, killed: 0, rerun: 0, moved: 0 }
  let closed = false

  const queueFor = (job: Job): Queue => {
    const embedded = findEngine(job.connection.engine)?.embedded
    const place = embedded ? 'embedded' : job.connection.key
    const [name, slots]: [string, Pick<QueueLimits, 'slots' | 'slowSlots' | 'slotsPerUser'>] =
      job.kind === 'stream'
        ? ['download', { slots: downloads, slotsPerUser: Math.ceil(downloads / 2) }]
        : job.kind === 'data' || job.kind === 'scan'
          ? [place, embedded ? { slots: running, slowSlots: slowSlots.embedded } : { slots: runningPerServer, slowSlots: slowSlots.server }]
          : [`catalog ${place}`, { slots: questions }]
    const found = queues.get(name)
    if (found) return found
    const queue = createQueue({ ...slots, waiting: config.waiting ?? 2_000, waitingPerUser: config.waitingPerUser ?? 200 })
    queues.set(name, queue)
    return queue
  }

  const startIn = (group: HostProcess[], lane: Lane): HostProcess => {
    const host = startHostProcess({ ...processOptions, settings: { ...processOptions.settings, niceness: niceness[lane] } })
    group.push(host)
    void host.gone.then(() => {
      group.splice(group.indexOf(host), 1)
      if (closed || !host.broken) return
      counters.killed++
      if (group === shared.main && host.ready) sharedHost('main')
    })
    return host
  }

  const sharedHost = (lane: Lane): HostProcess => {
    const group = shared[lane]
    const [least] = group.filter((host) => host.alive).sort((a, b) => a.running - b.running)
    if (least && (least.running === 0 || group.length >= (config.processes ?? 1))) return least
    return startIn(group, lane)
  }

  const loneHost = (lane: Lane): HostProcess => lone[lane].find((host) => host.alive && host.running === 0) ?? startIn(lone[lane], lane)

  const closeWhenIdle = (host: HostProcess) => {
    setTimeout(() => host.alive && host.running === 0 && host.end(), idleMs).unref()
  }

  /** Waits for a place; the place is given back when the engine is done, not when the caller has lost interest. */
  const admit = async (job: Job, options: RunOptions, speed = speeds.of(job)) => {
    if (closed) throw new AppError('GENERIC_BACKEND_ERROR', t('The server is stopping.'), { status: 503 })
    const entered = performance.now()
    const { user = '', priority = job.kind === 'stream' ? 'export' : 'visible', signal } = options
    const place = await queueFor(job).enter({ user, priority, signal, speed, move: moveOf(job) })
    counters.started++
    options.onStart?.()
    return { place, waited: performance.now() - entered }
  }

  const attempt = (job: DataJob | CatalogJob | ScanJob, host: HostProcess, signal: AbortSignal | undefined) => {
    const deaf = isLone(job)
    const { promise, resolve, reject } = Promise.withResolvers<{ answer: object | null; body: Uint8Array }>()
    const id = host.start(job, {
      answer: (answer, body) => resolve({ answer, body }),
      block: () => {},
      end: () => {},
      fail: reject,
    })
    host.killLater(id, 'timeout', timeLimit(job) + (deaf ? 0 : graceMs))
    const stop = () => (deaf ? host.kill('cancel', id) : host.cancel(id))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    return promise.finally(() => signal?.removeEventListener('abort', stop))
  }

  const isLone = (job: Job) => Boolean(findEngine(job.connection.engine)?.uninterruptible)
  const mayRerun = (job: Job) => job.kind !== 'data' || job.readOnly !== false

  /** A server runs a slow query as it would any other; on our own cores it starts over in a host that gives way. */
  const moveOf = (job: Job): Entry['move'] => {
    if (job.kind !== 'data' || job.scan !== undefined) return undefined
    if (!findEngine(job.connection.engine)?.embedded) return 'stay'
    return mayRerun(job) ? 'restart' : undefined
  }

  const settle = async (job: DataJob | CatalogJob, lane: Lane, signal: AbortSignal | undefined) => {
    let alone = isLone(job)
    let suspected = false
    for (let reruns = 0; ; reruns++) {
      const host = alone ? loneHost(lane) : sharedHost(lane)
      try {
        return await attempt(job, host, signal)
      } catch (error) {
        if (!(error instanceof HostLost) || error.culprit) throw error
        const suspect = error.wasReady && (error.reason === 'memory' || error.reason === 'exit')
        // Nobody knows who broke the host: each suspect runs again by itself, and is to blame if that one breaks too.
        if (suspect && suspected) throw error.blamed()
        if (reruns === mostReruns || signal?.aborted || closed || !mayRerun(job)) throw error
        counters.rerun++
        suspected ||= suspect
        alone ||= suspect
      } finally {
        if (alone || lane === 'slow') closeWhenIdle(host)
      }
    }
  }

  type Perform = (lane: Lane, signal: AbortSignal) => ReturnType<typeof attempt>

  /** Runs it where it is admitted; a slow query that others have to wait for starts over in the slow lane. */
  const start = async (job: Job, options: RunOptions, perform: Perform): Promise<{ work: ReturnType<typeof attempt>; waited: number }> => {
    const { signal } = options
    const { place, waited } = await admit(job, options)
    const runAt = async ({ lane, moved, release }: Place): ReturnType<typeof attempt> => {
      try {
        const began = performance.now()
        const done = await perform(lane, signal ? AbortSignal.any([signal, moved]) : moved)
        speeds.note(job, performance.now() - began)
        return done
      } catch (error) {
        if (!moved.aborted || signal?.aborted) throw error
        counters.moved++
        speeds.note(job, Infinity)
        const next = await admit(job, options, 'slow')
        return await runAt(next.place)
      } finally {
        release()
      }
    }
    return { work: runAt(place), waited }
  }

  /** Rejects with the signal's reason as soon as it is aborted; the engine is stopped behind the caller's back. */
  const follow = async <J extends DataJob | CatalogJob | ScanJob>(job: J, options: RunOptions, perform: Perform): Promise<Answer<J>> => {
    const { signal } = options
    const { work, waited } = await start(job, options, perform)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const onAbort = () => {
      counters.cancelled++
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    try {
      const { answer, body } = await Promise.race([work, aborted])
      counters.finished++
      if (job.kind !== 'data') return answer as Answer<J>
      const data = answer as Omit<Answer<DataJob>, 'bytes'>
      return { ...data, timings: { ...data.timings, queue: waited }, bytes: body } as Answer<J>
    } catch (error) {
      if (!signal?.aborted) counters.failed++
      throw asError(error, job, memoryMb)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      work.catch(() => {})
      aborted.catch(() => {})
    }
  }

  const run = <J extends DataJob | CatalogJob>(job: J, options: RunOptions = {}): Promise<Answer<J>> =>
    follow(job, options, (lane, signal) => settle(job, lane, signal))

  /** Null when the scan is not worth keeping. Whoever gets one must drop it. */
  const scan = async (job: ScanJob, options: RunOptions = {}): Promise<KeptScan | null> => {
    const { table } = job.scan
    const host = sharedHost('main')
    const drop = () => host.drop(table)
    const keeping = async (_lane: Lane, signal: AbortSignal) => {
      const answer = await attempt(job, host, signal)
      // Nobody waits for it any more.
      if (options.signal?.aborted) drop()
      return answer
    }
    const { kept } = await follow(job, options, keeping)
    if (!kept) return null
    const turns = createTurns()
    return {
      drop,
      run: async (data, how = {}) => {
        const done = await turns(how.signal)
        let began = false
        const reading = (_lane: Lane, signal: AbortSignal) => {
          began = true
          return attempt({ ...data, scan: table }, host, signal).finally(done)
        }
        return follow({ ...data, scan: table }, how, reading).finally(() => began || done())
      },
    }
  }

  /** CSV in parts of its blocks. The first `next()` shows whether the statement works; leaving the loop stops it at the engine. */
  async function* stream(job: StreamJob, options: RunOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    const { signal } = options
    const { place } = await admit(job, options)
    const host = isLone(job) ? loneHost('main') : sharedHost('main')
    const blocks: Uint8Array[][] = []
    let outcome: { error?: unknown } | undefined
    let wake = () => {}
    const settled = Promise.withResolvers<void>()
    const close = (result: { error?: unknown }) => {
      outcome = result
      place.release()
      settled.resolve()
      wake()
    }
    const id = host.start(job, {
      answer: () => {},
      block: (block) => {
        blocks.push(block)
        wake()
      },
      end: () => close({}),
      fail: (error) => close({ error }),
    })
    const stop = () => (isLone(job) ? host.kill('cancel', id) : host.cancel(id))
    const onAbort = () => {
      stop()
      wake()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      for (;;) {
        signal?.throwIfAborted()
        const block = blocks.shift()
        if (block) {
          yield* block
          host.more(id)
        } else if (outcome) {
          if (outcome.error) throw asError(outcome.error, job, memoryMb)
          counters.finished++
          return
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
      if (!outcome) stop()
      if (isLone(job)) void settled.promise.then(() => closeWhenIdle(host))
    }
  }

  return {
    run,
    scan,
    stream,
    /** Starts a host before the first query asks for one. */
    warm: () => void sharedHost('main'),
    stats: () => ({
      ...counters,
      queues: Object.fromEntries([...queues].map(([name, queue]) => [name, queue.counts()])),
      hosts: allHosts().map((host) => ({ pid: host.pid, running: host.running, ...host.memory() })),
    }),
    /** Ends all hosts; whatever still runs fails. */
    close: async () => {
      closed = true
      const all = allHosts()
      for (const host of all) host.kill('exit')
      await Promise.all(all.map((host) => host.gone))
    },
  }
}

export type QueryHost = ReturnType<typeof createQueryHost>
