import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteOptions } from '../../src/api/declare/route.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { startPostgres, type TestServer } from '../engines/servers.ts'
import { rows, type Row } from './access-matrix.rows.ts'
import { makeThing, makeWorld, type Made, type World } from './access-matrix.things.ts'
import { hostileRequests, type Decent } from './hostile.requests.ts'

/** No route breaks on a value that nobody expects: on Postgres, which takes fewer of them than SQLite does. */
let postgres: TestServer
let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World

beforeAll(async () => {
  postgres = await startPostgres()
  const { username, password, host, port } = postgres.parameters
  ctx = await testContext([], `postgresql://${username}:${password}@${host}:${port}`)
  app = await createApp(ctx)
  world = await makeWorld(ctx, await adminOf(ctx))
})
afterAll(async () => {
  await app?.server.close()
  await ctx?.close()
  await postgres?.stop()
})

let people = 0
const administrator = async (): Promise<Caller> => as(ctx, app.server, await makePerson(ctx, `hostile${people++}`, ['Admin']))

const rowOf = (route: RouteOptions): Row =>
  [(rows as Record<string, Row | Row[]>)[`${route.method} ${route.path}`] ?? []].flat()[0] ?? { other: '' }

const decentOf = ({ params, query, body }: Row, thing: Made): Decent => {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(thing[name as keyof Made] ?? whole))
  return {
    part: (name) => fill(params?.[name] ?? (name === 'key' ? '{uuid}' : '{id}')),
    query: query ? `?${fill(query)}` : '',
    body: JSON.parse(fill(JSON.stringify(body ?? {}))) as object,
  }
}

const scimKeys = ['schemas', 'status', 'scimType', 'detail']

/**
 * JSON with the keys of errors on the wire, or a failed payload; old routes have no key for what is missing, or no body at all. Pages are
 * HTML, and SCIM has a shape of its own.
 */
const isRefusal = ({ answers, path }: RouteOptions, body: string): boolean => {
  if (body === '' || (answers === 'page' && body.startsWith('<!doctype html>'))) return true
  if (path.startsWith('/scim/')) return Object.keys(JSON.parse(body) as object).every((key) => scimKeys.includes(key))
  const answer = body.startsWith('{') ? (JSON.parse(body) as { status?: unknown; errors?: unknown[] }) : { '': '' }
  if ('status' in answer && answer.status === 'failed' && answer.errors?.length) return true
  return Object.keys(answer).every((key) => ['message', 'errors', 'error', 'msg', 'severity'].includes(key))
}

/** It streams until the job ends. */
const endless = new Set(['/api/v1/job/:job_id/events', '/api/v1/change/events'])

it('every response to a malicious value is a clean error', async () => {
  const broken: string[] = []
  let asked = 0
  for (const route of app.routes.filter(({ path }) => !endless.has(path))) {
    let caller = await administrator()
    const row = rowOf(route)
    const nothing: Made = { id: 1, uuid: '00000000-0000-4000-8000-000000000000' }
    const thing = row.about ? await makeThing(ctx, world, row.about, [caller.id]) : nothing
    for (const { what, url, payload, type = 'application/json' } of hostileRequests(route, decentOf(row, thing))) {
      const headers = { 'sec-fetch-site': 'same-origin', ...(payload !== undefined && { 'content-type': type }) }
      const answer = await caller.inject({ method: route.method, url, headers, ...(payload !== undefined && { payload }) }, 'bearer')
      asked++
      if (answer.statusCode >= 500 || (answer.statusCode >= 400 && !isRefusal(route, answer.body)))
        broken.push(`${answer.statusCode} ${route.method} ${route.path} ${what.slice(0, 200)}: ${answer.body.slice(0, 200)}`)
      // A person who changed their own password, or closed their sessions.
      if (answer.statusCode === 401) caller = await administrator()
    }
  }
  expect(asked).toBeGreaterThan(10_000)
  expect(broken).toEqual([])
}, 900_000)

const operands = [null, '', 'x', 1, -1.5, 2 ** 31, 1e300, true, [], [1], [null], {}, '\u0000', '2020-99-99', '%', '1e999']

const lists = Object.keys(rows).flatMap((route) => route.match(/^GET (.+\/)_info$/)?.[1] ?? [])

describe('every filter accepts any value', () => {
  it.each(lists)('of the list %s', { timeout: 120_000 }, async (list) => {
    const caller = await administrator()
    const info = await caller.get(`${list}_info?q=(keys:!(filters))`)
    const { filters } = info.json<{ filters: Record<string, { operator: string }[]> }>()
    const broken: string[] = []
    for (const [col, operators] of Object.entries(filters))
      for (const { operator: opr } of operators)
        for (const value of operands) {
          const filter = { col, opr, value }
          const q = encodeURIComponent(JSON.stringify({ filters: [filter], page_size: 1 }))
          const { statusCode, body } = await caller.get(`${list}?q=${q}`)
          if (statusCode >= 500) broken.push(`${JSON.stringify(filter)}: ${body}`)
        }
    expect(broken).toEqual([])
  })

  it('all lists are tested', () => {
    const served = app.routes.flatMap(({ method, path }) => (method === 'GET' && path.endsWith('/_info') ? path.replace('_info', '') : []))
    expect(lists.toSorted()).toEqual(served.toSorted())
  })
})
