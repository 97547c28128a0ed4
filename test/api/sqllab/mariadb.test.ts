import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanStep } from '../../../src/api/sqllab.ts'
import { startMariadb, type TestServer } from '../../engines/servers.ts'
import { typesInParquet } from './parquet.ts'
import { as, makePerson } from '../../../src/server/testing/test-people.ts'
import { addDatabase, execute, startApp } from './server.ts'

/** SQL Lab on a real MariaDB server. */
let mariadb: TestServer
let server: Awaited<ReturnType<typeof startApp>>
let open: number
let closed: number

beforeAll(async () => {
  mariadb = await startMariadb()
  server = await startApp()
  const { username = '', password = '', host, port, database } = mariadb.parameters
  const uri = `mysql://${username}:${password}@${host}:${port}/${database}`
  open = await addDatabase(server.admin, 'open', uri, { allow_dml: true, allow_ctas: true })
  closed = await addDatabase(server.admin, 'closed', uri)
  const made = await run('create table seen (id int, note text); insert into seen values (1, "a"), (2, "b"), (3, null)')
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
})
afterAll(async () => {
  await server?.stop()
  await mariadb?.stop()
})

const run = (sql: string, more: object = {}) => execute(server.admin, { database_id: open, sql, ...more })

it('the statements of a script share a connection', async () => {
  const { body } = await run('create temporary table mine as select 7 as a; insert into mine values (8); select * from mine order by a')
  expect(body['data']).toEqual([{ a: 7 }, { a: 8 }])
})

it('rows of a statement before the last one are left', async () => {
  expect((await run('select * from seen; select 5 as a')).body['data']).toEqual([{ a: 5 }])
})

it('repeated names are numbered, empty ones too', async () => {
  expect((await run("select 1 as a, 2 as a, 3 as '', 4 as ''")).body['data']).toEqual([{ a: 1, a__1: 2, '': 3, __1: 4 }])
})

it('a decimal stays one in Parquet, with the digits of its type', async () => {
  await run('select cast(0.1 as decimal(30, 10)) as share, sum(id * 1.25) as total from seen', { client_id: 'parquet1' })
  const file = (await server.admin.get('/api/v1/sqllab/export/parquet1/?format=parquet')).rawPayload
  expect(await typesInParquet(file)).toEqual({ share: 'DECIMAL(38,10)', total: 'DECIMAL(38,2)' })
})

it('rows are limited, and empty values kept', async () => {
  const { body } = await run('select id, note from seen order by id desc', { queryLimit: 2 })
  expect([body['data'], body['query']]).toMatchObject([
    [
      { id: 3, note: null },
      { id: 2, note: 'b' },
    ],
    { limitingFactor: 'DROPDOWN' },
  ])
})

it('a table is created from a query', async () => {
  await run('select id from seen', { select_as_cta: true, tmp_table_name: 'made_table' })
  expect((await run('select count(*) as n from made_table')).body['data']).toEqual([{ n: 3 }])
})

it('a query is explained as a tree with rows and time', async () => {
  const answer = await server.admin.post('/api/v1/sqllab/explain/', { database_id: open, sql: 'select * from seen order by id' })
  const { result } = answer.json<{ result: PlanStep[] }>()
  expect(result[0]).toMatchObject({ depth: 0, name: 'query block' })
  expect(result.find(({ detail }) => detail === 'seen')).toMatchObject({ name: 'table', rows: 3 })
})

it('the cost of each statement is estimated', async () => {
  const answer = await server.admin.post('/api/v1/sqllab/estimate/', {
    database_id: open,
    sql: 'select * from seen; select * from seen a, seen b',
  })
  const costs = answer.json<{ result: Record<string, string>[] }>().result.map((cost) => Number(cost['Total cost']))
  expect(costs[0]).toBeGreaterThan(0)
  expect(costs[1]).toBeGreaterThan(costs[0] ?? Infinity)
})

it('a column is profiled over all rows', async () => {
  await run('select id, note, id * 1.5 as price from seen', { client_id: 'profile1', queryLimit: 1 })
  const profileOf = async (column: string) =>
    (await server.admin.post('/api/v1/sqllab/profile/', { client_id: 'profile1', column })).json<{ result: object }>().result
  expect(await profileOf('note')).toMatchObject({
    rows: 3,
    blank: 1,
    distinct: 2,
    top: [
      { value: 'a', count: 1 },
      { value: 'b', count: 1 },
    ],
  })
  expect(await profileOf('price')).toMatchObject({ rows: 3, blank: 0, distinct: 3, lowest: 1.5, highest: 4.5, mean: 3 })
})

it('describes and explains', async () => {
  expect((await run('describe seen')).body['data']).toHaveLength(2)
  expect((await run('explain select * from seen')).status).toBe(200)
})

describe('a database that does not allow changes refuses', () => {
  it.each([
    'delete from seen',
    '/*!50000 delete from seen */',
    'select 1 /*! into outfile "/tmp/x" */',
    'select * from seen into outfile "/tmp/x"',
    'select * from seen for update',
    'replace into seen values (4, "d")',
    'select 1; truncate table seen',
    'set global max_connections = 1',
    'call p()',
    'load data infile "/etc/passwd" into table seen',
    'explain analyze delete from seen',
    'select sleep(10)',
  ])('%s', async (sql) => {
    const answer = await execute(server.admin, { database_id: closed, sql })
    expect([400, 403, 422]).toContain(answer.status)
    expect((await run('select count(*) as n from seen')).body['data']).toEqual([{ n: 3 }])
  })
})

it('Stop reaches the engine', async () => {
  const { createConnection } = await import('mysql2/promise')
  const { username: user, password, host, port } = mariadb.parameters
  const watcher = await createConnection({ host, port, ...(user && { user }), ...(password && { password }) })
  const running = async () => {
    const [rows] = await watcher.query(
      "select 1 from information_schema.processlist where info like '%stop_here%' and info not like '%processlist%'",
    )
    return (rows as unknown[]).length
  }
  const sql = 'select count(*) as stop_here from seq_1_to_1000000 a, seq_1_to_1000000 b'
  const started = await run(sql, { runAsync: true, client_id: 'stop1' })
  expect(started.status).toBe(202)
  await expect.poll(running).toBe(1)
  await server.admin.post('/api/v1/query/stop', { client_id: 'stop1' })
  await expect.poll(running).toBe(0)
  await watcher.end()
})

it('a view over a table with row-level rules, or over such a view, is closed to whom they bind', async () => {
  const { admin, ctx, app } = server
  await run('create view over_seen as select note from seen')
  await run('create view over_view as select concat(note, "!") as note from over_seen')
  await run('create view apart as select 7 as n')
  const made = await admin.post('/api/v1/dataset/', { database: open, table_name: 'seen' })
  const bound = await as(ctx, app, await makePerson(ctx, 'bound', ['Alpha', 'sql_lab', 'Bound']))
  const { id: role } = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Bound').executeTakeFirstOrThrow()
  const rule = { name: 'one', filter_type: 'Regular', tables: [made.json<{ id: number }>().id], roles: [role], clause: 'id = 1' }
  expect((await admin.post('/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
  const rows = async (sql: string) => {
    const { status, body } = await execute(bound, { database_id: open, sql })
    return status === 200 ? body['data'] : status
  }
  expect(await rows('select note from seen')).toEqual([{ note: 'a' }])
  expect(await rows('select n from apart')).toEqual([{ n: 7 }])
  for (const view of ['over_seen', 'over_view', '`over_view`']) expect(await rows(`select * from ${view}`), view).toBe(403)
  expect((await run('select * from over_view')).status).toBe(200)
})
