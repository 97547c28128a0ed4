import type { Connection } from '../../engine.ts'
import type { PoolFigures } from '../protocol.ts'

type Idle = { connection: Connection; timer: NodeJS.Timeout }

/** Takes the connection that has become free, or the slot to open one in. */
type Waiter = (free: Connection | null) => void

/** A server that does not answer to the end of a connection is abandoned after this. */
const closeMs = 10_000

const within = (ms: number, work: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise])
    .catch(() => {})
    .finally(() => clearTimeout(timer))
}

export type SlotLimits = {
  /** Connections that may be open at once. */
  connections: number
  idleMs: number
}

/**
 * The connections of one database: those in use, idle, being opened, and those that are being closed, which the server counts until they
 * are gone. Beyond the bound none is opened while others are still closing.
 */
export class Slots {
  readonly #limits: SlotLimits
  readonly #onEmpty: () => void
  readonly #idle: Idle[] = []
  readonly #waiting: Waiter[] = []
  #open = 0
  #closing = 0

  constructor(limits: SlotLimits, onEmpty: () => void) {
    this.#limits = limits
    this.#onEmpty = onEmpty
  }

  figures(): PoolFigures {
    return { open: this.#open, idle: this.#idle.length }
  }

  /** A free connection; or null, when a slot was acquired to open one, which must be released. */
  take(signal: AbortSignal): Promise<Connection | null> | Connection | null {
    for (let entry = this.#idle.pop(); entry; entry = this.#idle.pop()) {
      clearTimeout(entry.timer)
      if (entry.connection.alive()) return entry.connection
      void this.close(entry.connection)
    }
    if (this.#hasRoom()) {
      this.#open++
      return null
    }
    return this.#wait(signal)
  }

  /** Lends the connection to the next, or keeps it for a while. */
  keep(connection: Connection): void {
    if (!connection.alive()) return this.giveBack()
    const next = this.#waiting.shift()
    if (next) return next(connection)
    const entry: Idle = {
      connection,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(entry), 1)
        void this.close(connection)
      }, this.#limits.idleMs),
    }
    entry.timer.unref()
    this.#idle.push(entry)
  }

  async close(connection: Connection): Promise<void> {
    this.#closing++
    await within(closeMs, connection.close())
    this.#closing--
    this.giveBack()
  }

  closeIdle(): void {
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      void this.close(connection)
    }
  }

  /** Of a connection that is closed, or was not opened. */
  giveBack(): void {
    this.#open--
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      this.#open++
      this.#waiting.shift()?.(null)
    }
    if (this.#open === 0) this.#onEmpty()
  }

  #hasRoom(): boolean {
    return this.#open < this.#limits.connections || this.#closing === 0
  }

  #wait(signal: AbortSignal): Promise<Connection | null> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(signal.reason)
      }
      const waiter: Waiter = (given) => {
        signal.removeEventListener('abort', onAbort)
        resolve(given)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiter)
    })
  }
}
