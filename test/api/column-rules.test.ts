import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { addDatabase, execute, startApp } from './sqllab/server.ts'

/** Column rules on every way that values leave the server: what somebody may not read is in no response. */
const folder = mkdtempSync(join(tmpdir(), 'chartroom-column-rules-'))
const rules = '/api/v1/columnrule/'
let server: Awaited<ReturnType<typeof startApp>>
let admin: Caller
/** Bound by the rules of the role Support. */
let ana: Caller
let database: number
let people: number
let support: number
const added: number[] = []
let names = 0

const makeFile = async (path: string) => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run('create table people (name varchar, email varchar, phone varchar, born date, salary integer)')
  await db.run(
    "insert into people values ('Ann', 'secret@a.example', '5550171', '1980-05-06', 4711), ('Bob', 'secret@b.example', '0815', '1990-07-08', 4712)",
  )
  await db.run('create view contacts as select name, email from people')
  db.closeSync()
  instance.closeSync()
}

const id = (answer: { json<T>(): T; statusCode: number; body: string }): number => {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ id: number }>().id
}

const ruleOf = (rule: object) => ({
  filter_type: 'Regular',
  mask: 'hash',
  dataset: people,
  columns: ['email'],
  roles: [support],
  name: `rule ${names++}`,
  ...rule,
})
const addRule = async (rule: object = {}): Promise<void> => {
  added.push(id(await admin.post(rules, ruleOf(rule))))
}

beforeAll(async () => {
  await makeFile(join(folder, 'staff.duckdb'))
  server = await startApp()
  admin = server.admin
  database = await addDatabase(admin, 'staff', `duckdb:///${join(folder, 'staff.duckdb')}`)
  people = id(await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'people' }))
  ana = await as(server.ctx, server.app, await makePerson(server.ctx, 'ana', ['Alpha', 'sql_lab', 'Support']))
  support = (await server.ctx.db.selectFrom('roles').select('id').where('name', '=', 'Support').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  if (added.length) expect((await admin.delete(`${rules}?q=!(${added.splice(0).join()})`)).statusCode).toBe(200)
})

const context = (query: object, rest: object = {}, dataset = people) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [{ columns: ['email'], metrics: [], orderby: [], row_limit: 100, filters: [], extras: {}, ...query }],
  result_format: 'json',
  result_type: 'full',
  ...rest,
})
const data = (caller: Caller, ...of: Parameters<typeof context>) => caller.post('/api/v1/chart/data', context(...of))
const rowsOf = async (caller: Caller, ...of: Parameters<typeof context>) =>
  (await data(caller, ...of)).json<{ result: { data: unknown }[] }>().result[0]?.data
const expression = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'x' })
const isEmail = (value: string) => ({ filters: [{ col: 'email', op: '==', val: value }] })

describe('a column reads', () => {
  it.each<[mask: string, column: string, first: unknown, second: unknown]>([
    ['hash', 'email', expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)],
    ['last_four', 'phone', '****0171', '****'],
    ['last_four', 'salary', '****', '****'],
    ['year', 'born', Date.UTC(1980, 0, 1), Date.UTC(1990, 0, 1)],
  ])('as %s: %s', async (mask, column, first, second) => {
    await addRule({ mask, columns: [column] })
    expect(await rowsOf(ana, { columns: ['name', column], orderby: [['name', true]] })).toEqual([
      { name: 'Ann', [column]: first },
      { name: 'Bob', [column]: second },
    ])
  })
})

