import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let owner: Caller
/** Sees the dashboard through a role. */
let reader: Caller
let stranger: Caller
let sets: string

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  owner = await as(ctx, app, await adminOf(ctx))
  reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Gamma']))
  stranger = await as(ctx, app, await makePerson(ctx, 'stranger', ['Alpha']))
  const gamma = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  const made = await owner.post('/api/v1/dashboard/', { dashboard_title: 'Sales', published: true, roles: [gamma.id] })
  sets = `/api/v1/dashboard/${made.json<{ id: number }>().id}/filtersets`
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const json_metadata = JSON.stringify({ nativeFilters: { f: 1 } })
const make = (who: Caller, more: object = {}) =>
  who.post(sets, { name: 'mine', owner_type: 'User', owner_id: who.id, json_metadata, ...more })
const forAll = { owner_type: 'Dashboard', owner_id: undefined }
const namesFor = async (who: Caller) => (await who.get(sets)).json<{ result: { name: string }[] }>().result.map(({ name }) => name)

it('a filter set belongs to a user, or to the dashboard and everyone who sees it', async () => {
  expect((await make(reader)).json()).toMatchObject({ owner_type: 'User', owner_id: reader.id, params: { nativeFilters: { f: 1 } } })
  expect((await make(owner, { name: 'all', ...forAll })).statusCode).toBe(201)
  expect([await namesFor(reader), await namesFor(owner)]).toEqual([['mine', 'all'], ['all']])
})

it('cannot be created for another user, or for a dashboard that the user may not change or see', async () => {
  expect((await make(reader, { owner_id: owner.id })).statusCode).toBe(403)
  expect((await make(reader, forAll)).statusCode).toBe(403)
  const unseen = [await make(stranger), await stranger.get(sets), await stranger.put(`${sets}/1`, {}), await stranger.delete(`${sets}/1`)]
  expect(unseen.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

it('can be changed and deleted by its owner', async () => {
  const { id } = (await make(reader, { name: 'changed' })).json<{ id: number }>()
  const other = await as(ctx, app, await makePerson(ctx, 'other', ['Gamma']))
  expect((await other.put(`${sets}/${id}`, { name: 'x' })).statusCode).toBe(404)
  expect((await other.delete(`${sets}/${id}`)).json()).toEqual({})
  expect((await reader.put(`${sets}/${id}`, { name: 'new', description: null })).json()).toMatchObject({ name: 'new' })
  expect((await reader.put(`${sets}/${id}`, { owner_type: 'Dashboard' })).statusCode).toBe(403)
  expect((await owner.put(`${sets}/${id}`, { owner_type: 'Dashboard' })).json()).toMatchObject({ owner_type: 'Dashboard' })
  expect((await reader.put(`${sets}/${id}`, { name: 'x' })).statusCode).toBe(403)
  expect((await reader.delete(`${sets}/${id}`)).statusCode).toBe(403)
  expect(Object.keys((await owner.delete(`${sets}/${id}`)).json<object>())).toEqual(['id'])
  expect(await namesFor(owner)).not.toContain('new')
})

it('its changes are recorded, and deletion is soft', async () => {
  const { id } = (await make(reader, { name: 'first' })).json<{ id: number }>()
  await reader.put(`${sets}/${id}`, { name: 'second' })
  await reader.delete(`${sets}/${id}`)
  expect((await reader.put(`${sets}/${id}`, { name: 'third' })).statusCode).toBe(404)
  const history = await ctx.db
    .selectFrom('versions')
    .select(['version', 'action', 'user_id', 'state'])
    .where('kind', '=', 'filter_set')
    .where('object_id', '=', id)
    .orderBy('version')
    .execute()
  expect(history.map(({ state, ...row }) => ({ ...row, name: (JSON.parse(state) as { name: string }).name }))).toEqual([
    { version: 1, action: 'create', user_id: reader.id, name: 'first' },
    { version: 2, action: 'update', user_id: reader.id, name: 'second' },
    { version: 3, action: 'delete', user_id: reader.id, name: 'second' },
  ])
  const logged = await ctx.db.selectFrom('action_log').select('action').where('action', 'like', 'filter_set.%').execute()
  expect(logged.map(({ action }) => action)).toEqual(expect.arrayContaining(['filter_set.create', 'filter_set.delete']))
})

it('is not available under another dashboard', async () => {
  const { id } = (await make(owner, { name: 'here', ...forAll })).json<{ id: number }>()
  const made = await owner.post('/api/v1/dashboard/', { dashboard_title: 'Other' })
  const elsewhere = `/api/v1/dashboard/${made.json<{ id: number }>().id}/filtersets/${id}`
  expect((await owner.put(elsewhere, { name: 'x' })).statusCode).toBe(404)
  expect((await owner.delete(elsewhere)).json()).toEqual({})
  expect(await namesFor(owner)).toContain('here')
})

it('is deleted with its user', async () => {
  const leaving = await makePerson(ctx, 'leaving', ['Gamma'])
  await make(await as(ctx, app, leaving))
  await owner.delete(`/api/v1/security/users/${leaving}`)
  expect(
    await ctx.db.selectFrom('filter_sets').select('id').where('owner_type', '=', 'User').where('owner_id', '=', leaving).execute(),
  ).toEqual([])
})
