/** The query host: a child process that holds every driver, takes jobs over a pipe and gives bytes back. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#core/errors.ts'
import { giveBack } from '#core/encoding/give-back.ts'
import { negotiate, translatorFor } from '#core/i18n/locales.ts'
import { provideTranslator, t, type Translate } from '#core/i18n/t.ts'
import { withOwnKeys } from '#core/encoding/own-keys.ts'
import { writeFormulasAsText } from '../encode/formulas.ts'
import { hostError, silenceError, timeoutError } from './errors/errors.ts'
import { fetchForeign } from './run/fetch-foreign.ts'
import { frame, frameReader } from './frames.ts'
import { Pool } from './pool.ts'
import type { CatalogJob, ConnectionSpec, DataJob, FromHost, HostError, ScanJob, StreamJob, ToHost } from './protocol.ts'
import { runCatalog } from './run/run-catalog.ts'
import { runData } from './run/run-data.ts'
import { runStream } from './run/run-stream.ts'
import { createScans } from './scans.ts'
import type { Scans } from './scans.ts'
import { Tunnels } from './tunnel/tunnels.ts'
import { findEngine } from '../index.ts'
import { withoutNul } from '../shared/sql-text.ts'
import type { Connection, Progress } from '../engine.ts'

const pipe = new Socket({ fd: 3 })
const running = new Map<number, { stop(): void; more(): void }>()
let pool: Pool | undefined
let scans: Scans | undefined
let catalogTimeoutMs = 0
const tunnels = new Tunnels()

/** A server that does not even answer the request to stop is given up after this. */
const deafMs = 1_500
/** Engines ignore an interrupt between two steps, so it is repeated until it takes effect. */
const cancelAgainMs = 50
/** Blocks of a stream that may be under way unread. */
const blocksAhead = 4

const reader = new AsyncLocalStorage<{ translate: Translate | undefined }>()
provideTranslator(() => reader.getStore()?.translate)

/** Sets the language of the current job's errors. */
const speakIn = async (locale: string) => {
  const translate = await translatorFor(negotiate(locale, undefined))
  const store = reader.getStore()
  if (store) store.translate = translate
}

const send = (message: FromHost, body: Uint8Array[] = []) => {
  pipe.cork()
  for (const part of frame(message, body)) pipe.write(part, () => giveBack(part))
  pipe.uncork()
}

/** A null character ends the text for some drivers and not for others. */
const refuseBroken = (sql: string) => {
  if (sql.trim() === '') throw new AppError('INVALID_SQL_ERROR', t('The query is empty.'))
  withoutNul(sql)
}

const stoppedError = () => new AppError('BACKEND_TIMEOUT_ERROR', t('The query was stopped.'), { status: 499 })

/** Reports of a job are sent no more often than this. */
const reportMs = 250

const reportOf = (id: number) => {
  let last = performance.now()
  let known: Progress = {}
  return (progress: Progress) => {
    known = { ...known, ...progress }
    const now = performance.now()
    if (now - last < reportMs) return
    last = now
    send({ kind: 'progress', id, progress: known })
  }
}

/** A connection that is lost together with its tunnel is reported as the tunnel's loss. */
const errorOf = async (error: unknown, connection: ConnectionSpec): Promise<HostError> => {
  const found = hostError(error, connection)
  const failure = found.type.startsWith('CONNECTION_') ? await tunnels.failureOf(connection) : undefined
  return failure ? hostError(failure, connection) : found
}

