import { AppError, type ErrorType } from '#core/errors.ts'
import { msg, t } from '#core/i18n/t.ts'
import { HostKeyError } from './host-key.ts'
import type { TunnelFailure } from './tunnel-failure.ts'

type Known = { pattern: RegExp; type: ErrorType; text: string; invalid: string[] }

/** Texts of ssh2 and Node; a server's own words are not shown, as it may be another service. */
const known: Known[] = [
  {
    pattern: /All configured authentication methods failed/,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    text: msg('The SSH server does not accept the username with this password or key.'),
    invalid: ['ssh_tunnel.username'],
  },
  {
    pattern: /Cannot parse privateKey|passphrase|bad decrypt|OpenSSH key/i,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    text: msg('The private key of the SSH tunnel cannot be read; check it and its password.'),
    invalid: ['ssh_tunnel.private_key'],
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    text: msg('The hostname of the SSH server cannot be resolved.'),
    invalid: ['ssh_tunnel.server_address'],
  },
  {
    pattern: /ECONNREFUSED/,
    type: 'CONNECTION_PORT_CLOSED_ERROR',
    text: msg('The port on the SSH server refused the connection.'),
    invalid: ['ssh_tunnel.server_address', 'ssh_tunnel.server_port'],
  },
  {
    pattern: /\(SSH\) Channel open failure/,
    type: 'CONNECTION_HOST_DOWN_ERROR',
    text: msg('The SSH server does not reach the database.'),
    invalid: ['host', 'port'],
  },
  {
    pattern: /socket hang up|ECONNRESET|EPIPE|Keepalive timeout|Not connected|connection lost/i,
    type: 'CONNECTION_HOST_DOWN_ERROR',
    text: msg('The SSH tunnel to the database was lost. It is opened again with the next query.'),
    invalid: [],
  },
]

/** What failed at a tunnel, in a text for users. */
export const tunnelError = ({ cause }: TunnelFailure): AppError => {
  if (cause instanceof HostKeyError) {
    const text = t('The SSH server shows the host key %(key)s, which is not the one that is trusted.', { key: cause.hostKey })
    const extra = { invalid: ['ssh_tunnel.server_host_key'], host_key: cause.hostKey }
    return new AppError('CONNECTION_ACCESS_DENIED_ERROR', text, { extra }, { cause })
  }
  const raw = cause instanceof Error ? `${'code' in cause ? String(cause.code) : ''} ${cause.message}` : String(cause)
  const found = known.find(({ pattern }) => pattern.test(raw))
  const text = found ? t(found.text) : t('The SSH server cannot be reached.')
  return new AppError(
    found?.type ?? 'CONNECTION_HOST_DOWN_ERROR',
    text,
    { extra: { invalid: found?.invalid ?? ['ssh_tunnel.server_address'] } },
    { cause },
  )
}
