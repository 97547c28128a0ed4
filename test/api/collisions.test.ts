import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { startPostgres, type TestServer } from '../engines/servers.ts'

/** Requests that write the same at the same time, on Postgres, where many write at once. */
let postgres: TestServer
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let dashboard: string

beforeAll(async () => {
  postgres = await startPostgres()
  const { username, password, host, port } = postgres.parameters
  ctx = await testContext([], `postgresql://${username}:${password}@${host}:${port}`)
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Sales' })
  dashboard = String(made.json<{ id: number }>().id)
})
afterAll(async () => {
  await app?.close()
  await ctx?.close()
  await postgres?.stop()
})

const statuses = async (requests: readonly (() => Promise<{ statusCode: number }>)[]): Promise<number[]> =>
  (await Promise.all(requests.map((request) => request()))).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const times = 8
const atOnce = (request: () => Promise<{ statusCode: number }>) => statuses(Array.from({ length: times }, () => request))

const person = { username: 'u', first_name: 'a', last_name: 'b', email: 'u@example.org', password: 'secret-123', roles: [1] }

it.each<[string, object]>([
  ['/api/v1/security/roles/', { name: 'r' }],
  ['/api/v1/security/users/', person],
  ['/api/v1/security/groups/', { name: 'g' }],
  ['/api/v1/security/resources/', { name: 'v' }],
  ['/api/v1/security/permissions-resources/', { permission_id: 1, view_menu_id: 2 }],
  ['/api/v1/annotation_layer/', { name: 'l' }],
  ['/api/v1/dashboard/', { dashboard_title: 'd', slug: 'slug' }],
  ['/api/v1/dashboard/', { dashboard_title: 'd', uuid: '00000000-0000-4000-8000-0000000000ab' }],
])('of concurrent creations at %s with the same name one succeeds, and the others get an error', async (url, body) => {
  expect(await atOnce(() => admin.post(url, body))).toEqual([201, ...Array.from({ length: times - 1 }, () => 422)])
})

it.each<[string, (who: Caller) => Promise<{ statusCode: number }>]>([
  ['tags of one name', (who) => who.post('/api/v1/tag/', { name: 't' })],
  ['a tag put on a dashboard', (who) => who.post(`/api/v1/tag/3/${dashboard}/`, { properties: { tags: ['q'] } })],
  ['owners', (who) => who.put(`/api/v1/dashboard/${dashboard}`, { owners: [who.id] })],
  ['people of a role', (who) => who.put('/api/v1/security/roles/1/users', { user_ids: [who.id] })],
  ['rights of a role', (who) => who.post('/api/v1/security/roles/2/permissions', { permission_view_menu_ids: [1, 2, 3] })],
  ['a favourite', (who) => who.post(`/api/v1/dashboard/${dashboard}/favorites/`)],
])('%s: the later writer writes the same again', async (_what, request) => {
  const found = await atOnce(() => request(admin))
  expect(found.filter((status) => status >= 300)).toEqual([])
})

it('concurrently replaced lists are not mixed', async () => {
  const { id } = (await admin.post('/api/v1/security/roles/', { name: 'listed' })).json<{ id: number }>()
  const set = (ids: number[]) => () => admin.post(`/api/v1/security/roles/${id}/permissions`, { permission_view_menu_ids: ids })
  expect(await statuses([set([1, 2]), set([3]), set([4, 5]), set([6])])).toEqual([200, 200, 200, 200])
  const { result } = (await admin.get(`/api/v1/security/roles/${id}/permissions/`)).json<{ result: { id: number }[] }>()
  expect([[1, 2], [3], [4, 5], [6]]).toContainEqual(result.map((pair) => pair.id).toSorted((a, b) => a - b))
})

it('when two administrators remove each other, one remains', async () => {
  const two = await Promise.all(['one', 'other'].map(async (name) => as(ctx, app, await makePerson(ctx, name, ['Admin']))))
  const [one, other] = two as [Caller, Caller]
  await one.put(`/api/v1/security/users/${admin.id}`, { active: false })
  const out = (who: Caller, whom: Caller) => () => who.put(`/api/v1/security/users/${whom.id}`, { active: false })
  expect((await statuses([out(one, other), out(other, one)]))[0]).toBe(200)
  const left = await ctx.db.selectFrom('users').select('id').where('active', '=', 1).where('id', 'in', [one.id, other.id]).execute()
  expect(left).toHaveLength(1)
})
