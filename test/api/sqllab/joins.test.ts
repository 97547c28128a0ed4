import { DuckDBInstance } from '@duckdb/node-api'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanStep } from '../../../src/api/sqllab.ts'
import { databaseKey, datasetKey } from '../../../src/core/access/grants.ts'
import { clearRightsCache } from '../../../src/server/access/principals.ts'
import { houseId } from '../../../src/server/house/house.ts'
import { as, makePerson, type Caller } from '../../../src/server/testing/test-people.ts'
import { startMariadb, startPostgres, type TestServer } from '../../engines/servers.ts'
import { addDatabase, connectTo, execute, faultOf, startApp } from './server.ts'

/** Statements of the house that join tables of a Postgres server, a MariaDB server and a DuckDB file. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-joins-'))
let postgres: TestServer
let mariadb: TestServer
let pg: Client
let server: Awaited<ReturnType<typeof startApp>>
let house: number
let shop: number
/** May read the house, and of the shop one table. */
let limited: Caller
/** May read the house, and knows of no other database. */
let stranger: Caller

const makeFile = async (path: string): Promise<void> => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run(`CREATE TABLE rates (currency VARCHAR, rate DECIMAL(10, 4)); INSERT INTO rates VALUES ('EUR', 1.1), ('USD', 1)`)
  db.closeSync()
  instance.closeSync()
}

