import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let kim: Caller
let id: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  kim = await as(ctx, app, await makePerson(ctx, 'kim', ['Alpha']))
  id = (await kim.post('/api/v1/dashboard/', { dashboard_title: 'Sales', slug: 'sales' })).json<{ id: number }>().id
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const version = (dashboard_title: string) => ({
  dashboard_title,
  slug: '',
  description: '',
  css: '',
  certified_by: '',
  certification_details: '',
  owners: [{ id: 1, name: 'Admin' }],
  roles: [],
  json_metadata: '{}',
  position_json: '{}',
})
const draft = (title: string) => ({ etag: '"dashboard-1-1"', base: version('Sales'), draft: version(title), steps: 2 })
const draftOf = async (caller: Caller) => (await caller.get(`/api/v1/dashboard/${id}/draft`)).json<{ result: object | null }>().result

it('keeps one draft per person and dashboard, until it is thrown away', async () => {
  expect(await draftOf(kim)).toBeNull()
  await kim.put(`/api/v1/dashboard/${id}/draft`, draft('Mine'))
  await admin.put(`/api/v1/dashboard/${id}/draft`, draft('Theirs'))
  await kim.put(`/api/v1/dashboard/${id}/draft`, draft('Mine, later'))
  expect(await draftOf(kim)).toMatchObject({ ...draft('Mine, later'), changed_on: expect.stringMatching(/^\d{4}-/) as string })
  expect(await draftOf(admin)).toMatchObject(draft('Theirs'))
  await kim.delete(`/api/v1/dashboard/${id}/draft`)
  expect([await draftOf(kim), (await draftOf(admin)) === null]).toEqual([null, false])
})

it('rejects a draft that is none', async () => {
  const answer = await kim.put(`/api/v1/dashboard/${id}/draft`, { ...draft('x'), base: { ...version('x'), position_json: '{' } })
  expect(answer.statusCode).toBe(400)
})

it('says who else is editing, in other tabs, until they leave', async () => {
  const say = async (caller: Caller, tab_id: string, is_editing: boolean) => {
    const { result } = (await caller.put(`/api/v1/dashboard/${id}/editors`, { tab_id, is_editing })).json<{
      result: { first_name: string }[]
    }>()
    return result.map((person) => person.first_name)
  }
  const [adminName, kimName] = await Promise.all(
    [admin, kim].map(async (caller) => (await caller.get('/api/v1/me/')).json<{ result: { first_name: string } }>().result.first_name),
  )
  expect(await say(kim, '1', true)).toEqual([])
  expect(await say(admin, '2', true)).toEqual([kimName])
  expect(await say(kim, '1', true)).toEqual([adminName])
  expect((await say(kim, '3', true)).toSorted()).toEqual([adminName, kimName].toSorted())
  await say(kim, '3', false)
  await say(admin, '2', false)
  expect(await say(kim, '1', true)).toEqual([])
})

it('goes back to an earlier version with its slug, unless somebody saved since', async () => {
  const saved = await kim.put(`/api/v1/dashboard/${id}`, { dashboard_title: 'Costs', slug: 'costs' })
  const etag = String(saved.headers['etag'])
  const before = Number(/(\d+)"$/.exec(etag)?.[1]) - 1
  const restore = (ifMatch: string) =>
    kim.inject({ method: 'POST', url: `/api/v1/dashboard/${id}/restore`, payload: { version: before }, headers: { 'if-match': ifMatch } })
  expect((await restore('"dashboard-0-0"')).statusCode).toBe(412)
  expect((await restore(etag)).statusCode).toBe(200)
  expect((await kim.get(`/api/v1/dashboard/${id}`)).json<{ result: object }>().result).toMatchObject({
    dashboard_title: 'Sales',
    slug: 'sales',
  })
})
