import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { addDatabase, execute, startApp } from './sqllab/server.ts'

/** Row-level rules on every way that rows leave the server: what somebody may not read is in no response. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-rules-'))
const rules = '/api/v1/rowlevelsecurity/'
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
/** Bound by the rules of the role Europe. */
let ana: Caller
let database: number
let deals: number
let europe: number
const added: number[] = []
let names = 0

const makeFile = async (path: string) => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run('create table deals (region varchar, customer varchar, amount integer, closed date)')
  await db.run("insert into deals values ('EU', 'open one', 1, '2024-01-01'), ('EU', 'open two', 2, '2024-02-01')")
  await db.run('create view open_deals as select customer, amount from deals')
  await db.run('create view renamed as with d as (select * from main.open_deals) select customer as who from d')
  await db.run('create view numbers as select 7 as amount, $$open$$ as customer')
  await db.run('create view anything as select * from query_table($$deals$$)')
  await db.run('create macro first_customer() as (select min(customer) from deals)')
  await db.run('create macro behind(x) as x || first_customer()')
  await db.run('create macro by_view() as (select min(customer) from open_deals)')
  await db.run('create macro twice(x) as x * 2')
  await db.run('create view called as select behind($$$$) as customer')
  await db.run("insert into deals values ('US', 'hidden one', 4711, '2024-01-01'), ('US', 'hidden two', 4712, '2024-03-01')")
  db.closeSync()
  instance.closeSync()
}

const id = (answer: { json<T>(): T; statusCode: number; body: string }): number => {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ id: number }>().id
}

const addRule = async (rule: object): Promise<void> => {
  const rest = { filter_type: 'Regular', tables: [deals], roles: [europe], name: `rule ${names++}` }
  added.push(id(await admin.post(rules, { ...rest, ...rule })))
}

const addVirtual = async (sql: string): Promise<number> =>
  id(await admin.post('/api/v1/dataset/', { database, table_name: `virtual ${names++}`, sql }))

beforeAll(async () => {
  await makeFile(join(folder, 'sales.duckdb'))
  server = await startApp()
  admin = server.admin
  database = await addDatabase(admin, 'sales', `duckdb:///${join(folder, 'sales.duckdb')}`, { allow_dml: true, allow_ctas: true })
  deals = id(await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'deals' }))
  ana = await as(server.ctx, server.app, await makePerson(server.ctx, 'ana', ['Alpha', 'sql_lab', 'Europe']))
  europe = (await server.ctx.db.selectFrom('roles').select('id').where('name', '=', 'Europe').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  if (added.length) expect((await admin.delete(`${rules}?q=!(${added.splice(0).join()})`)).statusCode).toBe(200)
})

type Query = Record<string, unknown>
const context = (query: Query, rest: object = {}, dataset = deals) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [{ columns: ['customer'], metrics: [], orderby: [], row_limit: 100, filters: [], extras: {}, ...query }],
  result_format: 'json',
  result_type: 'full',
  ...rest,
})
const sum = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'total' }
const data = (caller: Caller, ...of: Parameters<typeof context>) => caller.post('/api/v1/chart/data', context(...of))
const rowsOf = async (caller: Caller, ...of: Parameters<typeof context>) =>
  (await data(caller, ...of)).json<{ result: { data: unknown }[] }>().result[0]?.data

const ruled = 'a bound viewer reads only the rows of the rule'

