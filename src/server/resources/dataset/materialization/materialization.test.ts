import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Materialization } from '#api/dataset-materialization.ts'
import { buildApp } from '../../../app.ts'
import { discardRetired } from '../../../house/clean-table-files.ts'
import { houseId } from '../../../house/house.ts'
import { testContext } from '../../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../../testing/test-people.ts'
import { startDueMaterializations } from './store.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let source: number
let days = 0

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  const begin = Date.now()
  ctx.now = () => new Date(begin + days * 86_400_000)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
  const sql = "SELECT range AS n, DATE '2024-01-01' + range::INTEGER AS day FROM range(3)"
  const made = await admin.post('/api/v1/dataset/', { database: await houseId(ctx), schema: 'main', table_name: 'numbers', sql })
  source = made.json<{ id: number }>().id
  const [n, day] = (await admin.get(`/api/v1/dataset/${source}`)).json().result.columns
  const columns = [
    { id: n.id, column_name: 'n', verbose_name: 'Number' },
    { id: day.id, column_name: 'day' },
    { column_name: 'twice', expression: 'n * 2', type: 'BIGINT' },
  ]
  const metrics = [
    { metric_name: 'total', expression: 'SUM(n)' },
    { metric_name: 'share', expression: 'SUM(n) / 3.0' },
  ]
  expect((await admin.put(`/api/v1/dataset/${source}`, { columns, metrics })).statusCode).toBe(200)
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const path = () => `/api/v1/dataset/${source}/materialization`
const read = async () => (await admin.get(path())).json<{ result: Materialization | null }>().result
/** The state after the run that was started last. */
const afterRun = async () => {
  const row = await ctx.db.selectFrom('dataset_materializations').select('job_id').executeTakeFirstOrThrow()
  await ctx.jobs.waitFor(row.job_id ?? '')
  const result = await read()
  if (!result) throw new Error('no materialization')
  return result
}
const query = async (id: number, column: string) => {
  const body = { datasource: { id, type: 'table' }, queries: [{ columns: [column], orderby: [[column, true]] }] }
  const answer = await admin.post('/api/v1/chart/data', body)
  return answer.json<{ result: { data: Record<string, unknown>[]; data_dttm?: string }[] }>().result[0]
}

test('a dataset becomes a table with labels and plain metrics, and charts on it know the time of their data', async () => {
  expect(await read()).toBeNull()
  const set = await admin.put(path(), { table_name: 'numbers_table', every: 'day', kept: 2 })
  expect([set.statusCode, set.json()]).toEqual([200, { message: 'OK' }])
  const done = await afterRun()
  expect(done).toMatchObject({ table_name: 'numbers_table', every: 'day', kept: 2, is_running: false, error: null })
  expect(done.generations).toEqual([{ id: expect.any(Number), data_on: expect.any(String), rows: 3, is_current: true }])
  const copy = done.dataset_id ?? 0
  const { columns, metrics, kind } = (await admin.get(`/api/v1/dataset/${copy}`)).json().result
  expect(kind).toBe('physical')
  expect(columns.map((column: Record<string, unknown>) => [column['column_name'], column['verbose_name'], column['type']])).toEqual([
    ['n', 'Number', 'BIGINT'],
    ['day', null, 'DATE'],
    ['twice', null, 'BIGINT'],
  ])
  expect(metrics.map((metric: { expression: string }) => metric.expression)).toEqual(['COUNT(*)', 'SUM(n)'])
  expect(await query(copy, 'twice')).toMatchObject({
    data: [{ twice: 0 }, { twice: 2 }, { twice: 4 }],
    data_dttm: done.generations[0]?.data_on,
  })
  expect(await query(source, 'n')).not.toHaveProperty('data_dttm')
})