describe('a masked value is in no response', () => {
  const reads: [what: string, body: () => object][] = [
    ['as JSON', () => context({})],
    ['as CSV', () => context({}, { result_format: 'csv' })],
    ['as samples', () => context({ columns: [] }, { result_type: 'samples' })],
    ['in detail', () => context({ columns: [] }, { result_type: 'drill_detail' })],
    ['in an expression as column', () => context({ columns: [expression("email || '!'")] })],
    ['in a metric', () => context({ columns: [], metrics: [expression('max(people.email)')] })],
    ['in an order', () => context({ columns: ['name'], orderby: [[expression('min(email)'), true]] })],
    ['in an error', () => context({ columns: [expression('cast(email as integer)')] })],
  ]
  it.each(reads)('%s', async (_what, body) => {
    expect((await admin.post('/api/v1/chart/data', body())).body.length).toBeGreaterThan(0)
    await addRule()
    expect((await ana.post('/api/v1/chart/data', body())).body).not.toContain('secret')
  })

  it('nor of a view, which is closed', async () => {
    const view = id(await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'contacts' }))
    expect((await data(ana, {}, {}, view)).body).toContain('secret')
    await addRule()
    expect((await data(ana, {}, {}, view)).statusCode).toBe(403)
    expect((await execute(ana, { database_id: database, sql: 'select * from contacts', schema: 'main' })).status).toBe(403)
  })

  it('nor can it be guessed by a filter', async () => {
    await addRule()
    expect(await rowsOf(admin, isEmail('secret@a.example'))).toHaveLength(1)
    expect(await rowsOf(ana, isEmail('secret@a.example'))).toEqual([])
    expect(await rowsOf(ana, { extras: { where: "email like 'secret%'" } })).toEqual([])
  })

  it.each([
    'select * from people',
    'with p as (select * from main.people) select * from p',
    'select p.* from "PEOPLE" as p join people q using (name)',
    'select max(email) from (select * from people) x',
  ])('of a virtual dataset: %s', async (sql) => {
    const virtual = id(await admin.post('/api/v1/dataset/', { database, table_name: `virtual ${names++}`, sql }))
    const columns = [expression('count(*)')]
    const all = { columns: [], result_type: 'samples' }
    await addRule()
    const answer = await data(ana, { columns: [], metrics: columns }, {}, virtual)
    expect(answer.statusCode, answer.body).toBe(200)
    const samples = await data(ana, all, { result_type: 'samples' }, virtual)
    expect([samples.statusCode, samples.body.includes('secret')]).toEqual([200, false])
    expect((await data(admin, all, { result_type: 'samples' }, virtual)).body).toContain('secret')
  })

  it.each(['select * from people', 'select email from people', 'explain select * from people', 'select x.email from main.people x'])(
    'of SQL Lab: %s',
    async (sql) => {
      const body = { database_id: database, schema: 'main', sql }
      await addRule()
      const own = await execute(ana, { ...body, client_id: `a${names++}` })
      expect([own.status, JSON.stringify(own.body).includes('secret')]).toEqual([200, false])
    },
  )

  it('of the values of a filter', async () => {
    await addRule()
    const answer = await ana.get(`/api/v1/datasource/table/${people}/column/email/values/`)
    expect([answer.statusCode, answer.body.includes('secret')]).toEqual([200, false])
    expect((await admin.get(`/api/v1/datasource/table/${people}/column/email/values/`)).body).toContain('secret')
  })

  it('of a dataset that a template refers to', async () => {
    const sql = `select * from {{ dataset(${people}) }}`
    const virtual = id(await admin.post('/api/v1/dataset/', { database, table_name: `virtual ${names++}`, sql }))
    await addRule()
    const samples = await data(ana, { columns: [] }, { result_type: 'samples' }, virtual)
    expect([samples.statusCode, samples.body.includes('secret')]).toEqual([200, false])
  })
})

describe('a hidden column', () => {
  beforeEach(() => addRule({ mask: 'hidden' }))

  it('is missing', async () => {
    const answer = await data(ana, {})
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('email')])
    expect(await rowsOf(ana, { columns: ['name'] })).toHaveLength(2)
  })

  it.each(['email', 'people.email', '(select max(email) from people)'])('is not read by the expression %s', async (sql) => {
    const answer = await data(ana, { columns: [], metrics: [expression(`max(${sql})`)] })
    expect([answer.statusCode >= 400, answer.body.includes('secret')]).toEqual([true, false])
  })

  it('is not in samples', async () => {
    const [result] = (await data(ana, { columns: [] }, { result_type: 'samples' })).json<{ result: { colnames: string[] }[] }>().result
    expect(result?.colnames).toEqual(['name', 'phone', 'born', 'salary'])
  })

  it('is not offered in explore', async () => {
    const columns = async (caller: Caller) =>
      (await caller.get(`/api/v1/explore/?datasource_id=${people}&datasource_type=table`))
        .json<{ result: { dataset: { columns: { column_name: string }[] } } }>()
        .result.dataset.columns.map(({ column_name }) => column_name)
    expect(await columns(ana)).toEqual(['name', 'phone', 'born', 'salary'])
    expect(await columns(admin)).toContain('email')
  })

  it('is not selected in SQL Lab', async () => {
    const body = { database_id: database, schema: 'main', client_id: `h${names++}` }
    expect((await execute(ana, { ...body, sql: 'select email from people' })).status).toBeGreaterThanOrEqual(400)
  })
})