describe('of chart data', () => {
  const reads: [what: string, body: () => object][] = [
    ['as JSON', () => context({})],
    ['as CSV', () => context({}, { result_format: 'csv' })],
    ['as samples', () => context({ columns: [] }, { result_type: 'samples' })],
    ['in detail', () => context({ columns: [] }, { result_type: 'drill_detail' })],
    ['post-processed', () => context({}, { result_type: 'post_processed' })],
    ['with an expression as column', () => context({ columns: [{ expressionType: 'SQL', sqlExpression: "customer || '!'", label: 'c' }] })],
    [
      'with the others of a series limit',
      () => context({ metrics: [sum], series_columns: ['customer'], series_limit: 1, group_others_when_limit_reached: true }),
    ],
  ]

  it.each(reads)(`${ruled}: %s`, async (_what, body) => {
    const all = await admin.post('/api/v1/chart/data', body())
    expect(all.body).toContain('hidden')
    await addRule({ clause: "region = 'EU'" })
    const own = await ana.post('/api/v1/chart/data', body())
    expect(own.statusCode).toBe(200)
    expect(own.body).toContain('open')
    expect(own.body).not.toContain('hidden')
    expect((await admin.post('/api/v1/chart/data', body())).body).toContain('hidden')
  })

  it(`${ruled}: as a workbook`, async () => {
    await addRule({ clause: "region = 'EU'" })
    const { rawPayload } = await data(ana, {}, { result_format: 'xlsx' })
    expect((await readXlsx(rawPayload)).sheets[0]?.rows.flat()).toEqual(['customer', 'open one', 'open two'])
  })

  it('totals, counts and conditions on groups are computed after the rule', async () => {
    await addRule({ clause: "region = 'EU'" })
    expect(await rowsOf(ana, { columns: [], metrics: [sum, 'count'] })).toEqual([{ total: 3, count: 2 }])
    expect(await rowsOf(ana, { metrics: [sum], extras: { having: 'sum(amount) > 100' } })).toEqual([])
  })

  it.each(['1 = 1) OR (1 = 1', "region = 'US'", "1 = 1 OR region = 'US'"])(
    'a condition of the query cannot widen the rule: %s',
    async (where) => {
      await addRule({ clause: "region = 'EU'" })
      const answer = await data(ana, { extras: { where } })
      expect(answer.body).not.toContain('hidden')
    },
  )

  it('a sub-query of the query is refused', async () => {
    await addRule({ clause: "region = 'EU'" })
    const expression = { expressionType: 'SQL', sqlExpression: '(select max(customer) from deals)', label: 'x' }
    const answer = await data(ana, { columns: [], metrics: [expression] })
    expect([answer.statusCode >= 400, answer.body.includes('hidden')]).toEqual([true, false])
  })

  it('the SQL of the query has the rule', async () => {
    await addRule({ clause: "region = 'EU'" })
    const [query] = (await data(ana, {}, { result_type: 'query' })).json<{ result: { query: string }[] }>().result
    expect(query?.query).toContain("WHERE (region = 'EU')")
  })

  it('a virtual dataset reads the table under its rules, however it is written', async () => {
    const texts = [
      'select * from deals',
      'with d as (select * from main.deals) select * from d',
      'select d.* from "DEALS" as d join deals e using (customer)',
      'select * from (select * from deals where amount > (select min(amount) from deals)) x',
      'select customer from deals union all select customer from main.deals',
    ]
    for (const text of texts) {
      const virtual = await addVirtual(text)
      expect((await data(admin, {}, {}, virtual)).body, text).toContain('hidden')
      await addRule({ clause: "region = 'EU'" })
      const own = await data(ana, {}, {}, virtual)
      expect([own.statusCode, own.body.includes('open'), own.body.includes('hidden')], text).toEqual([200, true, false])
    }
  })

  it('a rule on a virtual dataset limits its result', async () => {
    const virtual = await addVirtual('select customer, amount from deals')
    await addRule({ clause: 'amount < 2', tables: [virtual] })
    expect(await rowsOf(ana, {}, {}, virtual)).toEqual([{ customer: 'open one' }])
    expect(await rowsOf(ana, { row_limit: 100 })).toHaveLength(4)
  })

  it('a template in a rule has the attributes of the viewer', async () => {
    await addRule({ clause: "customer = case '{{ current_username() }}' when 'ana' then 'open two' end" })
    expect(await rowsOf(ana, {})).toEqual([{ customer: 'open two' }])
  })

  it.each(['', 'no_such_column = 1', "region = 'EU') or (1 = 1", '{{ nothing'])(
    'a rule that cannot be applied denies all rows: %s',
    async (clause) => {
      await addRule({ clause })
      const answer = await data(ana, {})
      expect([answer.statusCode >= 400, /open|hidden/.test(answer.body)]).toEqual([true, false])
    },
  )

  it('a base rule binds everybody but its roles, administrators too', async () => {
    await addRule({ filter_type: 'Base', clause: "region = 'EU'", roles: [europe] })
    expect(await rowsOf(admin, {})).toHaveLength(2)
    expect(await rowsOf(ana, {})).toHaveLength(4)
  })
})

