import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Connection } from '../engine.ts'
import { findEngine } from '../index.ts'
import type { ConnectionSpec, HostSettings } from './protocol.ts'

type Idle = { connection: Connection; timer: NodeJS.Timeout }
export type Lease = { connection: Connection; release(discard: boolean): Promise<void> }

/** Takes the connection that has become free, or the place to open one. */
type Waiter = (free: Connection | null) => void

/** What one database's server holds for us; `open` counts those in use, idle, being opened, and those `closing` that are not yet closed. */
type Place = { open: number; closing: number; idle: Idle[]; waiting: Waiter[] }

/** A server that does not take leave is left after this. */
const closeMs = 10_000

const within = (ms: number, work: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise])
    .catch(() => {})
    .finally(() => clearTimeout(timer))
}

/**
 * Open connections by the key of their database. How many are in use at once is the admission queue's business; beyond a bound none is
 * opened while others are still closing, which the server counts until they are gone.
 */
export const createPool = (settings: HostSettings) => {
  const places = new Map<string, Place>()
  const houses = new Set<string>()

  const placeOf = (key: string): Place => {
    const known = places.get(key) ?? { open: 0, closing: 0, idle: [], waiting: [] }
    places.set(key, known)
    return known
  }

  const hasRoom = ({ open, closing }: Place) => open < settings.connections || closing === 0

  const left = (key: string) => {
    const place = placeOf(key)
    place.open--
    while (place.waiting.length > 0 && hasRoom(place)) {
      place.open++
      place.waiting.shift()?.(null)
    }
    if (place.open === 0) places.delete(key)
  }

  const close = async (key: string, connection: Connection) => {
    const place = placeOf(key)
    place.closing++
    await within(closeMs, connection.close())
    place.closing--
    left(key)
  }

  const closeIdle = (key: string) => {
    for (const { connection, timer } of places.get(key)?.idle.splice(0) ?? []) {
      clearTimeout(timer)
      void close(key, connection)
    }
  }

  /** Newer attachments replace older ones: those still in use drain, the rest closes at once. */
  const drainOlder = (key: string) => {
    for (const older of houses) if (older !== key) closeIdle(older)
    houses.clear()
    houses.add(key)
  }

  const keep = (key: string, connection: Connection) => {
    const { idle, waiting } = placeOf(key)
    if (!connection.alive()) return left(key)
    const next = waiting.shift()
    if (next) return next(connection)
    const entry: Idle = {
      connection,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1)
        void close(key, connection)
      }, settings.idleMs),
    }
    entry.timer.unref()
    idle.push(entry)
  }

  const open = async (spec: ConnectionSpec, signal: AbortSignal): Promise<Connection> => {
    const engine = findEngine(spec.engine)
    if (!engine) throw new AppError('DATABASE_NOT_FOUND_ERROR', t('There is no engine named %(engine)s.', { engine: spec.engine }))
    const parameters = engine.parameters.safeParse(spec.parameters)
    if (!parameters.success) {
      const invalid = [...new Set(parameters.error.issues.map((issue) => issue.path.join('.')))]
      const type = invalid.includes('port') ? 'CONNECTION_INVALID_PORT_ERROR' : 'CONNECTION_MISSING_PARAMETERS_ERROR'
      throw new AppError(type, t('The connection cannot be used as it is: %(fields)s.', { fields: invalid.join(', ') }), {
        extra: { invalid },
      })
    }
    const late = AbortSignal.timeout(settings.connectTimeoutMs)
    try {
      return await engine.connect(parameters.data, {
        signal: AbortSignal.any([signal, late]),
        key: spec.key,
        timezone: spec.timezone,
        attachments: spec.attachments,
        memoryLimitMb: settings.engineMemoryMb,
        threads: settings.threads,
        tempDirectory: settings.tempDirectory,
      })
    } catch (error) {
      // Each driver has its own words for being given up.
      throw late.aborted ? new Error('connection timed out', { cause: error }) : error
    }
  }

  /** A connection that is free, or null: a place is taken for one to be opened. */
  const free = (key: string, signal: AbortSignal): Promise<Connection | null> | Connection | null => {
    const place = placeOf(key)
    for (let entry = place.idle.pop(); entry; entry = place.idle.pop()) {
      clearTimeout(entry.timer)
      if (entry.connection.alive()) return entry.connection
      void close(key, entry.connection)
    }
    if (hasRoom(place)) {
      place.open++
      return null
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        place.waiting.splice(place.waiting.indexOf(waiter), 1)
        reject(signal.reason)
      }
      const waiter: Waiter = (given) => {
        signal.removeEventListener('abort', onAbort)
        resolve(given)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      place.waiting.push(waiter)
    })
  }

  const acquire = async (spec: ConnectionSpec, signal: AbortSignal): Promise<Lease> => {
    const { key } = spec
    signal.throwIfAborted()
    if (spec.attachments && !houses.has(key)) drainOlder(key)
    const found = await free(key, signal)
    let connection: Connection
    try {
      connection = found ?? (await open(spec, signal))
    } catch (error) {
      left(key)
      throw error
    }
    return {
      connection,
      release: async (discard) => {
        const current = !spec.attachments || houses.has(key)
        if (discard || !current || !connection.alive()) return close(key, connection)
        await connection.reset?.().catch(() => connection.close())
        keep(key, connection)
      },
    }
  }

  return { acquire }
}

export type Pool = ReturnType<typeof createPool>
