import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { datasetKey } from '#core/access/grants.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { makeDataset } from '../../testing/test-records.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let alpha: Caller
let other: Caller
let reader: Caller
let datasetId: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  datasetId = await makeDataset(ctx, 'sales', ['region', 'amount'])
  alpha = await as(ctx, app, await makePerson(ctx, 'alpha', ['Alpha']))
  other = await as(ctx, app, await makePerson(ctx, 'other', ['Alpha']))
  const key = datasetKey({ id: datasetId, name: 'sales', database: { name: 'Files' } })
  reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Gamma'], [['datasource_access', key]]))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const make = async (caller: Caller, fields: object = {}): Promise<number> => {
  const answer = await caller.post('/api/v1/chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: datasetId,
    datasource_type: 'table',
    ...fields,
  })
  return (answer.json() as { id: number }).id
}

it('can be read by id and by uuid, with its version as ETag', async () => {
  const id = await make(admin)
  const byId = await admin.get(`/api/v1/chart/${id}`)
  const { uuid } = byId.json().result
  expect(byId.headers['etag']).toBe(`"chart-${id}-1"`)
  expect((await admin.get(`/api/v1/chart/${uuid}`)).json()).toEqual(byId.json())
})

it.each(['query', 'saved_query', 'dataset', 'view'])(
  'is of a dataset, not of a datasource of type %s with its id',
  async (datasource_type) => {
    const refusal = [422, { message: { datasource_id: ['Datasource does not exist'] } }]
    const made = await admin.post('/api/v1/chart/', { slice_name: 'Sales', datasource_id: datasetId, datasource_type })
    expect([made.statusCode, made.json()]).toEqual(refusal)
    const changed = await admin.put(`/api/v1/chart/${await make(admin)}`, { datasource_type })
    expect([changed.statusCode, changed.json()]).toEqual(refusal)
  },
)

it.each([null, 'shop'])('is found by the name of its dataset in the schema %j', async (schema) => {
  const datasource_id = await makeDataset(ctx, `stock of ${schema}`, ['amount'])
  await ctx.db.updateTable('datasets').set({ schema }).where('id', '=', datasource_id).execute()
  const id = await make(admin, { datasource_id })
  const name = (await admin.get(`/api/v1/chart/${id}`)).json().result.datasource_name_text
  expect(name).toBe(schema ? `${schema}.stock of ${schema}` : `stock of ${schema}`)
  const q = encodeURIComponent(`(filters:!((col:datasource_name,opr:eq,value:'${name}')))`)
  expect((await admin.get(`/api/v1/chart/?q=${q}`)).json().ids).toEqual([id])
})

it('rejects a stale save, and returns the new ETag of a fresh one', async () => {
  const id = await make(admin)
  const put = (tag: string) =>
    admin.inject({ method: 'PUT', url: `/api/v1/chart/${id}`, payload: { slice_name: 'x' }, headers: { 'if-match': tag } })
  expect((await put(`"chart-${id}-1"`)).headers['etag']).toBe(`"chart-${id}-2"`)
  const stale = await put(`"chart-${id}-1"`)
  expect([stale.statusCode, stale.json().message]).toEqual([412, expect.stringContaining('This chart was changed by Admin')])
})

it('undoes a deletion with the same id, and restores an older version', async () => {
  const id = await make(admin, { slice_name: 'First', params: '{"a":1}' })
  await admin.put(`/api/v1/chart/${id}`, { slice_name: 'Second', params: '{"a":2}' })
  await admin.delete(`/api/v1/chart/${id}`)
  expect((await admin.get(`/api/v1/chart/${id}`)).statusCode).toBe(404)
  expect((await other.post(`/api/v1/chart/${id}/restore`)).statusCode).toBe(403)
  expect((await admin.post(`/api/v1/chart/${id}/restore`)).json()).toEqual({ id, version: 4 })
  expect((await admin.get(`/api/v1/chart/${id}`)).json().result).toMatchObject({ slice_name: 'Second', params: '{"a":2}' })
  await admin.post(`/api/v1/chart/${id}/restore`, { version: 1 })
  expect((await admin.get(`/api/v1/chart/${id}`)).json().result).toMatchObject({ slice_name: 'First', params: '{"a":1}' })
  const { count, result } = (await admin.get(`/api/v1/chart/${id}/versions`)).json()
  expect([count, result.map((entry: { action: string }) => entry.action)]).toEqual([
    5,
    ['restore', 'restore', 'delete', 'update', 'create'],
  ])
  expect(result[0]).toMatchObject({ how: 'ui', changed_by: { first_name: 'Admin' } })
})

it('can be put on a dashboard only by users who may change that dashboard', async () => {
  const id = await make(alpha)
  const foreign = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Foreign', published: true })).json().id
  const on = await make(admin, { dashboards: [foreign] })
  expect((await alpha.put(`/api/v1/chart/${id}`, { dashboards: [foreign] })).statusCode).toBe(403)
  await admin.put(`/api/v1/chart/${on}`, { owners: [alpha.id] })
  expect((await alpha.put(`/api/v1/chart/${on}`, { dashboards: [] })).statusCode).toBe(403)
  expect((await alpha.put(`/api/v1/chart/${on}`, { dashboards: [foreign], slice_name: 'same place' })).statusCode).toBe(200)
  const hidden = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Draft' })).json().id
  expect((await alpha.put(`/api/v1/chart/${id}`, { dashboards: [hidden] })).json()).toEqual({
    message: { dashboards: ['Dashboards do not exist'] },
  })
})

it('does not reveal dashboards that the reader may not see', async () => {
  const id = await make(admin)
  const draft = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Secret plan' })).json().id
  await admin.put(`/api/v1/chart/${id}`, { dashboards: [draft] })
  expect((await reader.get(`/api/v1/chart/${id}`)).json().result.dashboards).toEqual([])
  expect((await admin.get(`/api/v1/chart/${id}`)).json().result.dashboards).toEqual([{ id: draft, dashboard_title: 'Secret plan' }])
})

it('accepts a query context from a reader, as Superset does, but changes nothing', async () => {
  const id = await make(admin)
  const context = { query_context: '{"queries":[]}', query_context_generation: true }
  const shown = async () => await ctx.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await shown()
  expect((await reader.put(`/api/v1/chart/${id}`, context)).statusCode).toBe(200)
  expect(await shown()).toEqual(before)
  expect((await reader.put(`/api/v1/chart/${id}`, { ...context, slice_name: 'mine now' })).statusCode).toBe(403)
  const without = { query_context_generation: true }
  expect((await reader.put(`/api/v1/chart/${id}`, without)).statusCode).toBe(403)
  expect((await admin.put(`/api/v1/chart/${id}`, without)).statusCode).toBe(200)
})

it('bulk deletion deletes all or none', async () => {
  const [mine, theirs] = [await make(alpha), await make(other)]
  const bulk = (ids: number[]) => alpha.delete(`/api/v1/chart/?q=!(${ids.join(',')})`)
  expect((await bulk([mine, theirs])).statusCode).toBe(403)
  expect((await alpha.get(`/api/v1/chart/${mine}`)).statusCode).toBe(200)
  expect((await bulk([mine])).json()).toEqual({ message: 'Deleted 1 chart' })
})
