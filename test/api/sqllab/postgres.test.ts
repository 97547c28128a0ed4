import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnProfile, PlanStep } from '../../../src/api/sqllab.ts'
import { datasetKey } from '../../../src/core/access/grants.ts'
import { clearRightsCache } from '../../../src/server/access/principals.ts'
import { as, makePerson, type Caller } from '../../../src/server/testing/test-people.ts'
import { startPostgres, type TestServer } from '../../engines/servers.ts'
import { typesInParquet } from './parquet.ts'
import { addDatabase, connectTo, execute, faultOf, startApp } from './server.ts'

/** SQL Lab on a real Postgres server. */
let postgres: TestServer
let watcher: Client
let server: Awaited<ReturnType<typeof startApp>>
let open: number
let closed: number
/** Its queries end with the page. */
let left: number
let limited: Caller

beforeAll(async () => {
  postgres = await startPostgres()
  watcher = await connectTo(postgres)
  await watcher.query(`
    create table seen (id int, note text);
    insert into seen select i, 'n' || i from generate_series(1, 10) i;
    create table secret (id int);
    insert into secret values (42);
    create view peek as select * from secret;
    create table keyed (year int, id int, title text, primary key (year, id)) partition by range (year);
    create table keyed_2025 partition of keyed for values from (2025) to (2026);
    insert into keyed values (2025, 1, 'a');
    comment on column keyed.title is 'as printed';
  `)
  server = await startApp()
  const { username, password, host, port, database } = postgres.parameters
  const uri = `postgresql://${username}:${password}@${host}:${port}/${database}`
  open = await addDatabase(server.admin, 'open', uri, { allow_dml: true, allow_ctas: true, allow_cvas: true })
  closed = await addDatabase(server.admin, 'closed', uri)
  left = await addDatabase(server.admin, 'left', uri, { extra: JSON.stringify({ cancel_query_on_windows_unload: true }) })
  const made = await server.admin.post('/api/v1/dataset/', { database: closed, schema: 'public', table_name: 'seen' })
  const view = datasetKey({ id: made.json<{ id: number }>().id, name: 'seen', database: { name: 'closed' } })
  const id = await makePerson(server.ctx, 'limited', ['Gamma', 'sql_lab'], [['datasource_access', view]])
  clearRightsCache(server.ctx)
  limited = await as(server.ctx, server.app, id)
})
afterAll(async () => {
  await server?.stop()
  await watcher?.end()
  await postgres?.stop()
})

const run = (sql: string, more: object = {}) => execute(server.admin, { database_id: open, schema: 'public', sql, ...more })

/** Statements of ours that the server runs at the moment. */
const running = async (mark: string): Promise<number> => {
  const { rows } = await watcher.query(
    "select 1 from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()",
    [`%${mark}%`],
  )
  return rows.length
}

const endless = (mark: string) => `select count(*) as ${mark} from generate_series(1, 100000000000) a`

