import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Config } from '../../start/config.ts'

/** Loopback addresses and host names. */
export const isLoopbackName = (name: string): boolean =>
  /^(127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:127(\.\d{1,3}){3}\]?|localhost|.+\.localhost)$/i.test(name)

/** The host name in a `Host` header, without the port and a trailing dot. */
export const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

const matchesPattern = (name: string, pattern: string): boolean =>
  pattern === '*' || (pattern.startsWith('*.') ? name.endsWith(pattern.slice(1).toLowerCase()) : name === pattern.toLowerCase())

/** Health checks, which monitors request by IP address. */
const healthPath = /^\/(health|healthcheck|ping)\/?(\?|$)/

type Hosts = Pick<Config, 'host' | 'allowedHosts' | 'publicUrl'>

/**
 * Rejects requests for unknown host names, which prevents DNS rebinding.
 * @throws AppError 421
 */
export const requireAllowedHost = ({ host, allowedHosts, publicUrl }: Hosts, request: FastifyRequest): void => {
  const isOpen = allowedHosts.length === 0 && !isLoopbackName(host)
  if (isOpen || healthPath.test(request.url)) return
  const name = hostNameOf(request.host)
  const own = [...allowedHosts, ...(publicUrl ? [hostNameOf(new URL(publicUrl).host)] : [])]
  if (isLoopbackName(name) || own.some((pattern) => matchesPattern(name, pattern))) return
  throw new AppError('GENERIC_BACKEND_ERROR', t('This server does not answer under the name %(name)s (see --allowed-hosts).', { name }), {
    status: 421,
  })
}
