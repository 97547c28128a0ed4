import { Socket } from 'node:net'
import { z } from 'zod'

/** Parameters of connections over the network that are no part of the form or URI. */
export const networkParameters = {
  certificate: z.string().optional(),
  clientCertificate: z.string().optional(),
  clientKey: z.string().optional(),
  via: z.object({ host: z.string(), port: z.number() }).optional(),
}

type Address = { host: string; port: number }

/** A socket that opens at the near end of a tunnel, whatever address its driver knows. */
class TunnelledSocket extends Socket {
  readonly #via: Address

  constructor(via: Address) {
    super()
    this.#via = via
  }

  override connect(..._address: unknown[]): this {
    return super.connect(this.#via)
  }
}

export const tunnelledSocket = (via: Address): Socket => new TunnelledSocket(via)