const uriOf = (scheme: string, { parameters: { username, password, host, port, database } }: TestServer) =>
  `${scheme}://${username}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}`

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  pg = await connectTo(postgres)
  await pg.query(`
    create table orders (id int, person int, total numeric(12, 2), currency text, day date, at timestamp, paid boolean, big bigint);
    insert into orders select i, i % 3, i * 1.25, case i % 2 when 0 then 'EUR' else 'USD' end, date '2024-01-01' + i,
      timestamp '2024-01-01 10:30:00' + i * interval '1 day', i % 2 = 0, 9007199254740993 + i from generate_series(1, 30) i;
    create table wages (person int, pay int);
    create table wide (id int);
    insert into wide select generate_series(1, 2000)`)
  await makeFile(join(folder, 'rates.duckdb'))
  server = await startApp(['--join-row-limit', '1000'])
  const { ctx, app, admin } = server
  house = await houseId(ctx)
  shop = await addDatabase(admin, 'Shop', uriOf('postgresql', postgres))
  const people = await addDatabase(admin, 'My people', uriOf('mysql', mariadb), { allow_dml: true })
  await addDatabase(admin, 'Rates', `duckdb:///${join(folder, 'rates.duckdb')}`)
  const sql = `create table people (id int, name varchar(20), born datetime); insert into people values (0, 'Ann', '1990-02-01 08:00:00'), (1, 'Bob', null), (2, 'Cy', '1985-05-05')`
  const made = await execute(admin, { database_id: people, sql })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  const dataset = await admin.post('/api/v1/dataset/', { database: shop, schema: 'public', table_name: 'orders' })
  const orders = datasetKey({ id: dataset.json<{ id: number }>().id, name: 'orders', database: { name: 'Shop' } })
  const files = databaseKey({ id: house, name: 'Files' })
  const pairs: [string, string][] = [['database_access', files]]
  stranger = await as(ctx, app, await makePerson(ctx, 'stranger', ['Gamma', 'sql_lab'], pairs))
  limited = await as(ctx, app, await makePerson(ctx, 'limited', ['Gamma', 'sql_lab'], [...pairs, ['datasource_access', orders]]))
})
afterAll(async () => {
  await server?.stop()
  await pg?.end()
  await Promise.all([postgres?.stop(), mariadb?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const dataName = () => mariadb.parameters.database ?? ''
const run = (sql: string, caller = server.admin) => execute(caller, { database_id: house, schema: 'main', sql })
const rowsOf = async (sql: string, caller?: Caller) => {
  const { body, status } = await run(sql, caller)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body['data']
}
const executed = async (sql: string): Promise<string> => {
  const { body } = await run(sql)
  return (body['query'] as { executedSql: string }).executedSql
}

describe('a statement of the house', () => {
  it('joins tables of three databases', async () => {
    const rows = await rowsOf(`
      SELECT p.name, count(*) AS orders, round(sum(o.total * r.rate), 2) AS total
      FROM Shop.public.orders o
      JOIN "My people".${dataName()}.people p ON p.id = o.person
      LEFT JOIN "Rates".main.rates r ON r.currency = o.currency
      WHERE o.id <= 6 GROUP BY ALL ORDER BY name`)
    expect(rows).toEqual([
      { name: 'Ann', orders: 2, total: 12 },
      { name: 'Bob', orders: 2, total: 6.75 },
      { name: 'Cy', orders: 2, total: 9 },
    ])
  })

  it('keeps types and digits', async () => {
    const [row] = (await rowsOf(
      'SELECT typeof(total) AS total, typeof(day) AS day, typeof("at") AS at, typeof(paid) AS paid, CAST(big AS VARCHAR) AS big, "at" AS moment FROM Shop.public.orders WHERE id = 1',
    )) as object[]
    expect(row).toEqual({
      total: 'DECIMAL(38,2)',
      day: 'DATE',
      at: 'TIMESTAMP',
      paid: 'BOOLEAN',
      big: '9007199254740994',
      moment: expect.stringContaining('2024-01-02T10:30:00'),
    })
  })

  it('keeps missing values', async () => {
    expect(await rowsOf(`SELECT name FROM "My people".${dataName()}.people WHERE born IS NULL`)).toEqual([{ name: 'Bob' }])
  })

  it('fetches the columns and rows that are needed, and says so', async () => {
    const sql = await executed("SELECT sum(total) AS t FROM Shop.public.orders WHERE day >= '2024-01-10' AND id IN (12, 13) AND id + 1 > 0")
    expect(sql).toContain(`-- SELECT "id", "total", "day"
-- FROM "public"."orders"
-- WHERE "day" >= DATE '2024-01-10' AND "id" IN (12, 13)`)
    expect(sql).toContain('FROM "Shop.public.orders"')
  })

  it('reads a table twice with what is needed at each place', async () => {
    expect(await rowsOf('SELECT a.id AS a, b.id AS b FROM Shop.public.orders a, Shop.public.orders b WHERE a.id = 1 AND b.id = 2')).toEqual(
      [{ a: 1, b: 2 }],
    )
  })

  it('shows in its plan what other databases do', async () => {
    const answer = await server.admin.post('/api/v1/sqllab/explain/', {
      database_id: house,
      sql: 'SELECT id FROM Shop.public.orders WHERE id = 3',
    })
    const { result } = answer.json<{ result: PlanStep[] }>()
    expect(result[0]).toMatchObject({ name: 'Fetch from Shop.public.orders', detail: 'SELECT "id" FROM "public"."orders" WHERE "id" = 3' })
    expect(result.length).toBeGreaterThan(1)
  })

  it('refuses more rows than are fetched at most, and goes on once they are fewer', async () => {
    const answer = await run('SELECT count(*) FROM Shop.public.wide')
    expect(answer.status).not.toBe(200)
    expect(JSON.stringify(answer.body)).toContain('more than 1000 rows')
    expect(await rowsOf('SELECT count(*) AS n FROM Shop.public.wide WHERE id <= 1000')).toEqual([{ n: 1000 }])
  })

  it.each([
    ['SELECT 1 FROM Shop.public.nothing', 'The table \\"Shop.public.nothing\\" does not exist'],
    ['SELECT nothing FROM Shop.public.orders', 'nothing'],
    ['SELECT 1 FROM Nowhere.public.orders', 'Nowhere'],
  ])('says what is wrong with %s', async (sql, text) => {
    const answer = await run(sql)
    expect(answer.status).not.toBe(200)
    expect(JSON.stringify(answer.body)).toContain(text)
  })

  it.each(['SELECT * FROM Shop.pg_catalog.pg_authid', 'DELETE FROM Shop.public.orders'])(
    'refuses %s as the database itself would',
    async (sql) => expect((await run(sql)).status).not.toBe(200),
  )
})

it.each([
  ['SELECT id FROM Shop.public.orders', []],
  ['SELECT nothing FROM Shop.public.orders', [expect.stringContaining('nothing')]],
  ['SELECT 1 FROM Shop.public.nothing', [expect.stringContaining('does not exist')]],
])('%s is checked as the SQL of a dataset', async (sql, faults) => {
  const answer = await server.admin.post(`/api/v1/database/${house}/validate_sql/`, { sql, schema: 'main' })
  expect(answer.json<{ result: { message: string }[] }>().result.map(({ message }) => message)).toEqual(faults)
})

describe('rights', () => {
  it('a person reads the tables that they may, and no others', async () => {
    expect(await rowsOf('SELECT count(*) AS n FROM Shop.public.orders', limited)).toEqual([{ n: 30 }])
    expect(faultOf(await run('SELECT count(*) FROM Shop.public.wages', limited))).toBe('TABLE_SECURITY_ACCESS_ERROR')
    const both = await run(`SELECT 1 FROM Shop.public.orders o JOIN "My people".${dataName()}.people p ON p.id = o.person`, limited)
    expect(both.status).not.toBe(200)
    expect(JSON.stringify(both.body)).not.toContain('Ann')
  })

  it('a database that a person does not see is not there', async () => {
    const unseen = await run('SELECT 1 FROM Shop.public.orders', stranger)
    const missing = await run('SELECT 1 FROM Nope.public.orders', stranger)
    expect([unseen.status, missing.status]).toEqual([500, 500])
    expect(JSON.stringify(unseen.body['errors']).replaceAll('Shop', 'Nope')).toBe(JSON.stringify(missing.body['errors']))
  })

  it('row and column rules of the other database hold', async () => {
    const { admin, ctx } = server
    const list = await admin.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')
    const [{ id } = { id: 0 }] = list.json<{ result: { id: number }[] }>().result
    const role = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
    const rule = await admin.post('/api/v1/rowlevelsecurity/', {
      name: 'first ten',
      filter_type: 'Regular',
      tables: [id],
      roles: [role.id],
      clause: 'id <= 10',
    })
    expect(rule.statusCode).toBe(201)
    clearRightsCache(ctx)
    expect(await rowsOf('SELECT count(*) AS n FROM Shop.public.orders', limited)).toEqual([{ n: 10 }])
    expect(await rowsOf('SELECT count(*) AS n FROM Shop.public.orders WHERE id > 5', limited)).toEqual([{ n: 5 }])
    expect(await rowsOf('SELECT count(*) AS n FROM Shop.public.orders')).toEqual([{ n: 30 }])
  })
})

describe('a dataset on a join', () => {
  const chartOf = (id: number, caller: Caller, query: object = {}) =>
    caller.post('/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries: [{ columns: ['name'], metrics: ['count'], orderby: [['name', true]], ...query }],
      result_type: 'full',
      result_format: 'json',
    })
  let dataset: number

  beforeAll(async () => {
    const sql = `SELECT o.id, o.total, p.name FROM Shop.public.orders o JOIN "My people".${dataName()}.people p ON p.id = o.person`
    const made = await server.admin.post('/api/v1/dataset/', { database: house, schema: 'main', table_name: 'joined', sql })
    expect(made.json()).toMatchObject({ id: expect.any(Number) })
    dataset = made.json<{ id: number }>().id
    await server.admin.put(`/api/v1/dataset/${dataset}/refresh`)
    await server.admin.put(`/api/v1/dataset/${dataset}`, { metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }] })
  })

  it('knows its columns', async () => {
    const { result } = (await server.admin.get(`/api/v1/dataset/${dataset}`)).json<{ result: { columns: { column_name: string }[] } }>()
    expect(result.columns.map(({ column_name }) => column_name).sort()).toEqual(['id', 'name', 'total'])
  })

  it('draws charts, whose filters are sent to the databases', async () => {
    const answer = await chartOf(dataset, server.admin, { filters: [{ col: 'id', op: '<=', val: 7 }] })
    const [result] = answer.json<{ result: { data: unknown; query: string }[] }>().result
    expect(result?.data).toEqual([
      { name: 'Ann', count: 2 },
      { name: 'Bob', count: 3 },
      { name: 'Cy', count: 2 },
    ])
    expect(result?.query).toContain('-- WHERE "id" <= 7')
  })

  it('is closed to a person who may read one of its tables only', async () => {
    const { ctx, app } = server
    const key = datasetKey({ id: dataset, name: 'joined', database: { name: 'Files' } })
    const id = await makePerson(ctx, 'viewer', ['Gamma'], [['datasource_access', key]])
    const viewer = await as(ctx, app, id)
    const answer = await chartOf(dataset, viewer)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('Ann')
    const half = await chartOf(dataset, limited)
    expect(half.statusCode).toBeGreaterThanOrEqual(400)
    expect(half.body).not.toContain('Ann')
  })
})

it('a stop reaches the database from which rows are fetched', async () => {
  await pg.query('create view slow as select i from generate_series(1, 900) i, lateral (select pg_sleep(1) where i > 0) s')
  const clientId = 'joinstop01'
  const answer = execute(server.admin, {
    database_id: house,
    sql: 'SELECT count(*) FROM Shop.public.slow',
    client_id: clientId,
    runAsync: true,
  })
  expect((await answer).status).toBe(202)
  const busy = async () =>
    (await pg.query("select 1 from pg_stat_activity where state = 'active' and query like '%\"slow\"%' and pid <> pg_backend_pid()")).rows
      .length
  await expect.poll(busy, { timeout: 30_000 }).toBe(1)
  await server.admin.post('/api/v1/query/stop', { client_id: clientId })
  await expect.poll(busy, { timeout: 30_000 }).toBe(0)
})