describe('rules together', () => {
  it('row-level rules are about the values as they are', async () => {
    await addRule({ mask: 'hidden' })
    const clause = "email = 'secret@a.example'"
    const row = { name: `row ${names++}`, filter_type: 'Regular', tables: [people], roles: [support], clause }
    const rule = id(await admin.post('/api/v1/rowlevelsecurity/', row))
    expect(await rowsOf(ana, { columns: ['name'] })).toEqual([{ name: 'Ann' }])
    const lab = await execute(ana, { database_id: database, schema: 'main', client_id: `r${names++}`, sql: 'select * from people' })
    expect(lab.body['data']).toMatchObject([{ name: 'Ann' }])
    expect((await admin.delete(`/api/v1/rowlevelsecurity/${rule}`)).statusCode).toBe(200)
  })

  it('a base rule binds administrators, too', async () => {
    await addRule({ filter_type: 'Base' })
    expect((await data(admin, {})).body).not.toContain('secret')
    expect((await data(ana, {})).body).toContain('secret')
  })

  it('a response that was cached for somebody else is not used', async () => {
    expect((await data(ana, {})).body).toContain('secret')
    await addRule()
    expect((await data(ana, {})).body).not.toContain('secret')
    expect((await data(admin, {})).body).toContain('secret')
  })
})

describe('the resource', () => {
  it('lists a rule with its dataset and roles, and replaces it', async () => {
    await addRule({ columns: ['email', 'phone'] })
    const rule = added.at(-1)
    const read = async () => (await admin.get(`${rules}${rule}`)).json<{ result: object }>().result
    expect(await read()).toMatchObject({
      mask: 'hash',
      columns: ['email', 'phone'],
      roles: [{ name: 'Support' }],
      dataset: { table_name: 'people' },
    })
    expect((await admin.put(`${rules}${rule}`, ruleOf({ mask: 'hidden' }))).statusCode).toBe(200)
    expect(await read()).toMatchObject({ mask: 'hidden', columns: ['email'] })
    expect((await admin.get(rules)).json<{ count: number }>().count).toBe(1)
  })

  it.each<[what: string, rule: object, field: string]>([
    ['an unknown column', { columns: ['none'] }, 'columns'],
    ['no column', { columns: [] }, 'columns'],
    ['a year of a text', { mask: 'year' }, 'columns'],
    ['an unknown dataset', { dataset: 99_999 }, 'dataset'],
    ['an unknown mask', { mask: 'rot13' }, 'mask'],
    ['no name', { name: '' }, 'name'],
  ])('refuses %s', async (_what, rule, field) => {
    const answer = await admin.post(rules, ruleOf(rule))
    expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([400, [field]])
  })

  it('refuses a name that is taken', async () => {
    await addRule({ name: 'taken' })
    expect((await admin.post(rules, ruleOf({ name: 'taken' }))).statusCode).toBe(400)
  })

  it('forgets the links of a deleted role', async () => {
    const role = id(await admin.post('/api/v1/security/roles/', { name: `temporary ${names++}` }))
    await addRule({ roles: [support, role] })
    expect((await admin.delete(`/api/v1/security/roles/${role}`)).statusCode).toBe(200)
    expect((await admin.get(`${rules}${added.at(-1)}`)).json<{ result: object }>().result).toMatchObject({ roles: [{ name: 'Support' }] })
    expect((await data(ana, {})).body).not.toContain('secret')
  })
})
