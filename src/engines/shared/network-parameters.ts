import { once } from 'node:events'
import { Agent } from 'node:http'
import { Agent as SecureAgent, type AgentOptions } from 'node:https'
import { Socket, type LookupFunction } from 'node:net'
import { z } from 'zod'

/** Parameters of connections over the network that are no part of the form or URI. */
export const networkParameters = {
  certificate: z.string().optional(),
  clientCertificate: z.string().optional(),
  clientKey: z.string().optional(),
  via: z
    .object({ host: z.string(), port: z.number(), resolved: z.array(z.object({ address: z.string(), family: z.number() })).optional() })
    .optional(),
}

/** `resolved`: what the name of the host stands for; it is not looked up again. */
export type Address = { host: string; port: number; resolved?: { address: string; family: number }[] | undefined }

type Resolved = NonNullable<Address['resolved']>

/** Answers with addresses that are known, in place of a name server. */
const lookupOf =
  (resolved: Resolved): LookupFunction =>
  (host, { all }, done) => {
    const [{ address, family } = { address: host, family: 4 }] = resolved
    if (all) done(null, resolved)
    else done(null, address, family)
  }

/** An agent for HTTP whose connections go to the addresses that the host was checked to have. */
export const agentOf = (via: Address | undefined, { isSecure, ...tls }: { isSecure: boolean } & AgentOptions): Agent => {
  const options = { ...tls, keepAlive: true, ...(via?.resolved && { lookup: lookupOf(via.resolved) }) }
  return isSecure ? new SecureAgent(options) : new Agent(options)
}

/** A socket that opens at the near end of a tunnel or at a checked address, whatever address its driver knows. */
class TunnelledSocket extends Socket {
  readonly #via: Address

  constructor(via: Address) {
    super()
    this.#via = via
  }

  override connect(..._address: unknown[]): this {
    const { host, port, resolved } = this.#via
    if (!resolved) return super.connect({ host, port })
    return super.connect({ host, port, autoSelectFamily: true, lookup: lookupOf(resolved) })
  }
}

export const tunnelledSocket = (via: Address): Socket => new TunnelledSocket(via)

/** A socket that is open. */
export const openSocket = async (address: Address): Promise<Socket> => {
  const socket = tunnelledSocket(address).connect(0)
  await once(socket, 'connect')
  return socket
}
