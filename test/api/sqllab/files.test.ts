import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { deleteExpired } from '../../../src/server/housekeeping/delete-expired.ts'
import { stopQuery } from '../../../src/server/resources/sqllab/run/stop.ts'
import { failUnfinished } from '../../../src/server/resources/sqllab/run/unfinished.ts'
import type { PlanStep } from '../../../src/api/sqllab.ts'
import { as, makePerson, type Caller } from '../../../src/server/testing/test-people.ts'
import { addDatabase, execute, faultOf, startApp } from './server.ts'

/** SQL Lab on DuckDB and SQLite files, and what it keeps for people: tabs, results, links. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-sqllab-'))
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
let other: Caller
const ids: Record<string, number> = {}

const views = [
  'create view notes (note) as select note from seen',
  'create view more_notes as select * from notes union all select 1',
  'create view apart as select 7 as a',
]

const makeDuckdb = async (path: string) => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run("create table seen as select i::int as id, 'n' || i as note from range(1, 11) r(i)")
  for (const view of views) await db.run(view)
  db.closeSync()
  instance.closeSync()
}

beforeAll(async () => {
  await makeDuckdb(join(folder, 'a.duckdb'))
  const file = new DatabaseSync(join(folder, 'a.sqlite'))
  file.exec('create table seen (id int, note text)')
  for (const view of views) file.exec(view)
  for (let i = 1; i <= 10; i++) file.prepare('insert into seen values (?, ?)').run(i, `n${i}`)
  file.close()
  server = await startApp()
  admin = server.admin
  ids['duckdb'] = await addDatabase(admin, 'duckdb', `duckdb:///${join(folder, 'a.duckdb')}`, { allow_dml: true, allow_ctas: true })
  ids['sqlite'] = await addDatabase(admin, 'sqlite', `sqlite:///${join(folder, 'a.sqlite')}`, { allow_dml: true, allow_ctas: true })
  other = await as(server.ctx, server.app, await makePerson(server.ctx, 'other', ['Gamma', 'sql_lab']))
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (engine: string, sql: string, more: object = {}) => execute(admin, { database_id: ids[engine], sql, ...more })

describe.each(['duckdb', 'sqlite'])('on %s', (engine) => {
  it('a view over a table with row-level rules, or over such a view, is closed to whom they bind', async () => {
    const { ctx, app } = server
    const made = await admin.post('/api/v1/dataset/', { database: ids[engine], schema: 'main', table_name: 'seen' })
    const bound = await as(ctx, app, await makePerson(ctx, `bound ${engine}`, ['Alpha', 'sql_lab', `Bound ${engine}`]))
    const { id: role } = await ctx.db.selectFrom('roles').select('id').where('name', '=', `Bound ${engine}`).executeTakeFirstOrThrow()
    const rule = {
      name: `one ${engine}`,
      filter_type: 'Regular',
      tables: [made.json<{ id: number }>().id],
      roles: [role],
      clause: 'id = 1',
    }
    expect((await admin.post('/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
    const rows = async (sql: string) => {
      const { status, body } = await execute(bound, { database_id: ids[engine], sql })
      return status === 200 ? body['data'] : status
    }
    expect(await rows('select note from seen')).toEqual([{ note: 'n1' }])
    expect(await rows('select * from apart')).toEqual([{ a: 7 }])
    for (const view of ['notes', 'more_notes', 'main."NOTES"']) expect(await rows(`select * from ${view}`), view).toBe(403)
    expect((await run(engine, 'select * from more_notes')).status).toBe(200)
  })

  it('statements run in order, the last one gives the rows', async () => {
    const { status, body } = await run(engine, 'select 1; select id, note from seen order by id', { queryLimit: 2 })
    expect([status, body['data']]).toEqual([
      200,
      [
        { id: 1, note: 'n1' },
        { id: 2, note: 'n2' },
      ],
    ])
    expect(body['query']).toMatchObject({ limitingFactor: 'DROPDOWN', state: 'success' })
  })

  it.each(['delete from seen', 'with x as (select 1) insert into seen select 1, 2', 'drop table seen', 'create table other as select 1'])(
    'files are only read: %s',
    async (sql) => {
      const answer = await run(engine, sql)
      expect([answer.status, faultOf(answer)]).toEqual([403, 'DML_NOT_ALLOWED_ERROR'])
    },
  )

  it.each([
    "attach 'x.db' as x",
    'pragma database_list',
    "copy seen to 'x.csv'",
    "select * from read_csv('/etc/passwd')",
    'install httpfs',
  ])('nothing reaches other files: %s', async (sql) => expect((await run(engine, sql)).status).toBe(403))

  it('repeated names are numbered', async () => {
    expect((await run(engine, 'select 1 as a, 2 as a')).body['data']).toEqual([{ a: 1, a__1: 2 }])
  })

  it('an error of the engine has the shape of the wire', async () => {
    const answer = await run(engine, 'select nope from seen')
    expect([answer.status, faultOf(answer)]).toEqual([500, 'COLUMN_DOES_NOT_EXIST_ERROR'])
  })

  it('2,000 columns', async () => {
    const columns = Array.from({ length: 2_000 }, (_, i) => `${i} as c${i}`).join(',')
    expect((await run(engine, `select ${columns}`)).body['columns']).toHaveLength(2_000)
  })
})

test('times are ISO texts, all digits of a number are kept, and types are known where no row shows them', async () => {
  const sql = `select timestamp '2020-01-02 03:04:05' as t, date '2020-01-02' as d, 12345678901234567890::hugeint as big`
  const answer = await admin.post('/api/v1/sqllab/execute/', { database_id: ids['duckdb'], sql })
  expect(answer.body).toContain('"t":"2020-01-02T03:04:05","d":"2020-01-02","big":12345678901234567890')
  expect((await run('duckdb', `select * from (${sql}) where 1 = 0`)).body['columns']).toMatchObject([
    { name: 't', type_generic: 2, is_dttm: true },
    { name: 'd', type_generic: 2 },
    { name: 'big', type_generic: 0 },
  ])
})

describe('a kept result', () => {
  const keyOf = async (clientId: string): Promise<string> => {
    const { body } = await run('duckdb', 'select id from seen order by id', { client_id: clientId })
    return (body['query'] as { resultsKey: string }).resultsKey
  }
  const read = (key: string, caller = admin) => caller.get(`/api/v1/sqllab/results/?q=(key:'${key}')`)

  it('is read again by its owner alone', async () => {
    const key = await keyOf('kept1')
    expect((await read(key)).json<{ data: object[] }>().data).toHaveLength(10)
    expect((await read(key, other)).statusCode).toBe(404)
  })

  it('says why it is not there any more, and is deleted', async () => {
    const key = await keyOf('kept2')
    const path = join(server.ctx.config.dataDir, 'results', `${key}.zst`)
    const old = Date.now() / 1000 - (server.ctx.config.resultHours + 1) * 3600
    utimesSync(path, old, old)
    const answer = await read(key)
    expect([answer.statusCode, answer.json()]).toMatchObject([410, { errors: [{ error_type: 'RESULTS_BACKEND_ERROR' }] }])
    await deleteExpired(server.ctx)
    expect(existsSync(path)).toBe(false)
  })

  it('gives way to newer ones beyond the space for all', async () => {
    const { config } = server.ctx
    const results = join(config.dataDir, 'results')
    const before = config.resultSize
    const { size } = statSync(join(results, `${await keyOf('kept3')}.zst`))
    Object.assign(config, { resultSize: (size * 1.5) / 1024 ** 2 })
    const newest = await keyOf('kept4')
    await expect.poll(() => readdirSync(results)).toEqual([`${newest}.zst`])
    Object.assign(config, { resultSize: 1 / 1024 ** 2 })
    expect(await keyOf('kept5')).toBeNull()
    Object.assign(config, { resultSize: before })
  })

  it('is not a path', async () => expect((await read('../metadata')).statusCode).toBe(404))
})

describe('an asynchronous query whose caller waits for it', () => {
  const endless = 'select count(*) from range(100000000) a, range(100000000) b'

  it.each([
    ['that ends by then is answered with its rows', 'select 1 as a', 10_000, [200, { status: 'success', data: [{ a: 1 }] }]],
    ['that fails by then is answered with its error', "select 'x'::int", 10_000, [202, { query: { state: 'failed' } }]],
    ['that goes on is answered with its state', endless, 50, [202, { query: { state: expect.stringMatching(/pending|running/) } }]],
    ['is rejected where it would wait for long', 'select 1 as a', 60_000, [400, { message: { wait_ms: [expect.any(String)] } }]],
  ])('%s', async (_what, sql, waitMs, expected) => {
    const { status, body } = await run('duckdb', sql, { runAsync: true, wait_ms: waitMs })
    expect([status, body]).toMatchObject(expected)
    if (sql !== endless) return
    const { id } = body['query'] as { id: string }
    expect((await admin.post('/api/v1/query/stop', { client_id: id })).statusCode).toBe(200)
  })
})

test('a query that is stopped while its result is stored has been stopped, and nothing of it is kept', async () => {
  const { ctx } = server
  const { now } = ctx
  const results = join(ctx.config.dataDir, 'results')
  const files = () => (existsSync(results) ? readdirSync(results).length : 0)
  const before = files()
  let stopping: Promise<void> | undefined
  // The clock is read when the file is written and the query is not yet marked as succeeded.
  ctx.now = () => {
    ctx.now = files() > before ? now : ctx.now
    if (ctx.now === now) stopping = stopQuery(ctx, { id })
    return now()
  }
  const { id } = await ctx.db
    .selectFrom('queries')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
    .then(({ last }) => ({ id: Number(last) + 1 }))
  await run('duckdb', 'select id from seen', { client_id: 'storing', runAsync: true })
  const state = async () =>
    (await ctx.db.selectFrom('queries').select('status').where('client_id', '=', 'storing').executeTakeFirst())?.status
  await expect.poll(() => stopping !== undefined).toBe(true)
  await stopping
  await expect.poll(state).toBe('stopped')
  await expect.poll(files).toBe(before)
})

describe('a full disk', () => {
  const results = () => join(server.ctx.config.dataDir, 'results')
  let isMounted = false
  beforeAll(() => {
    mkdirSync(results(), { recursive: true })
    isMounted = spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', results()]).status === 0
  })
  afterAll(() => {
    if (isMounted) spawnSync('/usr/bin/umount', ['-l', results()])
  })

  it('loses no rows that somebody waits for', async ({ skip }) => {
    if (!isMounted) skip()
    const { status, body } = await run('duckdb', 'select 1 as a', { client_id: 'full1' })
    expect([status, body['data'], (body['query'] as { resultsKey: null }).resultsKey]).toEqual([200, [{ a: 1 }], null])
  })

  it('fails a query whose rows nobody waits for, which says so', async ({ skip }) => {
    if (!isMounted) skip()
    await run('duckdb', 'select 1 as a', { client_id: 'full2', runAsync: true })
    const state = async () =>
      (await admin.get('/api/v1/query/updated_since?q=(last_updated_ms:0)'))
        .json<{ result: { id: string; state: string; errorMessage: string }[] }>()
        .result.find(({ id }) => id === 'full2')
    await expect.poll(async () => (await state())?.state).toBe('failed')
    expect((await state())?.errorMessage).toBe('The disk of the server is full')
  })
})

test('a query that ran when the server was killed has failed', async () => {
  const row = { client_id: 'killed', database_id: ids['duckdb'] ?? 0, user_id: admin.id, sql: 'select 1', status: 'running' }
  await server.ctx.db
    .insertInto('queries')
    .values({ ...row, limiting_factor: 'DROPDOWN', start_time: 0, changed_on: new Date().toISOString() })
    .execute()
  await failUnfinished(server.ctx)
  const found = await server.ctx.db.selectFrom('queries').selectAll().where('client_id', '=', 'killed').executeTakeFirstOrThrow()
  expect([found.status, found.error_message]).toEqual(['failed', 'The server was restarted while the query ran. Run it again.'])
})

test('a link opens a script for people who may use SQL Lab', async () => {
  const made = await admin.post('/api/v1/sqllab/permalink', { dbId: ids['duckdb'], name: 'mine', sql: 'select 1', templateParams: '{}' })
  expect([made.statusCode, made.json()]).toMatchObject([201, { url: expect.stringMatching(/\/sqllab\/p\/[\w-]+\/$/) as string }])
  const { key } = made.json<{ key: string }>()
  expect((await other.get(`/api/v1/sqllab/permalink/${key}`)).json()).toMatchObject({ name: 'mine', sql: 'select 1' })
  expect((await other.get('/api/v1/sqllab/permalink/nope')).statusCode).toBe(404)
})

test('a query is explained as a tree with rows and time; a write is not', async () => {
  const explain = (sql: string) => admin.post('/api/v1/sqllab/explain/', { database_id: ids['duckdb'], sql })
  const { result } = (await explain('select note, count(*) from seen where id > 3 group by 1 order by 1')).json<{ result: PlanStep[] }>()
  expect(result[0]?.depth).toBe(0)
  const scan = result.find(({ name }) => name.includes('SCAN'))
  expect(scan).toMatchObject({ rows: 7, timeMs: expect.any(Number) as number, detail: expect.stringContaining('seen') as string })
  expect(scan?.depth).toBeGreaterThan(0)
  expect((await explain('delete from seen')).statusCode).toBe(403)
  expect((await explain('describe seen')).statusCode).toBe(400)
})

test('a form opens its query with the page, whatever its text is', async () => {
  const sql = "select '</script>'"
  const payload = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const open = async (url: string, fields: Record<string, string>) => {
    const { statusCode, body } = await admin.inject({ method: 'POST', url, headers, payload: payload(fields) })
    const [, data = ''] = /id="requested-query">(.*?)<\/script>/.exec(body) ?? []
    return [statusCode, JSON.parse(data)]
  }
  const wanted = { datasourceKey: '1__table', sql }
  expect(await open('/superset/sqllab/', { form_data: JSON.stringify(wanted), csrf_token: 'x' })).toEqual([200, wanted])
  expect(await open('/sqllab/', wanted)).toEqual([200, wanted])
  expect(await open('/sqllab/', { form_data: '{' })).toEqual([200, {}])
})

test('of two executions with one id, one runs and the other is refused', async () => {
  const answers = await Promise.all([1, 2].map(() => run('duckdb', 'select 1', { client_id: 'twins' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('text inside of raw is left as it is, and names no parameter', async () => {
  const found = await run('duckdb', "select '{% raw %}{{ x }}{% endraw %}' as a")
  expect(found.body['data']).toEqual([{ a: '{{ x }}' }])
  expect(faultOf(await run('duckdb', "select '{% raw %}{{ x }}{% endraw %}', {{ x }}"))).toBe('MISSING_TEMPLATE_PARAMS_ERROR')
})

test('tags are put on and taken off saved queries by those who see them', async () => {
  const { id } = (await admin.post('/api/v1/saved_query/', { label: 'tagged', sql: 'select 1' })).json<{ id: number }>()
  const tag = (who: Caller) => who.post(`/api/v1/tag/1/${id}/`, { properties: { tags: ['daily'] } })
  expect((await tag(other)).statusCode).toBe(404)
  expect((await tag(admin)).statusCode).toBe(201)
  const names = async () => {
    const q = encodeURIComponent(JSON.stringify({ columns: ['tags.name', 'tags.type'] }))
    const { result } = (await admin.get(`/api/v1/saved_query/${id}?q=${q}`)).json<{ result: { tags: { name: string; type: number }[] } }>()
    return result.tags.filter(({ type }) => type === 1).map(({ name }) => name)
  }
  expect(await names()).toEqual(['daily'])
  expect((await admin.delete(`/api/v1/tag/1/${id}/daily/`)).statusCode).toBe(200)
  expect(await names()).toEqual([])
})

test('a saved query is starred by people who see it, found by its star, and forgotten with it', async () => {
  const { id } = (await admin.post('/api/v1/saved_query/', { label: 'starred', sql: 'select 1' })).json<{ id: number }>()
  const path = `/api/v1/sqllab/stars/${id}`
  expect((await other.post(path)).statusCode).toBe(404)
  expect((await admin.post(path)).json()).toEqual({ result: 'OK' })
  const status = async () => (await admin.get(`/api/v1/sqllab/stars/?q=!(${id})`)).json<{ result: object[] }>().result
  expect(await status()).toEqual([{ id, value: true }])
  const found = async () =>
    (await admin.get('/api/v1/saved_query/?q=(filters:!((col:id,opr:saved_query_is_fav,value:!t)))')).json<{ ids: number[] }>().ids
  expect(await found()).toEqual([id])
  await admin.delete(path)
  expect([await status(), await found()]).toEqual([[{ id, value: false }], []])
  await admin.post(path)
  await admin.delete(`/api/v1/saved_query/${id}`)
  expect(await server.ctx.db.selectFrom('favorites').selectAll().where('kind', '=', 'saved_query').execute()).toEqual([])
})

test('no more rows are given than the server allows, whatever is asked for', async () => {
  const { config } = server.ctx
  const before = config.sqlMaxRow
  Object.assign(config, { sqlMaxRow: 4 })
  try {
    for (const [queryLimit, rows] of [
      [undefined, 4],
      [0, 4],
      [3, 3],
      [4, 4],
      [1_000_000, 4],
    ]) {
      const { body } = await run('duckdb', 'select id from seen', { queryLimit })
      expect([queryLimit, (body['data'] as object[]).length]).toEqual([queryLimit, rows])
    }
    const written = await run('duckdb', 'select id from seen limit 9')
    expect(written.body['data']).toHaveLength(4)
  } finally {
    Object.assign(config, { sqlMaxRow: before })
  }
})

test('a script is formatted, with its templates filled when parameters are given', async () => {
  const format = async (body: object) => (await admin.post('/api/v1/sqllab/format_sql/', body)).json<{ result: string }>().result
  expect(await format({ sql: 'select a from t' })).toBe('SELECT\n  a\nFROM\n  t')
  expect(await format({ sql: 'select {{ x }}', database_id: ids['duckdb'], template_params: '{"x":5}' })).toBe('SELECT\n  5')
})

test('the history can be searched', async () => {
  await run('duckdb', 'select 4711', { tab: 'found' })
  const q = encodeURIComponent(JSON.stringify({ filters: [{ col: 'sql', opr: 'ct', value: '4711' }], columns: ['tab_name', 'client_id'] }))
  expect((await admin.get(`/api/v1/query/?q=${q}`)).json()).toMatchObject({ count: 1, result: [{ tab_name: 'found' }] })
  expect((await other.get(`/api/v1/query/?q=${q}`)).json()).toMatchObject({ count: 0 })
})

test('a saved query has the row count of its last run', async () => {
  const sql = 'select id from seen where id > 7'
  const saved = await admin.post('/api/v1/saved_query/', { label: 'mine', sql, db_id: ids['duckdb'] })
  await run('duckdb', sql)
  const found = await admin.get(`/api/v1/saved_query/?q=(filters:!((col:id,opr:eq,value:${saved.json<{ id: number }>().id})))`)
  expect(found.json()).toMatchObject({ result: [{ label: 'mine', rows: 3 }] })
})

describe.each(['duckdb', 'sqlite'])('the profile of a column on %s', (engine) => {
  const rows = Array.from({ length: 40 }, (_, i) => `(${i === 0 ? 'null' : i}, '${i % 3 === 0 ? 'often' : `n${i}`}')`)
  const sql = `with r(number, word) as (values ${rows.join(', ')}) select * from r -- all of them`
  const profile = async (column: string, caller = admin) => {
    const answer = await caller.post('/api/v1/sqllab/profile/', { client_id: `prof-${engine}`.slice(0, 11), column })
    return [answer.statusCode, answer.json<{ result?: object }>().result]
  }
  beforeAll(() => run(engine, sql, { queryLimit: 3, client_id: `prof-${engine}`.slice(0, 11) }))

  it('counts nulls, distinct values, range, mean and bins of all rows of a number', async () => {
    const [status, found] = await profile('number')
    expect([status, found]).toMatchObject([200, { rows: 40, blank: 1, distinct: 39, lowest: 1, highest: 39, mean: 20 }])
    expect((found as { bins: number[] }).bins.reduce((sum, bin) => sum + bin, 0)).toBe(39)
    expect((found as { bins: number[] }).bins).toHaveLength(20)
  })

  it('lists the most frequent values of a text', async () => {
    expect(await profile('word')).toMatchObject([200, { rows: 40, blank: 0, distinct: 27, bins: [], lowest: null }])
    expect((await profile('word'))[1]).toMatchObject({ top: [{ value: 'often', count: 14 }, { count: 1 }, {}, {}, {}] })
  })

  it('is for the owner of the query, and for columns that it has', async () => {
    expect((await profile('word', other))[0]).toBe(404)
    expect((await profile('no'))[0]).toBe(404)
  })
})

test('two people who save one query do not overwrite each other unasked', async () => {
  const created = await admin.post('/api/v1/saved_query/', { label: 'shared', sql: 'select 1', db_id: ids['duckdb'] })
  const path = `/api/v1/saved_query/${created.json<{ id: number }>().id}`
  const opened = (await admin.get(path)).headers.etag
  expect(opened).toBe(created.headers.etag)
  const put = (sql: string, headers: Record<string, string> = {}) => admin.inject({ method: 'PUT', url: path, payload: { sql }, headers })
  await expect.poll(async () => (await put('select 2')).headers.etag).not.toBe(opened)
  const refused = await put('select 3', { 'if-match': String(opened) })
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    412,
    expect.stringMatching(/^“shared” was changed by .+ at .+ \(UTC\)\.$/),
  ])
  expect((await admin.get(path)).json<{ result: { sql: string } }>().result.sql).toBe('select 2')
  const current = String((await admin.get(path)).headers.etag)
  expect((await put('select 3', { 'if-match': current })).statusCode).toBe(200)
})