/** A form of the old views, whose fields are JSON. */
const form = (method: 'POST' | 'PUT', url: string, fields: Record<string, string>) =>
  server.admin.inject({
    method,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

const stateOf = async (caller: Caller, clientId: string) => {
  const answer = await caller.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')
  const { result } = answer.json<{ result: { id: string; state: string; resultsKey: string | null; extra: object }[] }>()
  return result.find(({ id }) => id === clientId)
}

describe('statements', () => {
  it('of one script share a connection: a temporary table is there for the next one', async () => {
    const { status, body } = await run(
      'create temp table mine as select 7 as a; insert into mine values (8); select * from mine order by a',
    )
    expect([status, body['data']]).toEqual([200, [{ a: 7 }, { a: 8 }]])
  })

  it.each([
    { title: 'a limit below the chosen one is kept', sql: 'select id from seen order by id limit 2', limit: 5, rows: 2, factor: 'QUERY' },
    { title: 'a limit above the chosen one is replaced', sql: 'select id from seen limit 9', limit: 5, rows: 5, factor: 'DROPDOWN' },
    { title: 'fewer rows than the limit are all', sql: 'select id from seen where id < 3', limit: 5, rows: 2, factor: 'NOT_LIMITED' },
    { title: 'a union is limited', sql: 'select id from seen union all select id from seen', limit: 15, rows: 15, factor: 'DROPDOWN' },
    { title: 'rows without FROM', sql: 'values (1), (2), (3)', limit: 2, rows: 2, factor: 'DROPDOWN' },
  ])('$title', async ({ sql, limit, rows, factor }) => {
    const { body } = await run(sql, { queryLimit: limit })
    expect(body['data']).toHaveLength(rows)
    expect(body['query']).toMatchObject({ limitingFactor: factor, rows })
  })

  it('parameters fill a template, and a missing one is named', async () => {
    const sql = "select '{{ word }}' as word"
    expect((await run(sql, { templateParams: '{"word":"ok"}' })).body['data']).toEqual([{ word: 'ok' }])
    const missing = await run(sql)
    expect([missing.status, faultOf(missing)]).toEqual([400, 'MISSING_TEMPLATE_PARAMS_ERROR'])
  })

  it('are explained', async () => {
    const { status, body } = await run('explain (analyze, format json) select * from seen')
    expect([status, Object.keys((body['data'] as object[])[0] ?? {})]).toEqual([200, ['QUERY PLAN']])
  })

  it('are explained as a tree', async () => {
    const answer = await server.admin.post('/api/v1/sqllab/explain/', { database_id: open, sql: 'select count(*) from seen' })
    const { result } = answer.json<{ result: PlanStep[] }>()
    expect(result).toMatchObject([
      { depth: 0, name: 'Aggregate', rows: 1, timeMs: expect.any(Number) as number },
      { depth: 1, name: 'Seq Scan', detail: 'seen', timeMs: expect.any(Number) as number },
    ])
  })

  it('are estimated one by one', async () => {
    const answer = await server.admin.post('/api/v1/sqllab/estimate/', { database_id: open, sql: 'select * from seen; select 1' })
    expect(answer.json<{ result: object[] }>().result.map(Object.keys)).toEqual([
      ['Start-up cost', 'Total cost'],
      ['Start-up cost', 'Total cost'],
    ])
  })
})

it('a column is profiled over all rows', async () => {
  const sql = "select id, note, timestamp '2024-01-01' + id * interval '1 day' as at, array[id] as list from seen"
  await run(sql, { client_id: 'profile1', queryLimit: 1 })
  const profileOf = async (column: string) =>
    (await server.admin.post('/api/v1/sqllab/profile/', { client_id: 'profile1', column })).json<{ result: ColumnProfile }>().result
  const id = await profileOf('id')
  expect(id).toMatchObject({ rows: 10, blank: 0, distinct: 10, lowest: 1, highest: 10, mean: 5.5 })
  expect(id.bins.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(await profileOf('note')).toMatchObject({ rows: 10, blank: 0, distinct: 10, top: { length: 5 } })
  expect(await profileOf('at')).toMatchObject({ lowest: expect.stringContaining('2024-01-02') as string, distinct: 10 })
  expect(await profileOf('list')).toMatchObject({ rows: 10, distinct: null, top: [] })
})

describe('a database that does not allow changes', () => {
  it.each([
    'with x as (delete from seen returning *) select * from x',
    'explain analyze delete from seen',
    'select * into copied from seen',
    'insert into seen values (1)',
    'select 1; drop table seen',
    'select * from seen for update',
    'do $$ begin delete from seen; end $$',
    "copy seen to program 'touch /tmp/x'",
    "select lo_export(1, '/tmp/x')",
    'set role postgres',
    'select pg_sleep(1); drop table seen',
    'call p()',
    'create table copied as select 1',
    'vacuum seen',
    'truncate seen',
    "comment on table seen is 'ours'",
    "select query_to_xml('delete from seen', true, true, '')",
  ])('refuses %s', async (sql) => {
    const { status } = await execute(server.admin, { database_id: closed, schema: 'public', sql })
    expect(status).toBe(403)
    const { rows } = await watcher.query("select (select count(*) from seen)::int as rows, to_regclass('copied') as copied")
    expect(rows).toEqual([{ rows: 10, copied: null }])
  })

  it.each([
    'copy seen from program $$id$$',
    'set role postgres',
    'create extension dblink',
    'create role x',
    'grant all on seen to public',
    "comment on role postgres is 'ours'",
  ])('even one that allows them refuses %s', async (sql) => expect((await run(sql)).status).toBe(403))

  it('one that allows them comments on tables and columns', async () => {
    expect((await run("comment on table seen is 'who came'; comment on column seen.note is 'their words'")).status).toBe(200)
    const { rows } = await watcher.query("select obj_description('seen'::regclass) as whole, col_description('seen'::regclass, 2) as note")
    expect(rows).toEqual([{ whole: 'who came', note: 'their words' }])
  })

  it('refuses to create tables and views', async () => {
    const body = { database_id: closed, sql: 'select 1 as a', select_as_cta: true, tmp_table_name: 'copied' }
    expect([faultOf(await execute(server.admin, body)), faultOf(await execute(server.admin, { ...body, ctas_method: 'VIEW' }))]).toEqual(
      Array(2).fill('DML_NOT_ALLOWED_ERROR'),
    )
  })
})

describe('tables', () => {
  const query = (sql: string) => execute(limited, { database_id: closed, schema: 'public', sql })

  it.each([
    'select count(*) as n from seen',
    'select count(*) as n from public.seen',
    'with s as (select * from seen) select count(*) as n from s',
    'explain select * from seen',
  ])('with a dataset may be read: %s', async (sql) => expect((await query(sql)).status).toBe(200))

  it.each([
    ['plainly', 'select * from secret'],
    ['in a join', 'select * from seen join secret using (id)'],
    ['in a sub-query', 'select * from seen where id in (select id from secret)'],
    ['in a scalar sub-query', 'select (select max(id) from secret) from seen'],
    ['in a WITH', 'with s as (select * from secret) select * from s'],
    ['beside a WITH of its name', 'select * from secret union all (with secret as (select 1) select * from secret)'],
    ['in an inner scope of a WITH of its name', 'select * from (with secret as (select 1) select * from secret) a, secret'],
    ['through a view', 'select * from peek'],
    ['in a second statement', 'select 1; select * from secret'],
    ['when explained', 'explain select * from secret'],
    ['in another schema', 'select * from other.seen'],
    ['in the catalogue', 'select * from pg_class'],
    ['by TABLE', 'table secret'],
    ['laterally', 'select * from seen, lateral (select * from secret) s'],
  ])('of others may not be read %s', async (_how, sql) => {
    const answer = await query(sql)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([403, expect.not.stringContaining('42')])
  })

  it('of others are in no list of tables', async () => {
    const listed = await limited.get(`/api/v1/database/${closed}/outline/`)
    expect(listed.json()).toMatchObject({ result: [{ schema: 'public', name: 'seen', columns: [{ name: 'id' }, { name: 'note' }] }] })
    expect(listed.json<{ result: object[] }>().result).toHaveLength(1)
    const all = await server.admin.get(`/api/v1/database/${closed}/outline/`)
    expect(all.json<{ result: { name: string }[] }>().result.map(({ name }) => name)).toEqual(['keyed', 'peek', 'secret', 'seen'])
  })

  it('have keys, comments and partitions', async () => {
    const columns = await server.admin.get(`/api/v1/database/${closed}/table_metadata/?name=keyed&schema=public`)
    expect(columns.json()).toMatchObject({
      primaryKey: { constrained_columns: ['year', 'id'] },
      columns: [{ comment: null }, { comment: null }, { name: 'title', comment: 'as printed' }],
    })
    const extra = await server.admin.get(`/api/v1/database/${closed}/table_metadata/extra/?name=keyed&schema=public`)
    expect(extra.json()).toEqual({ partitions: { cols: ['year'], latest: { year: '2025' }, is_range: true } })
  })

  it('are all named by the refusal', async () => {
    expect((await query('select * from secret, peek')).body).toMatchObject({
      errors: [{ error_type: 'TABLE_SECURITY_ACCESS_ERROR', extra: { tables: ['secret', 'peek'] } }],
    })
  })

  it('a download checks the rights of the person who downloads', async () => {
    await execute(server.admin, { database_id: closed, schema: 'public', sql: 'select * from secret', client_id: 'dl1' })
    expect((await limited.get('/api/v1/sqllab/export/dl1/')).statusCode).toBe(403)
  })
})

describe('stopping', () => {
  it('reaches the engine', async () => {
    const started = await run(endless('stop_async'), { runAsync: true, client_id: 'stop1' })
    expect(started.status).toBe(202)
    await expect.poll(() => running('stop_async')).toBe(1)
    expect((await stateOf(server.admin, 'stop1'))?.state).toBe('running')
    expect((await server.admin.post('/api/v1/query/stop', { client_id: 'stop1' })).json()).toEqual({ result: 'OK' })
    await expect.poll(() => running('stop_async')).toBe(0)
    expect((await stateOf(server.admin, 'stop1'))?.state).toBe('stopped')
  })

  it('ends a request that waits', async () => {
    const waiting = run(endless('stop_sync'), { client_id: 'stop2' })
    await expect.poll(() => running('stop_sync')).toBe(1)
    await server.admin.post('/api/v1/query/stop', { client_id: 'stop2' })
    expect((await waiting).status).toBe(499)
    await expect.poll(() => running('stop_sync')).toBe(0)
  })

  it('happens when the connection of a request that waits breaks', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { headers } = await server.admin.inject({ method: 'GET', url: '/api/v1/me/' }).then(({ raw }) => raw.req)
    const broken = new AbortController()
    const request = fetch(`${address}/api/v1/sqllab/execute/`, {
      method: 'POST',
      signal: broken.signal,
      headers: { 'content-type': 'application/json', cookie: String(headers['cookie']), 'x-csrftoken': String(headers['x-csrftoken']) },
      body: JSON.stringify({ database_id: open, sql: endless('stop_broken'), client_id: 'stop3' }),
    }).catch(() => null)
    await expect.poll(() => running('stop_broken')).toBe(1)
    broken.abort()
    await request
    await expect.poll(() => running('stop_broken')).toBe(0)
    await expect.poll(async () => (await stateOf(server.admin, 'stop3'))?.state).toBe('stopped')
  })

  it('happens when the tab is closed that it runs in', async () => {
    const queryEditor = JSON.stringify({ name: 'closed', dbId: open, sql: '' })
    const tab = (await form('POST', '/tabstateview/', { queryEditor })).json<{ id: number }>().id
    await run(endless('stop_tab'), { runAsync: true, client_id: 'stop5', sql_editor_id: String(tab) })
    await expect.poll(() => running('stop_tab')).toBe(1)
    await server.admin.delete(`/tabstateview/${tab}`)
    await expect.poll(() => running('stop_tab')).toBe(0)
    expect((await stateOf(server.admin, 'stop5'))?.state).toBe('stopped')
  })

  it('happens when the page is left, where the database says so', async () => {
    await execute(server.admin, { database_id: left, sql: endless('stop_left'), runAsync: true, client_id: 'stop6' })
    await run(endless('stop_kept'), { runAsync: true, client_id: 'stop7' })
    await expect.poll(() => running('stop_left')).toBe(1)
    await expect.poll(() => running('stop_kept')).toBe(1)
    for (const id of ['stop6', 'stop7']) await server.admin.post('/api/v1/query/stop', { client_id: id, leaving: true })
    await expect.poll(() => running('stop_left')).toBe(0)
    expect([(await stateOf(server.admin, 'stop6'))?.state, (await stateOf(server.admin, 'stop7'))?.state]).toEqual(['stopped', 'running'])
    await server.admin.post('/api/v1/query/stop', { client_id: 'stop7' })
    await expect.poll(() => running('stop_kept')).toBe(0)
  })

  it('is not for the queries of others', async () => {
    await run(endless('stop_other'), { runAsync: true, client_id: 'stop4' })
    expect((await limited.post('/api/v1/query/stop', { client_id: 'stop4' })).statusCode).toBe(404)
    await expect.poll(() => running('stop_other')).toBe(1)
    await server.admin.post('/api/v1/query/stop', { client_id: 'stop4' })
    await expect.poll(() => running('stop_other')).toBe(0)
  })
})

it('a database that hangs while its schemas are read says so in time, and the others go on', async () => {
  const locker = await connectTo(postgres)
  await locker.query('begin; lock table pg_catalog.pg_namespace in access exclusive mode')
  try {
    const asked = Promise.all([1, 2].map(() => server.admin.get(`/api/v1/database/${open}/schemas/?q=(force:!t)`)))
    const files = await server.admin.get('/api/v1/database/1/schemas/')
    expect(files.statusCode).toBe(200)
    const hosts = server.ctx.host.stats().killed
    for (const answer of await asked) expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('did not answer')])
    expect(server.ctx.host.stats().killed).toBe(hosts)
  } finally {
    await locker.query('rollback')
    await locker.end()
  }
  expect((await server.admin.get(`/api/v1/database/${open}/schemas/`)).statusCode).toBe(200)
}, 90_000)

