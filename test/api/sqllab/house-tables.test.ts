import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../../../src/server/house/house.ts'
import { as, makePerson, type Caller } from '../../../src/server/testing/test-people.ts'
import { execute, startApp } from './server.ts'

/** CREATE TABLE AS in the tables that are kept here. */
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
let house: number

beforeAll(async () => {
  server = await startApp()
  admin = server.admin
  house = await houseId(server.ctx)
  expect((await admin.put(`/api/v1/database/${house}`, { allow_ctas: true, allow_cvas: true })).statusCode).toBe(200)
})
afterAll(() => server?.stop())

const ctas = (caller: Caller, table: string, sql: string, more: object = {}) =>
  execute(caller, { database_id: house, sql, select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: table, queryLimit: 2, ...more })

test('all rows of a query become a table with a dataset, whose charts know when they were read', async () => {
  const { status, body } = await ctas(admin, 'squares', 'select range as n, range * range as square from range(5)')
  expect([status, body['data']]).toEqual([200, [{ Count: 5 }]])
  const read = await execute(admin, { database_id: house, sql: 'select n, square from squares order by n', queryLimit: 2 })
  expect(read.body['data']).toEqual([
    { n: 0, square: 0 },
    { n: 1, square: 1 },
  ])
  const found = await admin.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:squares)))')
  const { id } = found.json<{ result: { id: number }[] }>().result[0] ?? { id: 0 }
  const answer = await admin.post('/api/v1/chart/data', {
    datasource: { id, type: 'table' },
    queries: [{ metrics: ['count'], columns: [] }],
  })
  expect(answer.json().result[0]).toMatchObject({ data: [{ count: 5 }], data_dttm: expect.any(String) })
})

test.each<[name: string, request: { table: string; sql?: string; more?: object }, text: RegExp]>([
  ['a name that is taken', { table: 'squares' }, /A table named squares already exists/],
  ['a name of the system', { table: 'duckdb_tables' }, /reserved/],
  ['a statement that fails', { table: 'broken', sql: "select error('no such row') as a" }, /no such row/],
  ['a view', { table: 'looked', more: { ctas_method: 'VIEW' } }, /opened only for reading/],
])('%s is refused, and nothing is left', async (_, { table, sql = 'select 1 as a', more }, text) => {
  const before = await server.ctx.db.selectFrom('table_files').select('id').execute()
  const { status, body } = await ctas(admin, table, sql, more)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(body)).toMatch(text)
  expect(await server.ctx.db.selectFrom('table_files').select('id').execute()).toEqual(before)
})

test('who may not read the whole database makes no table in it', async () => {
  const person = await as(server.ctx, server.app, await makePerson(server.ctx, 'person', ['Gamma', 'sql_lab']))
  expect((await ctas(person, 'mine', 'select 1 as a')).status).toBeGreaterThanOrEqual(400)
})
