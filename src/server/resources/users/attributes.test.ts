import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { replaceAttributes } from '../../access/attributes.ts'
import { userRights } from '../../access/principals.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let admin: Caller
let ann: number

beforeAll(async () => {
  ctx = await testContext()
  server = await buildApp(ctx)
  admin = await as(ctx, server, await adminOf(ctx))
  ann = await makePerson(ctx, 'ann', ['Gamma'])
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const address = () => `/api/v1/security/users/${ann}/attributes`
const put = (attributes: unknown) => admin.put(address(), { attributes })

it('attributes written by hand replace each other and reach the rights of the person at once', async () => {
  expect((await put({ region: 'EU', teams: ['a', 'b'] })).statusCode).toBe(200)
  expect((await userRights(ctx, ann))?.user.attributes).toEqual({ region: 'EU', teams: ['a', 'b'] })
  expect((await put({ region: 'US' })).json()).toEqual({ result: [{ name: 'region', value: 'US', source: 'hand' }] })
  expect((await userRights(ctx, ann))?.user.attributes).toEqual({ region: 'US' })
})

it('attributes of a sign-in provider neither replace nor delete those written by hand', async () => {
  await put({ region: 'US' })
  await replaceAttributes(ctx.db, ann, 'oidc', { region: 'EU', office: 'Oslo' })
  expect((await admin.get(address())).json()).toEqual({
    result: [
      { name: 'office', value: 'Oslo', source: 'oidc' },
      { name: 'region', value: 'US', source: 'hand' },
    ],
  })
  await replaceAttributes(ctx.db, ann, 'oidc', {})
  expect((await admin.get(address())).json()).toEqual({ result: [{ name: 'region', value: 'US', source: 'hand' }] })
})

it.each([
  ['a number', { region: 1 }],
  ['a nested list', { region: [['EU']] }],
  ['a name with quotes', { "a'b": 'EU' }],
  ['a list in place of names', ['EU']],
])('%s is no attribute', async (_what, attributes) => {
  expect((await put(attributes)).statusCode).toBe(400)
})

it('attributes go with the account', async () => {
  const bob = await makePerson(ctx, 'bob', ['Gamma'])
  await admin.put(`/api/v1/security/users/${bob}/attributes`, { attributes: { region: 'EU' } })
  await admin.delete(`/api/v1/security/users/${bob}`)
  expect(await ctx.db.selectFrom('user_attributes').select('name').where('user_id', '=', bob).execute()).toEqual([])
  expect((await admin.get(`/api/v1/security/users/${bob}/attributes`)).statusCode).toBe(404)
})
