import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ConnectionParameters } from '#engines/engine.ts'
import type { TunnelSpec } from '#engines/host/protocol.ts'
import type { Config } from '../../../start/config.ts'
import { isPostgresUri } from '../../../db/place.ts'
import { parametersOf, parseUri } from './uri.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
loopback.addAddress('::', 'ipv6')
loopback.addAddress('0.0.0.0')

const thisMachine = 'this machine'

/** A canonical name of an address; all addresses of this machine have the same. */
const canonical = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
  const isOwn = Object.values(networkInterfaces()).some((faces) => faces?.some((face) => face.address === plain))
  return isOwn || loopback.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4') ? thisMachine : plain
}

/** The addresses of a host name; a socket folder is on this machine. */
const addressesOf = async (host: string): Promise<string[]> => {
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (name === '' || name.startsWith('/')) return [thisMachine]
  const found = await lookup(name, { all: true }).catch(() => [])
  return found.length > 0 ? found.map(({ address }) => canonical(address)) : [name.toLowerCase()]
}

const intersect = (one: readonly string[], other: readonly string[]): boolean => one.some((item) => other.includes(item))

/**
 * Whether a Postgres connection leads to our own metadata, under any name of its server. Through a tunnel, names of the machine itself mean
 * that of the SSH server.
 */
export const isOwnMetadata = async (
  { metadata }: Pick<Config, 'metadata'>,
  given: ConnectionParameters,
  tunnel?: Pick<TunnelSpec, 'host'>,
): Promise<boolean> => {
  const uri = isPostgresUri(metadata) ? parseUri(metadata ?? '') : null
  if (!uri) return false
  const own = parametersOf(uri)
  const portOf = ({ port }: ConnectionParameters) => port ?? 5432
  const databaseOf = ({ database, username }: ConnectionParameters) => database || username || ''
  if (portOf(own) !== portOf(given) || databaseOf(own) !== databaseOf(given)) return false
  const [ownAddresses, addresses] = await Promise.all([own, given].map(({ host = '' }) => addressesOf(host)))
  const reached = tunnel && addresses?.includes(thisMachine) ? [...addresses, ...(await addressesOf(tunnel.host))] : addresses
  return intersect(ownAddresses ?? [], reached ?? [])
}