describe('asynchronous queries', () => {
  it('leave a result that is read by its key, by their owner only', async () => {
    await run('select id from seen order by id limit 2', { runAsync: true, client_id: 'async1' })
    await expect.poll(async () => (await stateOf(server.admin, 'async1'))?.state).toBe('success')
    const key = (await stateOf(server.admin, 'async1'))?.resultsKey
    const path = `/api/v1/sqllab/results/?q=(key:'${key}')`
    expect((await server.admin.get(path)).json()).toMatchObject({ status: 'success', data: [{ id: 1 }, { id: 2 }] })
    expect((await limited.get(path)).statusCode).toBe(404)
  })

  it('are followed to their result, or to the state without one, by their owner only', async () => {
    const follow = (id: string, waitMs: number, caller = server.admin) => caller.get(`/api/v1/sqllab/follow/${id}/?q=(wait_ms:${waitMs})`)
    const told = async (id: string, waitMs: number) => {
      const answer = await follow(id, waitMs)
      return [answer.statusCode, answer.json<object>()]
    }
    await run(endless('followed'), { runAsync: true, client_id: 'follow1' })
    expect(await told('follow1', 0)).toEqual([202, { query: expect.objectContaining({ id: 'follow1', resultsKey: null }) as object }])
    const waiting = told('follow1', 10_000)
    await server.admin.post('/api/v1/query/stop', { client_id: 'follow1' })
    expect(await waiting).toMatchObject([200, { query: { state: 'stopped' } }])
    expect((await follow('follow1', 0, limited)).statusCode).toBe(404)
    expect((await follow('follow0', 0)).statusCode).toBe(404)
    expect((await follow('follow1', 10_001)).statusCode).toBe(400)

    await run('select id from seen order by id limit 2', { runAsync: true, client_id: 'follow2' })
    const result = { status: 'success', data: [{ id: 1 }, { id: 2 }], query: { state: 'success' } }
    expect(await told('follow2', 10_000)).toMatchObject([200, result])
    expect(await told('follow2', 0)).toMatchObject([200, result])

    await run('select 1/0', { runAsync: true, client_id: 'follow3' })
    const [status, failed] = await told('follow3', 10_000)
    expect([status, failed]).toMatchObject([
      200,
      { query: { state: 'failed', errorMessage: expect.stringContaining('division by zero') as string } },
    ])
    expect(failed).not.toHaveProperty('data')
  })

  it('leave their error', async () => {
    await run('select 1/0', { runAsync: true, client_id: 'async2' })
    await expect.poll(async () => (await stateOf(server.admin, 'async2'))?.state).toBe('failed')
    expect((await stateOf(server.admin, 'async2'))?.extra).toMatchObject({ errors: [{ error_type: 'GENERIC_DB_ENGINE_ERROR' }] })
  })
})

