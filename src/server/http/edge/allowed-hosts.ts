import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Config } from '../../start/config.ts'

/** Addresses and names by which a machine calls itself. */
export const isLoopbackName = (name: string): boolean =>
  /^(127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:127(\.\d{1,3}){3}\]?|localhost|.+\.localhost)$/i.test(name)

/** The name of a `Host` header: without the port and the dot at its end. */
export const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

const fits = (name: string, pattern: string): boolean =>
  pattern === '*' || (pattern.startsWith('*.') ? name.endsWith(pattern.slice(1).toLowerCase()) : name === pattern.toLowerCase())

/** Asked by whatever watches over the process, which knows it by its address. */
const ofWatchers = /^\/(health|healthcheck|ping)\/?(\?|$)/

type Hosts = Pick<Config, 'host' | 'allowedHosts' | 'publicUrl'>

/**
 * Refuses names that are not the product's: a page elsewhere whose name was turned to this machine would otherwise count as ours.
 * @throws AppError 421
 */
export const demandAllowedHost = ({ host, allowedHosts, publicUrl }: Hosts, request: FastifyRequest): void => {
  const isOpen = allowedHosts.length === 0 && !isLoopbackName(host)
  if (isOpen || ofWatchers.test(request.url)) return
  const name = hostNameOf(request.host)
  const own = [...allowedHosts, ...(publicUrl ? [hostNameOf(new URL(publicUrl).host)] : [])]
  if (isLoopbackName(name) || own.some((pattern) => fits(name, pattern))) return
  throw new AppError('GENERIC_BACKEND_ERROR', t('This server does not answer under the name %(name)s (see --allowed-hosts).', { name }), {
    status: 421,
  })
}
