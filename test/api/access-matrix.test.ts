import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InjectOptions } from 'fastify'
import { databaseKey, datasetKey } from '../../src/core/access/grants.ts'
import { adminOf, as, makePerson } from '../../src/server/testing/test-people.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeThing, makeWorld, type Made, type World } from './access-matrix.things.ts'
import { callers, rows, type Caller, type Row } from './access-matrix.rows.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World
const people = new Map<Caller, number>()
const names = Object.keys(callers) as Caller[]

beforeAll(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  const admin = await adminOf(ctx)
  people.set('admin', admin)
  world = await makeWorld(ctx, admin)
  const { database, gapminder } = world
  const grants = {
    dataset: ['datasource_access', datasetKey({ id: gapminder, name: 'gapminder', database })],
    database: ['database_access', databaseKey(database)],
  } as const
  for (const name of names) {
    const caller = callers[name]
    if (!caller || name === 'admin') continue
    people.set(name, await makePerson(ctx, name, [...caller.roles], 'grant' in caller ? [grants[caller.grant]] : []))
  }
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

const nothing: Made = { id: 999_999, uuid: '00000000-0000-4000-8000-000000000000' }

const fill = (text: string, thing: Made) =>
  text.replaceAll(/\{(id|uuid|column|metric|dataset|layer)\}/g, (_whole, name: keyof Made) => String(thing[name]))

const requestOf = (route: string, row: Row, thing: Made): InjectOptions => {
  const [method = '', path = ''] = route.split(' ')
  const part = (name: string) => fill(row.params?.[name] ?? (name === 'key' ? '{uuid}' : '{id}'), thing)
  const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) => part(name)) + (row.query ? `?${fill(row.query, thing)}` : '')
  const payload = row.form ? '' : fill(JSON.stringify(row.body ?? {}), thing)
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const type = row.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...(hasBody && { 'content-type': type }) }
  return { method: method as 'GET', url, headers, ...(hasBody && { payload }) }
}

/** `ok`, or the status of the refusal; of an object that must not be known, 404. */
const outcome = (status: number, row: Row) => (status === 401 || status === 403 || (status === 404 && row.about) ? String(status) : 'ok')

const ask = async (route: string, row: Row, name: Caller, isOwn: boolean) => {
  const userId = people.get(name)
  const owners = isOwn ? [userId ?? -1] : [people.get('admin') ?? -1, people.get('owner') ?? -1]
  const thing = row.about ? await makeThing(ctx, world, row.about, owners) : nothing
  const request = requestOf(route, row, thing)
  if (userId === undefined) return app.server.inject(request)
  const caller = await as(ctx, app.server, userId)
  if (!row.endless) return caller.inject(request, isOwn ? 'bearer' : 'session')
  const answer = await caller.inject({ ...request, payloadAsStream: true })
  answer.stream().destroy()
  return answer
}

const columns = (text: string) => text.split(/\s+/).join(' ')

const found = async (route: string, row: Row, isOwn: boolean) => {
  const outcomes: string[] = []
  for (const name of names) {
    const answer = await ask(route, row, name, isOwn)
    expect(answer.statusCode, `${route} as ${name}: ${row.endless ? '' : answer.body.slice(0, 300)}`).toBeLessThan(500)
    outcomes.push(outcome(answer.statusCode, row))
  }
  return outcomes.join(' ')
}

it('every route has a row, and every row a route', () => {
  const routes = app.routes.map((route) => `${route.method} ${route.path}`)
  expect(routes.toSorted()).toEqual(Object.keys(rows).toSorted())
})

describe.each(Object.entries(rows))('%s', (route, all) => {
  const cases = [all]
    .flat()
    .flatMap((row) => [
      { name: row.about ? `a ${row.about} of another` : 'all', row, isOwn: false, expected: row.other },
      ...(row.own === undefined ? [] : [{ name: `a ${row.about} of the caller`, row, isOwn: true, expected: row.own }]),
    ])
  it.each(cases)('$name', async ({ row, isOwn, expected }) => {
    expect(await found(route, row, isOwn)).toBe(columns(expected))
  })
})
