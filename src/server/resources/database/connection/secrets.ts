import type { ConnectionTrial } from '#api/bodies/database.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { LostKeyError, ringOf } from '../../../secrets/secrets.ts'
import { parseUri, passwordMask, type Uri } from './uri.ts'

/** An SSH tunnel as it is stored; it is encrypted as a whole. */
export type SshTunnel = {
  server_address: string
  server_port: number
  username: string
  password?: string
  private_key?: string
  private_key_password?: string
  /** The fingerprint of the server's host key; absent until it is trusted. */
  server_host_key?: string
}

/** The encrypted part of a connection. */
export type Secrets = { password?: string; encrypted_extra?: Record<string, unknown>; ssh_tunnel?: SshTunnel }

type Stored = Pick<Row<'databases'>, 'uuid' | 'secrets' | 'sqlalchemy_uri'>
type Reader = Pick<Context, 'config'>

const placeOf = (uuid: string) => `databases/${uuid}/secrets`

export const sealSecrets = ({ config }: Reader, uuid: string, secrets: Secrets): string | null =>
  Object.values(secrets).every((secret) => secret === undefined) ? null : ringOf(config).seal(JSON.stringify(secrets), placeOf(uuid))

/** @throws AppError when they were encrypted with a lost key */
export const openSecrets = ({ config }: Reader, { uuid, secrets }: Pick<Stored, 'uuid' | 'secrets'>): Secrets => {
  if (secrets === null) return {}
  try {
    return JSON.parse(ringOf(config).open(secrets, placeOf(uuid))) as Secrets
  } catch (cause) {
    if (!(cause instanceof LostKeyError)) throw cause
    const text = t('The password of this connection cannot be read any more: it was stored with another secret key. Enter it again.')
    throw new AppError('CONNECTION_INVALID_PASSWORD_ERROR', text, { status: 422 }, { cause })
  }
}

/** No secrets where the key is lost, which must not prevent entering them again. */
export const openSecretsIfReadable = (ctx: Reader, stored: Pick<Stored, 'uuid' | 'secrets'>): Secrets => {
  try {
    return openSecrets(ctx, stored)
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}

/** Secret values with masks in their place; objects keep their names. */
const masked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner)]))
  return typeof value === 'string' ? passwordMask : value
}

export const maskedExtra = ({ encrypted_extra }: Secrets): string => JSON.stringify(masked(encrypted_extra ?? {}))

export const tunnelSecrets = ['password', 'private_key', 'private_key_password'] as const
export type TunnelSecret = (typeof tunnelSecrets)[number]

export const maskedTunnel = <T extends { [name in TunnelSecret]?: unknown }>(tunnel: T): T => ({
  ...tunnel,
  ...Object.fromEntries(tunnelSecrets.flatMap((name) => (tunnel[name] ? [[name, passwordMask] as const] : []))),
})

/** Puts what is stored in the places of masks. */
const unmasked = (given: unknown, stored: unknown): unknown => {
  if (given === passwordMask) return typeof stored === 'string' ? stored : given
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const inner: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, unmasked(value, inner[name])]))
}

/** Whether a mask is anywhere in a value. */
export const hasMask = (value: unknown): boolean =>
  value === passwordMask || (typeof value === 'object' && value !== null && Object.values(value).some(hasMask))

const enterAgain = () => t('The address has changed: enter the password again.')

type Body = Pick<ConnectionTrial, 'masked_encrypted_extra' | 'ssh_tunnel'>

type Server = Pick<SshTunnel, 'server_address' | 'server_port'>

export const isSameServer = (one: Server | undefined, other: Server | undefined): boolean =>
  one?.server_address === other?.server_address && one?.server_port === other?.server_port

const tunnelOf = ({ ssh_tunnel: given }: Body, stored: SshTunnel | undefined): SshTunnel | undefined => {
  if (given === undefined) return stored
  if (given === null) return undefined
  const { server_address, server_port, username } = given
  const secrets = Object.fromEntries(tunnelSecrets.flatMap((name) => (given[name] ? [[name, given[name]] as const] : [])))
  // An empty one is forgotten; the key of another server is another one.
  const hostKey = given.server_host_key ?? (isSameServer(given, stored) ? stored?.server_host_key : undefined)
  const place = { server_address, server_port, username, ...(hostKey && { server_host_key: hostKey }) }
  const tunnel: SshTunnel = { ...place, ...secrets }
  if (!hasMask(tunnel)) return tunnel
  if (!isSameServer(tunnel, stored)) throw new MessageError(422, { ssh_tunnel: { server_address: [enterAgain()] } })
  const kept = tunnelSecrets.flatMap((name) =>
    tunnel[name] === undefined ? [] : [[name, tunnel[name] === passwordMask ? stored?.[name] : tunnel[name]] as const],
  )
  return { ...place, ...Object.fromEntries(kept) }
}

/**
 * The secrets of a connection as a request changes it: a mask stands for what is stored, which is never sent to another server.
 * @param stored the connection before; null for a new one
 * @throws MessageError 422 when the address has changed and a secret was not entered again
 */
export const changedSecrets = (ctx: Reader, { body, uri, stored }: { body: Body; uri: Uri; stored: Stored | null }): Secrets => {
  const before = stored && parseUri(stored.sqlalchemy_uri)
  const replacesPassword = uri.password !== undefined && uri.password !== passwordMask
  const kept = stored ? (replacesPassword ? openSecretsIfReadable : openSecrets)(ctx, stored) : {}
  const ssh_tunnel = tunnelOf(body, kept.ssh_tunnel)
  const isSamePlace = before?.host === uri.host && before?.port === uri.port && (!ssh_tunnel || isSameServer(ssh_tunnel, kept.ssh_tunnel))

  if (uri.password === passwordMask && stored && !isSamePlace) throw new MessageError(422, { sqlalchemy_uri: [enterAgain()] })
  const password = uri.password === passwordMask && stored ? kept.password : uri.password

  const typed = body.masked_encrypted_extra ? (JSON.parse(body.masked_encrypted_extra) as Record<string, unknown>) : undefined
  if (typed && hasMask(typed) && stored && !isSamePlace) throw new MessageError(422, { masked_encrypted_extra: [enterAgain()] })
  const keptExtra = isSamePlace ? kept.encrypted_extra : undefined
  const extra = body.masked_encrypted_extra === undefined ? keptExtra : (unmasked(typed ?? {}, keptExtra ?? {}) as Record<string, unknown>)

  return {
    ...(password !== undefined && { password }),
    ...(extra && Object.keys(extra).length > 0 && { encrypted_extra: extra }),
    ...(ssh_tunnel && { ssh_tunnel }),
  }
}
