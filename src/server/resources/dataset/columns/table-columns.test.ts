import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ColumnsCheck } from '#api/dataset-columns.ts'
import { buildApp } from '../../../app.ts'
import { testContext } from '../../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let id: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  const userId = await adminOf(ctx)
  admin = await as(ctx, app, userId)
  const path = join(mkdtempSync(join(tmpdir(), 'columns-')), 'sales.csv')
  writeFileSync(path, 'sold on,code,amount\n01.02.2024,1,10\n15.02.2024,2,20\nnever,x,30\n,4,\n')
  const columns = [
    { name: 'sold on', type: 'VARCHAR' },
    { name: 'code', type: 'VARCHAR' },
    { name: 'amount', type: 'BIGINT' },
  ]
  const payload = { source: { path }, name: 'sales.csv', schema: 'main', table: 'sales', options: {}, columns }
  const job = await ctx.jobs.waitFor(await ctx.jobs.start({ kind: 'upload', payload, userId }))
  expect(job.error).toBeNull()
  id = (job.result as { dataset_id: number }).dataset_id
  const { result } = (await admin.get(`/api/v1/dataset/${id}`)).json()
  const labelled = result.columns.map((column: { id: number; column_name: string }) => ({
    id: column.id,
    column_name: column.column_name,
    verbose_name: `Label of ${column.column_name}`,
  }))
  const metrics = [{ metric_name: 'total', expression: 'SUM(amount)' }]
  expect((await admin.put(`/api/v1/dataset/${id}`, { columns: labelled, metrics })).statusCode).toBe(200)
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const path = () => `/api/v1/dataset/${id}/table_columns`
const check = async (columns: object[]) => (await admin.post(`${path()}/check`, { columns })).json<{ result: ColumnsCheck }>().result
/** In the order of their texts: a result without an order has none. */
const rows = async (...columns: string[]) => {
  const body = { datasource: { id, type: 'table' }, queries: [{ columns, metrics: [], orderby: [], row_limit: 10 }] }
  const { data } = (await admin.post('/api/v1/chart/data', body)).json<{ result: [{ data: object[] }] }>().result[0]
  return data.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
const stored = async () =>
  (await admin.get(`/api/v1/dataset/${id}`))
    .json()
    .result.columns.map((column: Record<string, unknown>) => [
      column['column_name'],
      column['type'],
      column['verbose_name'],
      column['is_dttm'],
    ])

const retyped = [
  { from: 'sold on', name: 'day', type: 'DATE', format: '%d.%m.%Y' },
  { from: 'code', name: 'code', type: 'BIGINT' },
  { from: 'amount', name: 'price', type: 'DOUBLE' },
]

test('values that do not fit and what would break are listed before anything is changed', async () => {
  const before = await stored()
  const found = await check(retyped)
  expect(found).toMatchObject({ rows: 1, values: [{ row: 3, column: 'day', value: 'never' }] })
  expect(found.changes.lost).toEqual([
    { column_name: 'sold on', used_by: [] },
    { column_name: 'amount', used_by: ['total'] },
  ])
  expect(await stored()).toEqual(before)
  expect(readdirSync(join(ctx.config.dataDir, 'uploads')).filter((name) => name.startsWith('check-'))).toEqual([])
})

test('columns are renamed and retyped with all their rows; what the dataset says of them stays', async () => {
  expect((await admin.put(path(), { columns: retyped })).json()).toEqual({ message: 'OK' })
  expect(await stored()).toEqual([
    ['day', 'DATE', 'Label of sold on', true],
    ['code', 'BIGINT', 'Label of code', false],
    ['price', 'DOUBLE', 'Label of amount', false],
  ])
  expect(await rows('code', 'price')).toEqual([
    { code: 1, price: 10 },
    { code: 2, price: 20 },
    { code: 4, price: null },
    { code: null, price: 30 },
  ])
  expect((await admin.get(path())).json()).toEqual({
    result: [
      { name: 'day', type: 'DATE' },
      { name: 'code', type: 'BIGINT' },
      { name: 'price', type: 'DOUBLE' },
    ],
  })
})

test('two columns exchange their names', async () => {
  const columns = [
    { from: 'code', name: 'price', type: 'BIGINT' },
    { from: 'price', name: 'code', type: 'DOUBLE' },
  ]
  expect((await admin.put(path(), { columns })).statusCode).toBe(200)
  expect((await stored()).slice(1)).toEqual([
    ['price', 'BIGINT', 'Label of code', false],
    ['code', 'DOUBLE', 'Label of amount', false],
  ])
})

test.each([
  ['a name twice', [{ from: 'day', name: 'code', type: 'DATE' }]],
  ['a column that is not there', [{ from: 'nothing', name: 'x', type: 'DATE' }]],
  ['what is no type', [{ from: 'day', name: 'day', type: 'DATE); drop table data; --' }]],
])('%s is refused, and the table stays', async (_, columns) => {
  const before = await stored()
  expect((await admin.put(path(), { columns })).statusCode).toBe(422)
  expect(await stored()).toEqual(before)
})

test('only who may change the dataset changes its table, and a query has no table', async () => {
  const reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Alpha']))
  expect((await reader.put(path(), { columns: [] })).statusCode).toBe(403)
  const { database } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  const made = await admin.post('/api/v1/dataset/', { database: database.id, schema: 'main', table_name: 'asked', sql: 'select 1 as a' })
  const other = `/api/v1/dataset/${made.json<{ id: number }>().id}/table_columns`
  expect((await admin.get(other)).json()).toEqual({ result: null })
  expect((await admin.put(other, { columns: [] })).statusCode).toBe(422)
})
