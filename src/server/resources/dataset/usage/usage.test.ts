import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatasetUsage } from '#api/dataset-usage.ts'
import { buildApp } from '../../../app.ts'
import { houseId } from '../../../house/house.ts'
import { testContext } from '../../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let reader: Caller
let source: number
let days = 0

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  const begin = Date.now()
  ctx.now = () => new Date(begin + days * 86_400_000)
  admin = await as(ctx, app, await adminOf(ctx))
  reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Alpha']))
  const sql = 'SELECT range AS n FROM range(3)'
  const made = await admin.post('/api/v1/dataset/', { database: await houseId(ctx), schema: 'main', table_name: 'numbers', sql })
  source = made.json<{ id: number }>().id
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const query = async (caller: Caller, rows = 10) => {
  const queries = [{ columns: ['n'], metrics: [], filters: [], row_limit: rows }]
  const answer = await caller.post('/api/v1/chart/data', { datasource: { id: source, type: 'table' }, queries, result_type: 'full' })
  expect(answer.statusCode).toBe(200)
}
const usage = async (caller: Caller) => (await caller.get(`/api/v1/dataset/${source}/usage`)).json<{ result: DatasetUsage }>().result

test('queries are counted by day and person, also those answered from the cache', async () => {
  expect(await usage(admin)).toMatchObject({ queries: 0, people_count: 0, people: [] })
  await query(reader)
  await query(reader)
  await query(admin, 1)
  days = 1
  await query(reader)
  const told = await usage(admin)
  expect(told).toMatchObject({ queries: 4, people_count: 2, guests: 0 })
  expect(told.days).toHaveLength(30)
  expect(told.days.slice(-2).map(({ queries }) => queries)).toEqual([3, 1])
  expect(told.people?.map(({ queries }) => queries)).toEqual([3, 1])
})

test('people who may not change the dataset see how often, and not who', async () => {
  expect(await usage(reader)).toMatchObject({ queries: 4, people_count: 2, people: null })
})

test('what was longer ago than thirty days is not shown', async () => {
  const last_on = new Date(ctx.now().getTime() - 40 * 86_400_000).toISOString()
  const old = { dataset_id: source, user_id: await adminOf(ctx), day: last_on.slice(0, 10), queries: 7, last_on }
  await ctx.db.insertInto('dataset_usage').values(old).execute()
  expect(await usage(admin)).toMatchObject({ queries: 4 })
})

test('a dataset that one may not see is not found', async () => {
  const stranger = await as(ctx, app, await makePerson(ctx, 'stranger', ['Gamma']))
  expect((await stranger.get(`/api/v1/dataset/${source}/usage`)).statusCode).toBe(404)
})