test('it is written again when it is due; as many generations are kept as were asked for', async () => {
  await startDueMaterializations(ctx)
  expect((await afterRun()).generations).toHaveLength(1)
  const sql = "SELECT range AS n, DATE '2024-01-01' AS day FROM range(5)"
  expect((await admin.put(`/api/v1/dataset/${source}`, { sql })).statusCode).toBe(200)
  for (const rows of [5, 5]) {
    days += 1.1
    await startDueMaterializations(ctx)
    expect((await afterRun()).generations[0]).toMatchObject({ rows, is_current: true })
  }
  days += 0.5
  await discardRetired(ctx)
  const files = await ctx.db.selectFrom('table_files').select('rows').where('table_name', '=', 'numbers_table').orderBy('id').execute()
  expect(files.map(({ rows }) => Number(rows))).toEqual([5, 5])
  expect((await query((await afterRun()).dataset_id ?? 0, 'n'))?.data).toHaveLength(5)
})

test('an older generation is read again, with its columns, until the next run; one that is not there is not found', async () => {
  const sql = "SELECT range AS n, DATE '2024-01-01' AS day, 'x' AS letter FROM range(7)"
  expect((await admin.put(`/api/v1/dataset/${source}?override_columns=true`, { sql })).statusCode).toBe(200)
  expect((await admin.post(`${path()}/run`)).statusCode).toBe(200)
  const { generations, dataset_id: copy } = await afterRun()
  const columnsOfCopy = async () =>
    (await admin.get(`/api/v1/dataset/${copy}`)).json().result.columns.map((column: Record<string, unknown>) => column['column_name'])
  expect(await columnsOfCopy()).toContain('letter')
  const older = generations.find((generation) => !generation.is_current)
  expect((await admin.post(`${path()}/generation/${older?.id}`)).json()).toEqual({ message: 'OK' })
  expect((await read())?.generations.filter(({ is_current }) => is_current)).toEqual([{ ...older, is_current: true }])
  expect(await query(copy ?? 0, 'n')).toMatchObject({ data: { length: 5 }, data_dttm: older?.data_on })
  expect(await columnsOfCopy()).not.toContain('letter')
  expect((await admin.post(`${path()}/generation/999999`)).statusCode).toBe(404)
  expect((await admin.post(`${path()}/run`)).statusCode).toBe(200)
  expect((await afterRun()).generations[0]).toMatchObject({ rows: 7, is_current: true })
  await admin.put(`/api/v1/dataset/${source}?override_columns=true`, { sql: "SELECT range AS n, DATE '2024-01-01' AS day FROM range(5)" })
  await admin.post(`${path()}/run`)
  await afterRun()
})

test('a run that fails says why, and the last generation stays', async () => {
  const sql = "SELECT CASE WHEN range < 9 THEN range ELSE error('out of numbers') END AS n, DATE '2024-01-01' AS day FROM range(10)"
  expect((await admin.put(`/api/v1/dataset/${source}`, { sql })).statusCode).toBe(200)
  expect((await admin.post(`${path()}/run`)).statusCode).toBe(200)
  const failed = await afterRun()
  expect(failed.error).toContain('out of numbers')
  expect(failed.generations[0]).toMatchObject({ rows: 5, is_current: true })
  expect((await query(failed.dataset_id ?? 0, 'n'))?.data).toHaveLength(5)
})

test('a name that another dataset has is refused, and so are people who may not change the dataset', async () => {
  const taken = await admin.put(path(), { table_name: 'numbers', every: 'day', kept: 2 })
  expect([taken.statusCode, taken.json()]).toEqual([422, { message: { table_name: ['A table named numbers already exists'] } }])
  const alpha = await as(ctx, app, await makePerson(ctx, 'alpha', ['Alpha']))
  expect((await alpha.put(path(), { table_name: 'mine', every: 'day', kept: 2 })).statusCode).toBe(403)
  expect((await alpha.delete(path())).statusCode).toBe(403)
  expect((await alpha.get(path())).statusCode).toBe(200)
})

test('without its schedule the table stays', async () => {
  expect((await admin.delete(path())).statusCode).toBe(200)
  expect(await read()).toBeNull()
  expect((await admin.post(`${path()}/run`)).json()).toEqual({ message: 'The dataset is not materialized.' })
  const stays = await ctx.db
    .selectFrom('table_files')
    .select('id')
    .where('table_name', '=', 'numbers_table')
    .where('retired_on', 'is', null)
    .execute()
  expect(stays).toHaveLength(1)
})