const runJob = async ({ id, job, locale }: Extract<ToHost, { kind: 'run' }>, connections: Scans) => {
  const controller = new AbortController()
  const { signal } = controller
  const given = Promise.withResolvers<never>()
  given.promise.catch(() => {})
  const flow = { credit: blocksAhead, wake: () => {} }
  let discard = false
  let isKept = false
  let cancel = () => {}
  let again: NodeJS.Timeout | undefined
  let stopError = stoppedError
  const stop = (makeError: () => AppError) => {
    if (signal.aborted) return
    stopError = makeError
    controller.abort()
    cancel()
    again = setInterval(() => cancel(), cancelAgainMs)
    flow.wake()
    if (!findEngine(job.connection.engine)?.embedded) setTimeout(() => given.reject(signal.reason), deafMs).unref()
  }
  running.set(id, {
    stop: () => stop(stoppedError),
    more: () => {
      flow.credit++
      flow.wake()
    },
  })
  let timer: NodeJS.Timeout | undefined
  const startClock = () => {
    const makeError = 'limits' in job ? timeoutError : silenceError
    const timeoutMs = 'limits' in job ? job.limits.timeoutMs : catalogTimeoutMs
    timer = setTimeout(() => stop(() => makeError(timeoutMs)), timeoutMs)
  }
  /** The timeout of a stream is paused while its reader is. */
  const emit = async (block: Uint8Array[]) => {
    clearTimeout(timer)
    send({ kind: 'block', id }, block)
    flow.credit--
    while (flow.credit <= 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        flow.wake = resolve
      })
    }
    signal.throwIfAborted()
    startClock()
  }

  /** The database that is at work, and to blame for an error. */
  let asked = job.connection
  const speaking = speakIn(locale)
  const opened = performance.now()
  const lease = connections.acquire(job, signal)
  lease.catch(() => {})
  try {
    startClock()
    await speaking
    if ('sql' in job) refuseBroken(job.sql)
    const { connection } = await Promise.race([lease, given.promise])
    const stopAt = (stopped: Connection) => {
      let cancelling: Promise<void> | undefined
      cancel = () => {
        cancelling ??= stopped
          .cancel()
          .catch(() => {})
          .finally(() => {
            cancelling = undefined
          })
      }
    }
    signal.throwIfAborted()
    if ('fetches' in job && job.fetches?.length) {
      const fetching = fetchForeign(connection, job.fetches, {
        acquire: connections.acquireForeign,
        signal,
        isEmpty: job.kind === 'describe',
        onConnection: (foreign, fetch) => {
          asked = fetch.connection
          stopAt(foreign)
        },
      })
      await Promise.race([fetching, given.promise])
      asked = job.connection
    }
    stopAt(connection)
    signal.throwIfAborted()
    const connect = performance.now() - opened
    discard = (job.kind === 'data' || job.kind === 'stream') && Boolean(job.prepare?.length || job.readOnly === false)
    if (job.kind === 'data') {
      const { answer, body } = await Promise.race([
        runData(job as DataJob, { connection, signal, ...(job.reports && { report: reportOf(id) }) }),
        given.promise,
      ])
      signal.throwIfAborted()
      send({ kind: 'answer', id, answer: { ...answer, timings: { ...answer.timings, connect } } }, body)
    } else if (job.kind === 'stream') {
      await Promise.race([runStream(job as StreamJob, { connection, signal, emit }), given.promise])
      send({ kind: 'end', id })
    } else if (job.kind === 'scan') {
      discard = true
      const answer = await Promise.race([connections.keep(job as ScanJob, await lease, signal), given.promise])
      discard = false
      isKept = answer.kept
      send({ kind: 'answer', id, answer })
    } else {
      const answer = await Promise.race([runCatalog(job as CatalogJob, connection, signal), given.promise])
      send({ kind: 'answer', id, answer })
    }
  } catch (error) {
    await speaking
    send({ kind: 'error', id, error: await errorOf(signal.aborted ? stopError() : error, asked) })
  } finally {
    clearTimeout(timer)
    clearInterval(again)
    running.delete(id)
    void lease.then(
      // A cancel that is still on its way must not meet the next statement.
      ({ release }) => (isKept ? undefined : release(discard || signal.aborted)),
      () => {},
    )
  }
}

const receive = (message: ToHost) => {
  if (message.kind === 'settings') {
    // Threads take it from the one that starts them: before any engine is loaded.
    setPriority(message.settings.niceness)
    catalogTimeoutMs = message.settings.catalogTimeoutMs
    writeFormulasAsText(message.settings.formulasAsText)
    pool = new Pool(message.settings, tunnels)
    scans = createScans(pool)
  } else if (message.kind === 'run' && scans) {
    const connections = scans
    const { connection, ...asked } = message.job
    const job = { ...withOwnKeys(asked), connection } as typeof message.job
    void reader.run({ translate: undefined }, () => runJob({ ...message, job }, connections))
  } else if (message.kind === 'pool') {
    send({ kind: 'pool', id: message.id, figures: pool?.figures(message.key) ?? { open: 0, idle: 0 } })
  } else if (message.kind === 'drop') void scans?.drop(message.table)
  else if (message.kind === 'cancel') running.get(message.id)?.stop()
  else if (message.kind === 'more') running.get(message.id)?.more()
}

pipe.on('data', frameReader<ToHost>({ onFrame: receive }))

/** How long the databases may take to stop their statements once the web process is gone. */
const leaveMs = 2_000
let isLeaving = false

/** The web process is gone: what still runs is stopped. `exit` would wait for a statement in a thread of this process. */
const leave = async () => {
  if (isLeaving) return
  isLeaving = true
  for (const { stop } of running.values()) stop()
  const until = performance.now() + leaveMs
  while (running.size > 0 && performance.now() < until) await sleep(10)
  if (running.size > 0) process.kill(process.pid, 'SIGKILL')
  process.exit(0)
}

pipe.on('error', () => void leave())
pipe.on('end', () => void leave())
if (process.platform !== 'linux') {
  setInterval(() => running.size > 0 && send({ kind: 'memory', rss: process.memoryUsage.rss() }), 100).unref()
}
send({ kind: 'ready' })
