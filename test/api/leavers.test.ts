import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeThing, makeWorld, type World } from './access-matrix.things.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: Awaited<ReturnType<typeof buildApp>>
let world: World
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  server = await buildApp(ctx)
  admin = await as(ctx, server, await adminOf(ctx))
  world = await makeWorld(ctx, admin.id)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const path = '/api/v1/security/users/'
const ownersOf = async (kind: string, id: number) =>
  (
    await ctx.db.selectFrom('owners').select('user_id').where('kind', '=', kind).where('object_id', '=', id).orderBy('user_id').execute()
  ).map(({ user_id }) => user_id)

it('what a person owns is listed, and given to the new owner when the account is deleted', async () => {
  const leaver = await makePerson(ctx, 'leaver', ['Alpha'])
  const heir = await makePerson(ctx, 'heir', ['Alpha'])
  const chart = await makeThing(ctx, world, 'chart', [leaver])
  const dashboard = await makeThing(ctx, world, 'dashboard', [leaver, heir])
  expect((await admin.get(`${path}${leaver}/owned`)).json()).toMatchObject({
    result: [
      { kind: 'dashboard', id: dashboard.id, is_sole: false },
      { kind: 'chart', id: chart.id, is_sole: true },
    ],
  })
  for (const wrong of [leaver, 99_999]) expect((await admin.delete(`${path}${leaver}?new_owner=${wrong}`)).statusCode).toBe(422)
  expect(await ownersOf('chart', chart.id)).toEqual([leaver])
  expect((await admin.delete(`${path}${leaver}?new_owner=${heir}`)).statusCode).toBe(200)
  expect(await ownersOf('chart', chart.id)).toEqual([heir])
  expect(await ownersOf('dashboard', dashboard.id)).toEqual([heir])
})

it('without a new owner the objects stay, and administrators can change them', async () => {
  const leaver = await makePerson(ctx, 'second leaver', ['Alpha'])
  const chart = await makeThing(ctx, world, 'chart', [leaver])
  expect((await admin.delete(`${path}${leaver}`)).statusCode).toBe(200)
  expect(await ownersOf('chart', chart.id)).toEqual([])
  expect((await admin.put(`/api/v1/chart/${chart.id}`, { description: 'x' })).statusCode).toBe(200)
})

it('a role that is deleted while its people work grants nothing any more with their next request', async () => {
  const worker = await as(ctx, server, await makePerson(ctx, 'worker', ['None'], [['can_read', 'Chart']]))
  expect((await worker.get('/api/v1/chart/')).statusCode).toBe(200)
  const { id } = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'pairs of worker').executeTakeFirstOrThrow()
  expect((await admin.delete(`/api/v1/security/roles/${id}`)).statusCode).toBe(200)
  expect((await worker.get('/api/v1/chart/')).statusCode).toBe(403)
  expect((await worker.get('/api/v1/me/session')).json()).toMatchObject({ user: { username: 'worker', roles: [{ name: 'None' }] } })
})

it('a group cannot contain groups, and so never itself', async () => {
  const groups = '/api/v1/security/groups/'
  const { id } = (await admin.post(groups, { name: 'ring' })).json<{ id: number }>()
  const answer = await admin.put(`${groups}${id}`, { groups: [id] })
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: { groups: ['Unknown field.'] } }])
})