describe('a query that has not ended reports', () => {
  const extraOf = async (clientId: string) => (await stateOf(server.admin, clientId))?.extra ?? {}
  const stop = (clientId: string) => server.admin.post('/api/v1/query/stop', { client_id: clientId })

  it('the rows read so far', async () => {
    const slow = 'select i, (select count(*) from generate_series(1, 5000) x where x > i) from generate_series(1, 90000) i'
    await run(slow, { runAsync: true, client_id: 'rows1' })
    await expect.poll(() => extraOf('rows1')).toEqual({ rows_so_far: expect.any(Number) as number })
    await stop('rows1')
  })

  it('its place in the queue', async () => {
    const ids = Array.from({ length: 8 }, (_, i) => `queue${i}`)
    for (const id of ids) await run(endless('queued'), { runAsync: true, client_id: id })
    await expect.poll(() => extraOf('queue7')).toMatchObject({ queue_place: expect.any(Number) as number })
    const waiting = (await Promise.all(ids.map(extraOf))).flatMap((extra) => ('queue_place' in extra ? [extra.queue_place] : []))
    expect(waiting).toEqual(waiting.map((_, i) => i + 1))
    for (const id of ids.toReversed()) await stop(id)
    await expect.poll(() => running('queued')).toBe(0)
  })
})