describe('beside chart data', () => {
  const chart = async () =>
    id(
      await admin.post('/api/v1/chart/', {
        slice_name: 'Deals',
        viz_type: 'table',
        datasource_id: deals,
        datasource_type: 'table',
        params: JSON.stringify({
          viz_type: 'table',
          datasource: `${deals}__table`,
          query_mode: 'raw',
          all_columns: ['customer'],
          row_limit: 10,
        }),
        query_context: JSON.stringify(context({})),
      }),
    )

  const reads: [what: string, ask: (caller: Caller, chart: number) => Promise<{ statusCode: number; body: string }>][] = [
    ['values of a column', (caller) => caller.get(`/api/v1/datasource/table/${deals}/column/customer/values/`)],
    ['samples of a dataset', (caller) => caller.post(`/datasource/samples?datasource_id=${deals}&datasource_type=table`, {})],
    ['a saved chart', (caller, saved) => caller.get(`/api/v1/chart/${saved}/data/`)],
    ['its picture', (caller, saved) => caller.get(`/api/v1/chart/${saved}/screenshot/x/`)],
  ]

  it.each(reads)(`${ruled}: %s`, async (_what, ask) => {
    const saved = await chart()
    expect((await ask(admin, saved)).body).toContain('hidden')
    await addRule({ clause: "region = 'EU'" })
    const own = await ask(ana, saved)
    expect([own.statusCode, own.body.includes('open'), own.body.includes('hidden')]).toEqual([200, true, false])
  })

  it(`${ruled}: a chart as annotation layer of another`, async () => {
    const layer = {
      name: 'deals',
      annotationType: 'EVENT',
      sourceType: 'table',
      value: await chart(),
      show: true,
      showMarkers: false,
      style: 'solid',
    }
    const annotated = () => context({ columns: [], metrics: ['count'], annotation_layers: [layer] })
    expect((await admin.post('/api/v1/chart/data', annotated())).body).toContain('hidden')
    await addRule({ clause: "region = 'EU'" })
    for (const time of ['the first time', 'from the cache']) {
      const own = await ana.post('/api/v1/chart/data', annotated())
      expect([own.statusCode, own.body.includes('open'), own.body.includes('hidden')], time).toEqual([200, true, false])
    }
  })

  it(`${ruled}: ranges that are brushed, also after others have brushed`, async () => {
    await admin.put(`/api/v1/dataset/${deals}`, { metrics: [] })
    const total = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' }
    const ranged = (to: string) =>
      context({ metrics: [total], filters: [{ col: 'closed', op: 'TEMPORAL_RANGE', val: `2024-01-01 : ${to}` }] })
    const brush = (caller: Caller) =>
      caller.post('/api/v1/chart/data/brush', { contexts: [ranged('2024-04-01')], column: 'closed', step: 'P1D' })
    expect((await brush(admin)).json()).toMatchObject({ result: { prepared: 1 } })
    expect((await admin.post('/api/v1/chart/data', ranged('2024-03-15'))).body).toContain('hidden')
    await addRule({ clause: "region = 'EU'" })
    for (const prepares of [false, true]) {
      if (prepares) expect((await brush(ana)).statusCode).toBe(200)
      const own = await ana.post('/api/v1/chart/data', ranged(prepares ? '2024-03-16' : '2024-03-15'))
      expect([own.statusCode, own.body.includes('open'), own.body.includes('hidden')]).toEqual([200, true, false])
    }
  })
})

