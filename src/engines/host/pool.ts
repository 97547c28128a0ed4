import type { Connection } from '../engine.ts'
import { openConnection } from './pool/open-connection.ts'
import { Slots } from './pool/slots.ts'
import type { ConnectionSpec, HostSettings, PoolFigures } from './protocol.ts'
import type { Tunnels } from './tunnel/tunnels.ts'

export type Lease = { connection: Connection; release(discard: boolean): Promise<void> }

/** Open connections by the key of their database. How many are in use at once is the admission queue's business. */
export class Pool {
  readonly #settings: HostSettings
  readonly #tunnels: Tunnels
  readonly #slots = new Map<string, Slots>()
  /** The database with attachments that is current. */
  #attached: string | undefined

  constructor(settings: HostSettings, tunnels: Tunnels) {
    this.#settings = settings
    this.#tunnels = tunnels
  }

  async acquire(spec: ConnectionSpec, signal: AbortSignal): Promise<Lease> {
    const { key } = spec
    signal.throwIfAborted()
    if (spec.attachments) this.#setAttached(key)
    const slots = this.#slotsOf(key)
    const free = await slots.take(signal)
    let connection: Connection
    try {
      connection = free ?? (await openConnection({ settings: this.#settings, tunnels: this.#tunnels }, spec, signal))
    } catch (error) {
      slots.giveBack()
      throw error
    }
    return {
      connection,
      release: async (discard) => {
        const isCurrent = !spec.attachments || this.#attached === key
        if (discard || !isCurrent || !connection.alive()) return slots.close(connection)
        await connection.reset?.().catch(() => connection.close())
        slots.keep(connection)
      },
    }
  }

  figures(key: string): PoolFigures {
    return this.#slots.get(key)?.figures() ?? { open: 0, idle: 0 }
  }

  /** Newer attachments replace older ones: those in use drain, the rest closes at once. */
  #setAttached(key: string): void {
    if (this.#attached === key) return
    if (this.#attached !== undefined) this.#slots.get(this.#attached)?.closeIdle()
    this.#attached = key
  }

  #slotsOf(key: string): Slots {
    const known = this.#slots.get(key)
    if (known) return known
    const slots = new Slots(this.#settings, () => {
      if (this.#slots.get(key) === slots) this.#slots.delete(key)
    })
    this.#slots.set(key, slots)
    return slots
  }
}
