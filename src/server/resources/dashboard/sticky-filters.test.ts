import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let owner: Caller
/** Sees the dashboard through a role. */
let reader: Caller
let stranger: Caller
let dashboard: string
let values: string

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  owner = await as(ctx, app, await adminOf(ctx))
  reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Gamma']))
  stranger = await as(ctx, app, await makePerson(ctx, 'stranger', ['Alpha']))
  const gamma = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  const made = await owner.post('/api/v1/dashboard/', { dashboard_title: 'Sales', published: true, roles: [gamma.id] })
  dashboard = `/api/v1/dashboard/${made.json<{ id: number }>().id}`
  values = `${dashboard}/sticky_filters`
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const remember = (isOn: boolean) => owner.put(dashboard, { json_metadata: JSON.stringify({ sticky_filters: isOn }) })
const valueOf = async (who: Caller) => (await who.get(values)).json<{ value: string | null }>().value

it('remembers the values of each user where the dashboard says so, and forgets them on request', async () => {
  expect((await reader.put(values, { value: '{"a":1}' })).statusCode).toBe(403)
  expect((await remember(true)).statusCode).toBe(200)
  expect((await reader.put(values, { value: '{"a":1}' })).statusCode).toBe(200)
  expect([await valueOf(reader), await valueOf(owner)]).toEqual(['{"a":1}', null])
  const again = await as(ctx, app, reader.id)
  expect(await valueOf(again)).toBe('{"a":1}')
  await remember(false)
  expect(await valueOf(reader)).toBeNull()
  await remember(true)
  expect((await reader.delete(values)).statusCode).toBe(200)
  expect(await valueOf(reader)).toBeNull()
})

it('is refused to those who may not see the dashboard, and for values that are no JSON', async () => {
  const unseen = [await stranger.get(values), await stranger.put(values, { value: '{}' }), await stranger.delete(values)]
  expect(unseen.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect((await reader.put(values, { value: '{' })).statusCode).toBe(400)
})

it('goes with its user', async () => {
  const leaver = await as(ctx, app, await makePerson(ctx, 'leaver', ['Gamma']))
  await leaver.put(values, { value: '{}' })
  await owner.delete(`/api/v1/security/users/${leaver.id}`)
  expect(await ctx.db.selectFrom('key_values').select('key').where('owner_id', '=', leaver.id).execute()).toEqual([])
})
