import { EngineError } from '#engines/host/client.ts'
import type { Context } from '../../../context.ts'
import type { ConnectionParts } from './details.ts'
import { trialConnection } from './connection.ts'
import type { SshTunnel } from './secrets.ts'

type Trial = { ctx: Pick<Context, 'config' | 'host'>; parts: ConnectionParts; signal: AbortSignal }

/** The host key that the SSH server of a connection shows, without logging in. @throws EngineError if it cannot be reached */
const readHostKey = async ({ ctx, parts, signal }: Trial, tunnel: SshTunnel): Promise<string> => {
  const trustsNone = { ...parts, secrets: { ...parts.secrets, ssh_tunnel: { ...tunnel, server_host_key: '' } } }
  const connection = await trialConnection(ctx, { parts: trustsNone })
  try {
    await ctx.host.run({ kind: 'ping', connection }, { signal })
  } catch (error) {
    const hostKey = error instanceof EngineError ? error.extra['host_key'] : undefined
    if (typeof hostKey === 'string') return hostKey
    throw error
  }
  throw new Error('an SSH server was trusted without its host key')
}

/** The connection with the host key of its SSH server: the one that is trusted, or on first use the one that the server shows. */
export const withHostKey = async (trial: Trial): Promise<ConnectionParts> => {
  const { parts } = trial
  const tunnel = parts.secrets.ssh_tunnel
  if (!tunnel || tunnel.server_host_key !== undefined) return parts
  const server_host_key = await readHostKey(trial, tunnel)
  return { ...parts, secrets: { ...parts.secrets, ssh_tunnel: { ...tunnel, server_host_key } } }
}