describe('creating', () => {
  it('a table, whose rows are then selected and downloaded', async () => {
    const made = await run('select id from seen where id < 3', { select_as_cta: true, tmp_table_name: 'made_table', client_id: 'ctas1' })
    expect(made.body['query']).toMatchObject({ ctas: true, tempTable: 'made_table' })
    const { rows } = await watcher.query('select count(*)::int as n from made_table')
    expect(rows).toEqual([{ n: 2 }])
    expect((await server.admin.get('/api/v1/sqllab/export/ctas1/')).body).toBe('\ufeffid\n1\n2\n')
  })

  it('a view', async () => {
    await run('select id from seen', { select_as_cta: true, ctas_method: 'VIEW', tmp_table_name: 'Made View' })
    const { rows } = await watcher.query(`select count(*)::int as n from "Made View"`)
    expect(rows).toEqual([{ n: 10 }])
  })

  it('needs a SELECT at the end', async () => {
    expect(faultOf(await run('select 1; drop table seen', { select_as_cta: true }))).toBe('INVALID_CTAS_QUERY_NOT_SELECT_ERROR')
  })
})

describe('downloads', () => {
  it('have the rows that were shown, or all of them', async () => {
    await run('select id from seen order by id', { queryLimit: 2, client_id: 'exp1' })
    const lines = async (path: string) => (await server.admin.get(path)).body.trim().split('\n').length
    expect(await lines('/api/v1/sqllab/export/exp1/')).toBe(3)
    expect(await lines('/api/v1/sqllab/export/exp1/?full=true')).toBe(11)
    expect((await server.admin.get('/api/v1/sqllab/export/exp1/?format=json&full=true')).json()).toHaveLength(10)
    expect((await server.admin.get('/api/v1/sqllab/export/exp1/?format=xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('keep decimals as decimals in Parquet, with the digits of their type where it has any', async () => {
    const sql = 'select 12.5::numeric(12, 3) as price, 1::numeric / 3 as share from seen'
    await run(sql, { client_id: 'exp3' })
    const file = (await server.admin.get('/api/v1/sqllab/export/exp3/?format=parquet')).rawPayload
    expect(await typesInParquet(file)).toEqual({ price: 'DECIMAL(38,3)', share: 'DECIMAL(38,20)' })
  })

  it('do not run a change again', async () => {
    await run("insert into seen values (11, 'x')", { client_id: 'exp2' })
    expect((await server.admin.get('/api/v1/sqllab/export/exp2/')).statusCode).toBe(400)
    await watcher.query('delete from seen where id = 11')
  })
})

describe('odd results', () => {
  it('names that repeat are told apart, and empty ones kept', async () => {
    const { body } = await run('select 1 as a, 2 as a, 3 as a__1, 4, 5')
    expect(body['data']).toEqual([{ a: 1, a__2: 2, a__1: 3, '?column?': 4, '?column?__1': 5 }])
  })

  it('as many columns as the server gives', async () => {
    const columns = Array.from({ length: 1_600 }, (_, i) => `${i} as c${i}`).join(',')
    const { body } = await run(`select ${columns}`)
    expect(body['columns']).toHaveLength(1_600)
  })

  it('a large cell', async () => {
    const { body } = await run("select repeat('x', 50000000) as large")
    expect((body['data'] as { large: string }[])[0]?.large).toHaveLength(50_000_000)
  })

  it('a statement of 5 MB is refused with the bound, and kept in the history', async () => {
    const sql = `select '${'x'.repeat(5_000_000)}'`
    const answer = await run(sql, { client_id: 'long1' })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching(/longer than \d+ characters/)])
    const kept = await server.admin.get('/api/v1/query/?q=(columns:!(sql,client_id),page_size:1)')
    expect(kept.json<{ result: { sql: string }[] }>().result[0]?.sql).toHaveLength(sql.length)
  })

  it('a table that was dropped meanwhile', async () => {
    await watcher.query('create table gone (a int)')
    await run('select * from gone', { client_id: 'gone1' })
    await watcher.query('drop table gone')
    const answer = await server.admin.get('/api/v1/sqllab/export/gone1/')
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('gone')])
  })
})

it('a view over a table with row-level rules, or over such a view, is closed to whom they bind', async () => {
  const { admin, ctx, app } = server
  await watcher.query('create view over_seen as select note from seen; create materialized view copied as select * from over_seen')
  const made = await admin.post('/api/v1/dataset/', { database: open, schema: 'public', table_name: 'seen' })
  const bound = await as(ctx, app, await makePerson(ctx, 'bound', ['Alpha', 'sql_lab', 'Bound']))
  const { id: role } = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Bound').executeTakeFirstOrThrow()
  const rule = { name: 'one', filter_type: 'Regular', tables: [made.json<{ id: number }>().id], roles: [role], clause: 'id = 1' }
  expect((await admin.post('/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
  const rows = async (sql: string) => {
    const { status, body } = await execute(bound, { database_id: open, schema: 'public', sql })
    return status === 200 ? body['data'] : status
  }
  expect(await rows('select note from seen')).toEqual([{ note: 'n1' }])
  expect(await rows('select * from peek')).toEqual([{ id: 42 }])
  for (const view of ['over_seen', 'copied', 'public.copied', '"over_seen"']) expect(await rows(`select * from ${view}`), view).toBe(403)
  expect((await run('select * from copied')).status).toBe(200)
})
