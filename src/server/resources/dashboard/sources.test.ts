import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { makeDataset } from '../../testing/test-records.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
/** Owns dashboards together with the admin, and may read no data. */
let gamma: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma']))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

it('a filter that has only lost its sort metric is no new one; who may not read the data cannot put the metric back', async () => {
  const dataset = await makeDataset(ctx, 'sales', ['region', 'amount'])
  const sorted = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: dataset, column: { name: 'region' } }],
    controlValues: { sortMetric: 'count' },
  }
  const configured = (filter: object) => JSON.stringify({ native_filter_configuration: [filter] })
  const body = { dashboard_title: 'Sales', owners: [admin.id, gamma.id], json_metadata: configured(sorted) }
  const id: number = (await admin.post('/api/v1/dashboard/', body)).json().id
  // As it was stored when the metric among the controls still counted.
  await ctx.db
    .updateTable('dashboards')
    .set({ json_metadata: configured({ ...sorted, sortMetric: null }) })
    .where('id', '=', id)
    .execute()

  expect((await gamma.put(`/api/v1/dashboard/${id}`, { dashboard_title: 'Ours' })).statusCode).toBe(200)
  const placed = await ctx.db.selectFrom('dashboard_sources').select('placed_by_fk').where('dashboard_id', '=', id).execute()
  expect(placed).toEqual([{ placed_by_fk: admin.id }])
  const put = async (filter: object) => (await gamma.put(`/api/v1/dashboard/${id}/filters`, { modified: [filter] })).statusCode
  expect([await put(sorted), await put({ ...sorted, sortMetric: 'count' })]).toEqual([403, 403])
})
