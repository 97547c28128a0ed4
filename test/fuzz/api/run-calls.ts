import { transact } from '../../../src/server/db/transact.ts'
import { rows, type Row } from '../../api/access-matrix.rows.ts'
import { makeThing, type Made, type Thing } from '../../api/access-matrix.things.ts'
import { randomOf } from '../random.ts'
import { callOf, operationsOf, type Call, type Example, type OpenApi, type Operation } from './calls.ts'
import { judge, type Fault } from './judge.ts'
import { type Kind, type Sender, type Target } from './target.ts'

/** They stream until a job ends, or install packages from a registry. */
const left = new Set(['/api/v1/job/{job_id}/events', '/api/v1/change/events', '/api/v1/database/driver/{engine}'])

const rowOf = ({ method, path }: Operation): Row =>
  [(rows as Record<string, Row | Row[]>)[`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`] ?? []].flat()[0] ?? { other: '' }

const exampleOf = async ({ ctx, world }: Target, operation: Operation, owner: Sender): Promise<Example> => {
  const { about, params = {}, query = '', body } = rowOf(operation)
  // In a transaction, because other calls write meanwhile.
  const make = (kind: Thing) => transact(ctx.db, (db) => makeThing({ ...ctx, db }, world, kind, [owner.id || world.admin]))
  const thing: Made = about ? await make(about) : { id: world.gapminder, uuid: 'x' }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(thing[name as keyof Made] ?? whole))
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    parts: Object.fromEntries(names.map((name) => [name, fill(params[name] ?? (name === 'key' ? '{uuid}' : '{id}'))])),
    query: query ? `?${fill(query)}` : '',
    body: body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as unknown),
  }
}

export const readOperations = async (target: Target): Promise<Operation[]> => {
  const admin = await target.sender('admin')
  const answer = await admin.inject({ url: '/api/v1/_openapi', headers: { accept: 'application/json' } })
  return operationsOf(answer.json<OpenApi>()).filter(({ path }) => !left.has(path))
}

/** One seed a call, so that each can be sent again by itself. */
export const seedOf = (seed: number, at: number): number => (Math.imul(seed, 0x9e3779b1) + Math.imul(at, 0x85ebca6b)) >>> 0

type Wanted = { seed: number; from: number; count: number }
export type Ran = { sent: number; statuses: Record<number, number>; faults: Fault[] }

/** Administrators get furthest into the program. */
const kinds: readonly Kind[] = ['admin', 'admin', 'admin', 'alpha', 'gamma', 'guest', 'public']

/** Does something with each number from the given one on; a few are under way at once. */
export const eachOf = async (
  { from, count, inLine }: { from: number; count: number; inLine: number },
  send: (at: number) => Promise<void>,
) => {
  let next = from
  const work = async () => {
    while (next < from + count) await send(next++)
  }
  await Promise.all(Array.from({ length: inLine }, work))
}

/** Sends calls made from the OpenAPI document, from the given one on. */
export const fuzzCalls = async (target: Target, operations: readonly Operation[], { seed, from, count }: Wanted): Promise<Ran> => {
  const ran: Ran = { sent: 0, statuses: {}, faults: [] }
  const send = async (at: number) => {
    const random = randomOf(seedOf(seed, at))
    const kind = random.pick(kinds)
    const operation = random.pick(operations)
    const sender = await target.sender(kind)
    const call: Call = callOf(operation, random, await exampleOf(target, operation, sender))
    const { statusCode, faults } = await judge(target, sender, { call, what: `call ${at} as ${kind}` })
    ran.sent++
    ran.statuses[statusCode] = (ran.statuses[statusCode] ?? 0) + 1
    ran.faults.push(...faults)
    // Somebody who has ended their own sessions or account.
    if (statusCode === 401 && kind !== 'public') target.renew(kind)
  }
  await eachOf({ from, count, inLine: 6 }, send)
  return ran
}
