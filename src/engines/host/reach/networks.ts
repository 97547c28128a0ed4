import { BlockList, isIP } from 'node:net'

/** What a connection is for: databases are often in private networks, unless the server keeps them to public ones; everything else is outside. */
export type Purpose = 'database' | 'public database' | 'web'

/** A network such as 10.0.0.0/8, or a single address. @throws Error for anything else */
const addNetwork = (list: BlockList, network: string): void => {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

const networks = (names: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const name of names) addNetwork(list, name)
  return list
}

/** Not addresses of one machine, the metadata services of clouds, and forms of IPv6 that carry an IPv4 address. */
const refusedAlways = networks([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100.100.100.200',
  '168.63.129.16',
  '::/128',
  'fe80::/10',
  'fd00:ec2::254',
  'ff00::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  '100::/64',
])

/** This machine and private networks. */
const inside = networks([
  '10.0.0.0/8',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '198.18.0.0/15',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::1/128',
  'fc00::/7',
  '2001:db8::/32',
])

/** `::ffff:7f00:1` is 127.0.0.1. */
const unmapped = (address: string): string => {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address) ?? []
  if (high === undefined || low === undefined) return address.replace(/^::ffff:(?=\d+\.)/i, '')
  const bytes = [high, low].map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255])
  return bytes.join('.')
}

/** Whether a connection may go to an address. `allowed` are the networks of the setting `outgoingNetworks`. */
export const mayReach = (address: string, { purpose, allowed }: { purpose: Purpose; allowed: readonly string[] }): boolean => {
  const plain = unmapped(address)
  const family = isIP(plain)
  if (family === 0) return false
  const isIn = (list: BlockList) => list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  if (isIn(networks(allowed))) return true
  return !isIn(refusedAlways) && (purpose === 'database' || !isIn(inside))
}
