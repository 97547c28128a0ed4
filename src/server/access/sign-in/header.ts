import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { MessageError } from '#core/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { admit, type ExternalPerson } from './admit.ts'

const ranges: Record<string, string> = {
  loopback: '127.0.0.0/8,::1/128',
  linklocal: '169.254.0.0/16,fe80::/10',
  uniquelocal: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
}

const lists = new Map<string, BlockList>()

const listOf = (text: string): BlockList => {
  const known = lists.get(text)
  if (known) return known
  const list = new BlockList()
  const addresses = text
    .split(',')
    .map((one) => one.trim())
    .flatMap((one) => (ranges[one] ?? one).split(','))
  for (const one of addresses.filter((address) => address !== '')) {
    const [address = '', bits] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  lists.set(text, list)
  return list
}

/** Whether the connection itself comes from a trusted proxy; addresses in headers do not count. */
const isFromProxy = ({ socket }: FastifyRequest, trustedProxies: string): boolean => {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  return address !== '' && listOf(trustedProxies).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const headerOf = ({ headers }: FastifyRequest, name: string | undefined): string => {
  const value = name === undefined ? undefined : headers[name.toLowerCase()]
  return typeof value === 'string' ? value.trim() : ''
}

/** The person whom a trusted proxy names, or null. */
export const headerPerson = ({ config }: Pick<Context, 'config'>, request: FastifyRequest): ExternalPerson | null => {
  const { header } = config.auth
  if (!header || !isFromProxy(request, config.trustedProxies)) return null
  const username = headerOf(request, header.user)
  if (username === '') return null
  const groups = headerOf(request, header.groups)
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '')
  const email = headerOf(request, header.email) || null
  return { provider: 'header', subject: username, username, firstName: '', lastName: username, email, groups }
}

/** Admissions are remembered, because every request names its person. */
const admittedMs = 60_000
const admitted = new WeakMap<Db, Map<string, { userId: number | null; until: number }>>()

/** The account of the person whom a trusted proxy names; null without one, or for one who is not let in. */
export const userOfHeader = async (ctx: Context, request: FastifyRequest): Promise<number | null> => {
  const person = headerPerson(ctx, request)
  const { header } = ctx.config.auth
  if (!person || !header) return null
  const memory = admitted.get(ctx.db) ?? new Map<string, { userId: number | null; until: number }>()
  admitted.set(ctx.db, memory)
  const key = JSON.stringify([person.username, person.email, person.groups])
  const known = memory.get(key)
  if (known && known.until > ctx.now().getTime()) return known.userId
  const userId = await admit(ctx, person, header).catch((error: unknown) => {
    if (error instanceof MessageError) return null
    throw error
  })
  if (memory.size >= 10_000) memory.clear()
  memory.set(key, { userId, until: ctx.now().getTime() + admittedMs })
  return userId
}
