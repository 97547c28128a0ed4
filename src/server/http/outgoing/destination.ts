import { lookup } from 'node:dns/promises'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { mayReach, type Purpose } from '#engines/host/reach/networks.ts'
import type { Config } from '../../start/config.ts'

export type Address = { address: string; family: number }

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<Address[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true })

export type Destination = { host: string; port: number; purpose: Purpose }

export type Outgoing = Pick<Config, 'outgoingNetworks'>

/** Services that speak no HTTP but may act on what an HTTP client sends. */
const foreignPorts = new Set([1433, 1521, 2049, 2375, 3306, 3389, 5432, 5900, 5984, 6379, 6667, 9042, 9200, 11211, 27017])

const isWebPort = (port: number) => port === 80 || port === 443 || (port >= 1024 && !foreignPorts.has(port))

/** Names neither the address nor what is behind it, so that nobody can explore a network by the errors. */
const refused = (host: string) =>
  new AppError('GENERIC_BACKEND_ERROR', t('The address of %(host)s is not allowed.', { host }), { status: 422 })

/** URL parsing turns 2130706433, 0x7f.1 and 127。0。0。1 into 127.0.0.1, as the connecting code would. */
const canonicalHost = (host: string): string => {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  if (!URL.canParse(`http://${bracketed}/`)) throw refused(host)
  return new URL(`http://${bracketed}/`).hostname.replace(/^\[|\]$/g, '')
}

/**
 * The addresses of a host that this server may connect to: the only check of every outgoing connection. Connect to the returned address
 * and do not resolve the name again: a name server may answer otherwise the second time.
 * @throws AppError 422 if one of its addresses is not allowed, or it has none
 */
export const resolveDestination = async (
  config: Outgoing,
  { host, port, purpose }: Destination,
  resolve: Resolve = resolveAll,
): Promise<[Address, ...Address[]]> => {
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  if (!isPort || (purpose === 'web' && !isWebPort(port))) throw refused(host)
  const [first, ...others] = await resolve(canonicalHost(host)).catch((): Address[] => [])
  if (!first) throw refused(host)
  const isAllowed = ({ address }: Address) => mayReach(address, { purpose, allowed: config.outgoingNetworks })
  if (![first, ...others].every(isAllowed)) throw refused(host)
  return [first, ...others]
}
