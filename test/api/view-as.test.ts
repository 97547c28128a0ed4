import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { datasetKey } from '../../src/core/access/grants.ts'
import { viewMinutes } from '../../src/server/access/login/view-as.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeThing, makeWorld, type World } from './access-matrix.things.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World
let adminId: number
let admin: Caller
let gammaRole: number
let reader: number
let now = new Date()

const path = '/api/v1/security/view_as/'
const view = (caller: Caller, kind: 'user' | 'role', id: number) => caller.post(path, { kind, id })
const actions = async () =>
  (
    await ctx.db.selectFrom('action_log').select(['action', 'user_id', 'json']).where('action', 'like', 'view_as.%').orderBy('id').execute()
  ).map(({ action, user_id, json }) => [action, user_id, JSON.parse(json ?? '{}')] as const)

beforeAll(async () => {
  ctx = Object.assign(await testContext(), { now: () => now })
  app = await createApp(ctx)
  adminId = await adminOf(ctx)
  world = await makeWorld(ctx, adminId)
  const grant = ['datasource_access', datasetKey({ id: world.gapminder, name: 'gapminder', database: world.database })] as const
  reader = await makePerson(ctx, 'reader', ['Gamma'], [grant])
  gammaRole = (await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()).id
})
beforeEach(async () => {
  now = new Date()
  admin = await as(ctx, app.server, adminId)
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

it('an administrator sees what a person sees, and is marked as looking on', async () => {
  const closed = await makeThing(ctx, world, 'dataset', [adminId])
  const open = await makeThing(ctx, world, 'dashboard', [adminId])
  expect((await view(admin, 'user', reader)).statusCode).toBe(200)
  const session = (await admin.get('/api/v1/me/session')).json()
  expect(session).toMatchObject({ user: { id: reader, username: 'reader' }, viewing: { as: 'user' } })
  expect((await admin.get(`/api/v1/dataset/${closed.id}`)).statusCode).toBe(404)
  expect((await admin.get(`/api/v1/dashboard/${open.id}`)).statusCode).toBe(200)
  expect((await admin.get('/api/v1/security/users/')).statusCode).toBe(403)
})

it('a role is looked at as somebody who holds it and owns nothing', async () => {
  const mine = await makeThing(ctx, world, 'draft', [adminId])
  expect((await view(admin, 'role', gammaRole)).statusCode).toBe(200)
  expect((await admin.get('/api/v1/me/session')).json()).toMatchObject({ user: { id: 0, username: 'Gamma' }, viewing: { as: 'role' } })
  expect((await admin.get('/api/v1/me/')).json()).toMatchObject({ result: { username: 'Gamma', is_anonymous: false } })
  expect((await admin.get(`/api/v1/dashboard/${mine.id}`)).statusCode).toBe(404)
  for (const read of [
    'me/roles/',
    'dashboard/',
    'chart/',
    'dataset/',
    'query/',
    'saved_query/',
    'tag/',
    'log/recent_activity/',
    'me/preferences',
  ])
    expect((await admin.get(`/api/v1/${read}`)).statusCode, read).toBeLessThan(500)
})

it('every write is refused, by every route that has one', async () => {
  await view(admin, 'user', adminId)
  const before = await ctx.db.selectFrom('action_log').select('id').orderBy('id', 'desc').executeTakeFirst()
  const reading =
    /^\/(api\/v1\/(chart\/(data|annotation_data)|public_link\/open)|superset\/(explore_json|annotation_json)|datasource\/samples|logout)/
  for (const { method, path: pattern, writes } of app.routes) {
    if ((method === 'GET' && !writes) || reading.test(pattern) || pattern === path || pattern.startsWith('/login')) continue
    const url = pattern.replaceAll(/:\w+/g, '1')
    const answer = await admin.inject({
      method,
      url,
      ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect([403, 404], `${method} ${url}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
    if (answer.statusCode === 403) expect(answer.body).toContain('while you look at this as somebody else')
  }
  const after = await ctx.db.selectFrom('action_log').select('id').orderBy('id', 'desc').executeTakeFirst()
  expect(after).toEqual(before)
})

it('the sessions and tokens of the person are not shown', async () => {
  await view(admin, 'user', reader)
  expect((await admin.get('/api/v1/me/sessions')).statusCode).toBe(403)
  expect((await admin.get('/api/v1/me/tokens')).statusCode).toBe(403)
})

it('it ends on request, by time, and with the session, and the log says who looked on as whom', async () => {
  const start = (await actions()).length
  await view(admin, 'user', reader)
  expect((await admin.delete(path)).statusCode).toBe(200)
  expect((await admin.get('/api/v1/me/session')).json()).toMatchObject({ user: { id: adminId }, viewing: null })
  await view(admin, 'role', gammaRole)
  now = new Date(now.getTime() + viewMinutes * 60_000 + 1)
  expect((await admin.get('/api/v1/me/session')).json()).toMatchObject({ user: { id: adminId }, viewing: null })
  await view(admin, 'user', reader)
  expect((await admin.post('/logout/')).statusCode).toBeLessThan(400)
  expect((await admin.get('/api/v1/me/session')).json()).toMatchObject({ user: null, viewing: null })
  expect((await actions()).slice(start)).toMatchObject([
    ['view_as.begin', adminId, { kind: 'user', id: reader }],
    ['view_as.end', adminId, { kind: 'user', id: reader }],
    ['view_as.begin', adminId, { kind: 'role', id: gammaRole }],
    ['view_as.begin', adminId, { kind: 'user', id: reader }],
  ])
})

it('only administrators, only in a browser’s session, only as somebody who exists', async () => {
  const other = await as(ctx, app.server, await makePerson(ctx, 'helpdesk', ['Gamma'], [['can_get', 'User']]))
  expect((await view(other, 'user', adminId)).statusCode).toBe(403)
  expect((await admin.inject({ method: 'POST', url: path, payload: { kind: 'user', id: reader } }, 'bearer')).statusCode).toBe(403)
  expect((await view(admin, 'user', 99_999)).statusCode).toBe(404)
  expect((await view(admin, 'role', 99_999)).statusCode).toBe(404)
  expect((await admin.post(path, { kind: 'group', id: 1 })).statusCode).toBe(400)
})

it('people who are no longer administrators are back to their own rights', async () => {
  const second = await makePerson(ctx, 'second', ['Admin'])
  const caller = await as(ctx, app.server, second)
  await view(caller, 'user', adminId)
  expect((await caller.get('/api/v1/me/session')).json()).toMatchObject({ user: { id: adminId } })
  expect((await admin.put(`/api/v1/security/users/${second}`, { roles: [gammaRole] })).statusCode).toBe(200)
  expect((await caller.get('/api/v1/me/session')).json()).toMatchObject({ user: { id: second }, viewing: null })
})