describe('a rule that cannot be applied denies the data, and its text is shown to no one:', () => {
  const cases: [what: string, clause: string][] = [
    ['it is not SQL', 'secret_word ='],
    ['it names a column that is gone', 'secret_word = 1'],
    ['its template fails', "region = '{{ secret_word() }}'"],
    ['the person has several values of an attribute', "region = '{{ current_user_attribute('secret_word') }}'"],
    ['it calls what is not allowed', "region = read_text('secret_word')"],
  ]
  beforeAll(async () => {
    await admin.put(`/api/v1/security/users/${ana.id}/attributes`, { attributes: { secret_word: ['EU', 'US'] } })
  })

  it.each(cases)('%s', async (_what, clause) => {
    await addRule({ clause })
    for (const ask of [() => data(ana, {}), () => ana.get(`/api/v1/datasource/table/${deals}/column/customer/values/`)]) {
      const denied = await ask()
      expect([denied.statusCode, /open|hidden|secret_word/.test(denied.body)]).toEqual([403, false])
    }
    const virtual = await addVirtual('select * from deals')
    const through = await data(ana, {}, {}, virtual)
    expect([through.statusCode, /open|hidden|secret_word/.test(through.body)]).toEqual([403, false])
    expect((await data(admin, {})).statusCode).toBe(200)
  })

  it('but a query that is wrong by itself says what is wrong with it', async () => {
    await addRule({ clause: "region = 'EU'" })
    const answer = await data(ana, { columns: [{ expressionType: 'SQL', sqlExpression: 'nothing_there', label: 'x' }] })
    expect([answer.statusCode, answer.body.includes('nothing_there')]).toEqual([400, true])
  })

  const failingOnRows = "cast(customer as integer) > 0 or customer = 'open one'"

  it('nor what the engine says of a row that it met', async () => {
    const asked = { extras: { where: failingOnRows } }
    expect((await data(admin, asked)).body).toMatch(/open one|hidden one/)
    await addRule({ clause: "region = 'EU'" })
    for (const more of [{}, { result_format: 'csv' }]) {
      const denied = await data(ana, asked, more)
      expect([denied.statusCode, /open|hidden|region/.test(denied.body)]).toEqual([403, false])
    }
    const all = await ana.post('/api/v1/chart/data?full=true', context(asked, { result_format: 'csv' }))
    expect([all.statusCode, /open|hidden|region/.test(all.body)]).toEqual([403, false])
  })

  describe('in SQL Lab', () => {
    const run = (caller: Caller, sql: string) => execute(caller, { database_id: database, sql, schema: 'main' })

    it.each(cases)('%s', async (_what, clause) => {
      await addRule({ clause })
      const { status, body } = await run(ana, 'select customer from deals')
      expect([status, /open|hidden|secret_word/.test(JSON.stringify(body))]).toEqual([403, false])
      expect((await run(admin, 'select customer from deals')).status).toBe(200)
    })

    it('nor what the engine says of a row that it met, also in the history of queries', async () => {
      const sql = `select amount from deals where ${failingOnRows}`
      await addRule({ clause: "region = 'EU'" })
      const { status, body } = await run(ana, sql)
      expect([status, /hidden|Could not convert/.test(JSON.stringify(body))]).toEqual([403, false])
      expect((await ana.get('/api/v1/query/')).body).not.toMatch(/hidden|Could not convert/)
    })

    it('but a statement that is wrong by itself says what is wrong with it', async () => {
      await addRule({ clause: "region = 'EU'" })
      const { status, body } = await run(ana, 'select nothing_there from deals')
      expect([status, JSON.stringify(body).includes('nothing_there')]).toEqual([500, true])
    })
  })
})

describe('the preview of a rule', () => {
  const preview = (body: object) => admin.post(`${rules}preview`, { dataset: deals, user: ana.id, ...body })
  const draft = (rest: object = {}) => ({ filter_type: 'Regular', tables: [deals], roles: [europe], clause: "region = 'EU'", ...rest })
  type Seen = { result: { can_read: boolean; clauses: string[]; rows: { customer: string }[]; count: number; total: number } }

  it('shows the rows of a person under a rule that is not stored', async () => {
    const { result } = (await preview({ rule: draft() })).json<Seen>()
    expect(result).toMatchObject({ can_read: true, clauses: ["region = 'EU'"], count: 2, total: 4 })
    expect(result.rows.map(({ customer }) => customer)).toEqual(['open one', 'open two'])
    expect((await preview({})).json()).toMatchObject({ result: { clauses: [], count: 4, total: 4 } })
  })

  it('puts the draft in the place of what is stored of the rule, beside the other rules', async () => {
    await addRule({ clause: "region = 'US'" })
    await addRule({ clause: 'amount > 1' })
    const { result } = (await preview({ rule: draft({ id: added[0] }) })).json<Seen>()
    expect(result).toMatchObject({ count: 1, total: 4 })
  })

  it('says that a person may not read the dataset, and what is wrong with a rule', async () => {
    const bob = await makePerson(server.ctx, 'bob', ['Gamma'])
    expect((await preview({ user: bob, rule: draft() })).json()).toMatchObject({ result: { can_read: false, rows: [] } })
    const broken = await preview({ rule: draft({ clause: 'nothing_there = 1' }) })
    expect([broken.statusCode, broken.body.includes('nothing_there')]).toEqual([400, true])
    expect((await preview({ user: 999_999 })).statusCode).toBe(404)
  })
})

