import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InjectOptions } from 'fastify'
import { databaseKey, datasetKey } from '../../src/core/access/grants.ts'
import { adminOf, as, makePerson } from '../../src/server/access/test-people.ts'
import { assemble } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/test-context.ts'
import { makeThing, makeWorld, type World } from './access-matrix.things.ts'
import { callers, rows, type Caller, type Row } from './access-matrix.rows.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World
const people = new Map<Caller, number>()
const names = Object.keys(callers) as Caller[]

beforeAll(async () => {
  ctx = await testContext()
  app = await assemble(ctx)
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

const fill = (text: string, { id, uuid }: { id: number; uuid: string }) => text.replaceAll('{id}', String(id)).replaceAll('{uuid}', uuid)

const requestOf = (route: string, row: Row, thing: { id: number; uuid: string }): InjectOptions => {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replaceAll(/:\w+/g, String(thing.id)) + (row.query ? `?${fill(row.query, thing)}` : '')
  const payload = row.form ? '' : fill(JSON.stringify(row.body ?? {}), thing)
  const type = row.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const hasBody = method === 'POST' || method === 'PUT'
  return {
    method: method as 'GET',
    url,
    headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...(hasBody && { 'content-type': type }) },
    ...(hasBody && { payload }),
  }
}

/** `ok`, or the status of the refusal; of an object that must not be known, 404. */
const outcome = (status: number, row: Row) => (status === 401 || status === 403 || (status === 404 && row.about) ? String(status) : 'ok')

const ask = async (route: string, row: Row, name: Caller, isOwn: boolean) => {
  const userId = people.get(name)
  const owners = isOwn ? [userId ?? -1] : [people.get('admin') ?? -1, people.get('owner') ?? -1]
  const thing = row.about ? await makeThing(ctx, world, row.about, owners) : { id: 999_999, uuid: '00000000-0000-4000-8000-000000000000' }
  const request = requestOf(route, row, thing)
  if (userId === undefined) return app.server.inject(request)
  return (await as(ctx, app.server, userId)).inject(request, isOwn ? 'bearer' : 'session')
}

const columns = (text: string) => text.split(/\s+/).join(' ')

const found = async (route: string, row: Row, isOwn: boolean) => {
  const outcomes: string[] = []
  for (const name of names) {
    const answer = await ask(route, row, name, isOwn)
    expect(answer.statusCode, `${route} as ${name}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
    outcomes.push(outcome(answer.statusCode, row))
  }
  return outcomes.join(' ')
}

it('every route has its row, and every row its route', () => {
  const routes = app.routes.map((route) => `${route.method} ${route.path}`)
  expect(routes.toSorted()).toEqual(Object.keys(rows).toSorted())
})

describe.each(Object.entries(rows))('%s', (route, row) => {
  it(`${row.about ? 'of another' : 'is open to those who may'}`, async () => {
    expect(await found(route, row, false)).toBe(columns(row.other))
  })
  if (row.own !== undefined) {
    it('of the caller', async () => {
      expect(await found(route, row, true)).toBe(columns(row.own ?? ''))
    })
  }
})
