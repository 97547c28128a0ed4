import { extraText, passwordText, tunnelKeyPasswordText, tunnelKeyText, tunnelPasswordText } from '#api/import.ts'
import { t } from '#core/i18n/t.ts'
import { asRecord } from '#core/query/read.ts'
import { isSameServer, tunnelSecrets, type Secrets, type SshTunnel, type TunnelSecret } from '../../database/connection/secrets.ts'
import { parseUri, passwordMask, type Uri } from '../../database/connection/uri.ts'
import { importError } from '../faults.ts'
import type { DatabaseFile } from '../schemas.ts'
import type { GivenSecrets } from './given.ts'
import { fillMasks } from './masked-values.ts'

type Stored = { uri: Uri | null; secrets: Secrets }

/** The secrets of an imported database, and texts for those that are missing. */
export type Imported = { secrets: Secrets; missing: string[] }

const tunnelTexts: Record<TunnelSecret, string> = {
  password: tunnelPasswordText,
  private_key: tunnelKeyText,
  private_key_password: tunnelKeyPasswordText,
}

type Tunnel = { tunnel: SshTunnel | undefined; missing: string[] }

/** A file without a tunnel says nothing about it. @throws AppError 422 for none or several ways to log in, as in Superset */
const importedTunnel = (file: DatabaseFile, given: GivenSecrets, stored: SshTunnel | undefined): Tunnel => {
  if (!file.ssh_tunnel) return { tunnel: stored, missing: [] }
  const { server_address, server_port, username } = file.ssh_tunnel
  const known = isSameServer(file.ssh_tunnel, stored) ? stored : undefined
  const kept = known?.username === username ? known : undefined
  const hostKey = known?.server_host_key
  const place = { server_address, server_port, username, ...(hostKey && { server_host_key: hostKey }) }

  const typed = Object.fromEntries(
    tunnelSecrets.flatMap((name) => {
      const secret = given.tunnel[name] ?? file.ssh_tunnel?.[name]
      return secret ? [[name, secret] as const] : []
    }),
  )
  const hasKey = typed['private_key'] !== undefined || typed['private_key_password'] !== undefined
  if (typed['password'] !== undefined && hasKey) throw importError(t('Cannot have multiple credentials for the SSH Tunnel'))
  if (Object.keys(typed).length === 0) {
    if (kept) return { tunnel: kept, missing: [] }
    throw importError(t('Must provide credentials for the SSH Tunnel'))
  }
  const secrets = tunnelSecrets.map((name) => [name, typed[name] === passwordMask ? kept?.[name] : typed[name]] as const)
  const isMissing = ([name, secret]: (typeof secrets)[number]) =>
    secret === undefined && (typed[name] === passwordMask || (name === 'private_key' && hasKey))
  return {
    tunnel: { ...place, ...Object.fromEntries(secrets.filter(([, secret]) => secret !== undefined)) },
    missing: secrets.filter(isMissing).map(([name]) => tunnelTexts[name]),
  }
}

/** What is stored goes to the server that it was stored for, as the same user and by the same way, and nowhere else. */
const isSamePlace = (uri: Uri, tunnel: SshTunnel | undefined, stored: Stored | null): boolean =>
  stored?.uri?.host === uri.host &&
  stored?.uri?.port === uri.port &&
  stored?.uri?.username === uri.username &&
  isSameServer(tunnel, stored?.secrets.ssh_tunnel)

/** Earlier exports wrote an empty document whatever was stored. */
const extraOf = ({ masked_encrypted_extra, encrypted_extra }: DatabaseFile): Record<string, unknown> | undefined => {
  const extra = masked_encrypted_extra ?? encrypted_extra
  return extra && Object.keys(extra).length > 0 ? extra : undefined
}

/**
 * The secrets of an imported database: given beside the bundle, else in its file, else, where the file masks them or says nothing, stored
 * for the same place. @param stored the database that is overwritten; null for a new one
 */
export const importedSecrets = (file: DatabaseFile, given: GivenSecrets, stored: Stored | null): Imported => {
  const uri = parseUri(file.sqlalchemy_uri)
  if (!uri) throw new Error('The connection string was not checked')
  const { tunnel, missing } = importedTunnel(file, given, stored?.secrets.ssh_tunnel)
  const kept: Secrets = stored && isSamePlace(uri, tunnel, stored) ? stored.secrets : {}

  const typed = given.password ?? file.password ?? uri.password
  const isMasked = typed === passwordMask
  const password = typed === undefined || isMasked ? kept.password : typed

  const extraTexts: string[] = []
  const extra = fillMasks(extraOf(file) ?? kept.encrypted_extra, kept.encrypted_extra, {
    secretAt: (path, secret) => given.extra.get(path) ?? (typeof secret === 'string' ? secret : undefined),
    onMissing: (path, name) => extraTexts.push(`${extraText}${path} (${name})`),
  })
  return {
    secrets: {
      ...(password !== undefined && { password }),
      ...(extra !== undefined && { encrypted_extra: asRecord(extra) }),
      ...(tunnel && { ssh_tunnel: tunnel }),
    },
    missing: [...(isMasked && password === undefined ? [passwordText] : []), ...missing, ...extraTexts],
  }
}