describe('of SQL Lab', () => {
  const run = (caller: Caller, sql: string, rest: object = {}) => execute(caller, { database_id: database, sql, schema: 'main', ...rest })

  it.each([
    'select * from deals',
    'select * from main.deals',
    'with d as (select * from deals) select * from d',
    'select a.customer from deals a, deals b',
    'select customer from deals where amount in (select amount from deals)',
  ])(`${ruled}: %s`, async (sql) => {
    await addRule({ clause: "region = 'EU' and '{{ current_username() }}' = 'ana'" })
    const { status, body } = await run(ana, sql)
    expect([status, JSON.stringify(body['data']).includes('open'), JSON.stringify(body['data']).includes('hidden')]).toEqual([
      200,
      true,
      false,
    ])
    expect(JSON.stringify((await run(admin, sql)).body['data'])).toContain('hidden')
  })

  it.each(['summarize deals', 'describe deals', "insert into deals values ('EU', 'new', 1, null)", 'delete from deals'])(
    'a statement that no condition can be added to is refused: %s',
    async (sql) => {
      await addRule({ clause: "region = 'EU'" })
      const { status, body } = await run(ana, sql)
      expect([status, /hidden/.test(JSON.stringify(body))]).toEqual([403, false])
    },
  )
})

describe('a view', () => {
  const views = ['open_deals', 'renamed', 'anything', 'called']
  const onView = new Map<string, number>()
  beforeAll(async () => {
    for (const name of [...views, 'numbers'])
      onView.set(name, id(await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: name })))
  })
  const run = (caller: Caller, sql: string) => execute(caller, { database_id: database, sql, schema: 'main' })
  const columnsOf = (view: string) => ({ columns: [view === 'renamed' ? 'who' : 'customer'] })

  it.each(views)('that reads a table with rules, or could, is closed to whom they bind: %s', async (view) => {
    const virtual = await addVirtual(`with ${view} as (select * from ${view}) select * from ${view}`)
    for (const bound of [false, true]) {
      if (bound) await addRule({ clause: "region = 'EU'" })
      for (const dataset of [onView.get(view), virtual]) {
        const answer = await data(ana, columnsOf(view), {}, dataset)
        expect([answer.statusCode, answer.body.includes('hidden')]).toEqual(bound ? [403, false] : [200, true])
      }
      const { status, body } = await run(ana, `select * from (select * from main.${view}) x`)
      expect([status, JSON.stringify(body).includes('hidden')]).toEqual(bound ? [403, false] : [200, true])
    }
    expect((await data(admin, columnsOf(view), {}, onView.get(view))).body).toContain('hidden')
  })

  it('that reads none is open', async () => {
    await addRule({ clause: "region = 'EU'" })
    expect((await data(ana, {}, {}, onView.get('numbers'))).statusCode).toBe(200)
    expect((await run(ana, 'select n.amount from numbers n, deals')).status).toBe(200)
  })
})

describe('a function of the database', () => {
  const calls = ['first_customer()', "behind('')", '"BY_VIEW"()']
  const metric = (sqlExpression: string) => ({ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression, label: 'm' }] })

  it.each(calls)('that reads a table with rules, or could, is closed to whom they bind: %s', async (call) => {
    const virtual = await addVirtual(`select ${call} as customer`)
    for (const bound of [false, true]) {
      if (bound) await addRule({ clause: "region = 'EU'" })
      for (const answer of [await data(ana, metric(`min(${call})`)), await data(ana, {}, {}, virtual)])
        expect([answer.statusCode, answer.body.includes('hidden')], call).toEqual(bound ? [403, false] : [200, true])
      const { status, body } = await execute(ana, { database_id: database, sql: `select ${call} as c`, schema: 'main' })
      expect([status, JSON.stringify(body).includes('hidden')], call).toEqual(bound ? [403, false] : [200, true])
    }
    expect((await data(admin, metric(`min(${call})`))).body).toContain('hidden')
  })

  it('that reads none is open, and so is one of that kind in a rule', async () => {
    await addRule({ clause: 'customer <> first_customer()' })
    expect((await data(ana, metric('max(twice(amount))'))).json()).toMatchObject({ result: [{ data: [{ m: 9424 }] }] })
    expect((await execute(ana, { database_id: database, sql: 'select twice(1) as n', schema: 'main' })).status).toBe(200)
  })
})
