import { X509Certificate } from 'node:crypto'
import type { ConnectionParameters, Engine } from '#engines/engine.ts'
import type { TunnelSpec } from '#engines/host/protocol.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { asRecord } from '#core/query/read.ts'
import type { Secrets } from './secrets.ts'
import { parametersOf, type Uri } from './uri.ts'

/** What a connection is made of, stored or typed. */
export type ConnectionParts = {
  uri: Uri
  secrets: Secrets
  /** JSON text. */
  extra: string | null
  serverCert: string | null
}

/** Arguments for the driver, `{"engine_params": {"connect_args": {…}}}`, as in the query string of the URI. */
const connectArguments = (extra: Record<string, unknown>): Record<string, string> => {
  const given = asRecord(asRecord(extra['engine_params'])['connect_args'])
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [],
    ),
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** The parameters that the driver gets: those of the URI, of `extra`, and the certificates. */
export const effectiveParameters = (engine: Engine, { uri, secrets, extra, serverCert }: ConnectionParts): ConnectionParameters => {
  const parameters = parametersOf(uri)
  const { encrypted_extra = {} } = secrets
  const query = { ...parameters.query, ...connectArguments(readObject(extra)), ...connectArguments({ engine_params: encrypted_extra }) }
  const certificate = textOf(serverCert)
  const clientCertificate = textOf(encrypted_extra['client_certificate'])
  const clientKey = textOf(encrypted_extra['client_key'])
  return {
    ...parameters,
    query,
    ...(!engine.embedded && {
      ...(certificate !== undefined && { certificate }),
      ...(clientCertificate !== undefined && { clientCertificate }),
      ...(clientKey !== undefined && { clientKey }),
    }),
  }
}

/** @throws AppError when the database has no port to be reached at */
export const tunnelSpec = ({ uri, secrets: { ssh_tunnel: tunnel } }: Pick<ConnectionParts, 'uri' | 'secrets'>): TunnelSpec | undefined => {
  if (!tunnel) return undefined
  if (uri.port === undefined || uri.host === undefined) {
    const text = t('A database port is required when connecting via SSH Tunnel.')
    throw new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', text, { status: 422, level: 'warning', extra: { missing: ['port'] } })
  }
  return {
    host: tunnel.server_address,
    port: tunnel.server_port,
    username: tunnel.username,
    ...(tunnel.password !== undefined && { password: tunnel.password }),
    ...(tunnel.private_key !== undefined && { privateKey: tunnel.private_key }),
    ...(tunnel.private_key_password !== undefined && { passphrase: tunnel.private_key_password }),
    ...(tunnel.server_host_key !== undefined && { hostKey: tunnel.server_host_key }),
  }
}

const isCertificate = (text: string): boolean => {
  try {
    return new X509Certificate(text).subject !== ''
  } catch {
    return false
  }
}

/** @throws MessageError 422 for a text that only looks like a certificate */
export const requireReadableCertificate = (body: { server_cert?: string | null | undefined }): void => {
  const certificate = textOf(body.server_cert)
  if (certificate === undefined) return
  if (!isCertificate(certificate)) throw new MessageError(422, { server_cert: ['Invalid certificate'] })
}
