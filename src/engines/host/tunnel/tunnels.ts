import type { ConnectionSpec, TunnelSpec } from '../protocol.ts'
import type { Reach } from '../reach/reach.ts'
import { openTunnel, type Address, type Tunnel } from './tunnel.ts'
import type { TunnelFailure } from './tunnel-failure.ts'

type Options = { signal: AbortSignal; idleMs: number; reach: Reach }

/** The tunnels of this process: connections to one database share one. A tunnel that was lost is opened again. */
export class Tunnels {
  readonly #byKey = new Map<string, Promise<Tunnel>>()

  /** The near end of a tunnel of a connection. @throws TunnelFailure */
  async open(key: string, { spec, far }: { spec: TunnelSpec; far: Address }, options: Options): Promise<Address> {
    const known = this.#byKey.get(key)
    const standing = await known?.catch(() => undefined)
    if (standing?.isAlive()) return standing.near
    // Another job may have begun to open it meanwhile.
    const current = this.#byKey.get(key)
    if (current !== known) return this.open(key, { spec, far }, options)
    const opening = openTunnel(spec, far, options)
    this.#byKey.set(key, opening)
    return (await opening).near
  }

  /** Why the connections through a tunnel fail, if it is because of the tunnel. */
  async failureOf({ key, tunnel }: ConnectionSpec): Promise<TunnelFailure | undefined> {
    if (!tunnel) return undefined
    const known = await this.#byKey.get(key)?.catch(() => undefined)
    return known?.failure()
  }
}
