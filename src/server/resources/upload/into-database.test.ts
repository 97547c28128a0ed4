import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre'
import type { FastifyInstance } from 'fastify'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { currentTable, houseId } from '../../house/house.ts'
import { byColumn } from '../../ingest/fixture.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let files: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
  files = await houseId(ctx)
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

type Sent = { file?: [name: string, content: string | Uint8Array]; fields?: Record<string, string> }

const formOf = ({ file, fields = {} }: Sent) => {
  const head = (disposition: string) => `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  const parts = [
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}${value}\r\n`)),
    ...(file ? [Buffer.from(head(`name="file"; filename="${file[0]}"`)), Buffer.from(file[1]), Buffer.from('\r\n')] : []),
    Buffer.from('--cut--\r\n'),
  ]
  return { headers: { 'content-type': 'multipart/form-data; boundary=cut' }, payload: Buffer.concat(parts) }
}

const send = (who: Caller, url: string, form: Sent) => who.inject({ method: 'POST', url, ...formOf(form) })
const upload = (form: Sent, who = admin, database = files) => send(who, `/api/v1/database/${database}/upload/`, form)
const heads = (form: Sent) => send(admin, '/api/v1/database/upload_metadata/', form)

/** The values of a table by column, or null. */
const tableOf = async (table: string, schema = 'main') => {
  const found = await currentTable(ctx, { schema, table })
  if (!found) return null
  const instance = await DuckDBInstance.create(found.path, { access_mode: 'READ_ONLY' })
  const db = await instance.connect()
  const read = await db.runAndReadAll('from data')
  const columns = read.columnNames().map((name, i) => ({ name, type: read.columnType(i).toString() }))
  db.closeSync()
  instance.closeSync()
  return byColumn(columns, read.getRowsJson())
}

const people = 'id,name,born,pay\n7,Ann,01/02/1990,"1,5"\n8,Bo,03/04/1991,n/a\n'
const sent = (fields: Record<string, string>): Sent => ({ file: ['people.csv', people], fields: { type: 'csv', ...fields } })

let next = 0

describe('the form fields', () => {
  const names = { 'name VARCHAR': ['Ann', 'Bo'] }
  const all = { 'id BIGINT': ['7', '8'], ...names, 'born DATE': ['1990-01-02', '1991-03-04'], 'pay VARCHAR': ['1,5', null] }
  test.each<[string, Record<string, string>, Record<string, unknown[]>]>([
    ['nothing', { schema: '', delimiter: '', header_row: '', columns_read: '' }, all],
    [
      'columns and types',
      { decimal_character: ',', day_first: 'true', column_dates: 'born', column_data_types: '{"id":"str"}', columns_read: 'pay,born,id' },
      { 'id VARCHAR': ['7', '8'], 'born DATE': ['1990-02-01', '1991-04-03'], 'pay DOUBLE': [1.5, null] },
    ],
    [
      'rows and their index',
      { index_column: 'id', dataframe_index: '1', index_label: 'key', columns_read: 'id,name', rows_to_read: '1', null_values: 'Ann' },
      { 'key BIGINT': ['7'], 'name VARCHAR': [null] },
    ],
    [
      'another head',
      { skip_rows: '1', delimiter: '|', dataframe_index: 'true' },
      { 'index BIGINT': ['0'], '7,Ann,01/02/1990,"1,5" VARCHAR': ['8,Bo,03/04/1991,n/a'] },
    ],
  ])('%s', async (_name, fields, expected) => {
    const table = `people_${next++}`
    const answer = await upload(sent({ table_name: table, ...fields }))
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'OK' }])
    const made = await tableOf(table)
    expect(made).toEqual(expected)
    expect(Object.keys(made ?? {})).toEqual(Object.keys(expected))
  })
})

const parquet = readFileSync(join(import.meta.dirname, '../../../../test/conformance/data/stocks.parquet'))
const book = () =>
  writeXlsx({
    sheets: [
      {
        name: 'One',
        rows: [
          ['a', 'b'],
          [1, 'x'],
          [2, null],
        ],
      },
      { name: 'Two', rows: [['note'], ['c'], ['NULL'], ['y']] },
    ],
  })

test('a workbook and a Parquet file', async () => {
  const sheet = { type: 'excel', table_name: 'sheet', sheet_name: 'Two', header_row: '1' }
  expect((await upload({ file: ['book.xlsx', await book()], fields: sheet })).json()).toEqual({ message: 'OK' })
  expect(await tableOf('sheet')).toEqual({ 'c VARCHAR': [null, 'y'] })
  const stocks = { type: 'columnar', table_name: 'stocks', columns_read: 'price', dataframe_index: 'true', schema: 'market' }
  expect((await upload({ file: ['stocks.parquet', parquet], fields: stocks })).json()).toEqual({ message: 'OK' })
  const made = await tableOf('stocks', 'market')
  expect(made).toMatchObject({ 'index BIGINT': { length: 560 }, 'price DOUBLE': { length: 560 } })
})

test.each<[string, () => Promise<Sent>, object]>([
  [
    'delimited text',
    async () => ({ file: ['a.csv', 'x\na;b\n1;2\n'], fields: { type: 'csv', delimiter: ';', header_row: '1' } }),
    [{ column_names: ['a', 'b'], sheet_name: null }],
  ],
  [
    'a workbook',
    async () => ({ file: ['a.xlsx', await book()], fields: { type: 'excel' } }),
    [
      { column_names: ['a', 'b'], sheet_name: 'One' },
      { column_names: ['note'], sheet_name: 'Two' },
    ],
  ],
  [
    'a Parquet file',
    async () => ({ file: ['a.parquet', parquet], fields: { type: 'columnar' } }),
    [{ column_names: ['symbol', 'date', 'price'], sheet_name: null }],
  ],
])('the column names of %s', async (_name, form, items) => {
  const answer = await heads(await form())
  expect([answer.statusCode, answer.json()]).toEqual([200, { result: { items } }])
})

describe('an existing table', () => {
  const rows = (text: string, already: string): Sent => ({
    file: ['a.csv', text],
    fields: { type: 'csv', table_name: 'Known', already_exists: already },
  })

  test('is kept, replaced or appended to, and keeps its dataset', async () => {
    expect((await upload(rows('a,b\n1,x\n', 'append'))).statusCode).toBe(201)
    const id = async () =>
      (await ctx.db.selectFrom('datasets').select('id').where('table_name', '=', 'Known').where('deleted_at', 'is', null).execute()).map(
        (row) => row.id,
      )
    const first = await id()
    for (const already of ['fail', '']) {
      const refused = await upload(rows('a,b\n2,y\n', already))
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        {
          errors: [
            expect.objectContaining({
              error_type: 'GENERIC_COMMAND_ERROR',
              message: expect.stringMatching(/^Table already exists\./),
              level: 'warning',
            }),
          ],
        },
      ])
    }
    expect((await upload(rows('b,a\ny,2\n', 'append'))).statusCode).toBe(201)
    const both = { 'a BIGINT': ['1', '2'], 'b VARCHAR': ['x', 'y'] }
    expect(await tableOf('known')).toEqual(both)
    expect((await upload(rows('a\nz\n', 'append'))).statusCode).toBe(422)
    expect(await tableOf('known')).toEqual(both)
    expect((await upload(rows('c\n5\n', 'replace'))).statusCode).toBe(201)
    expect(await tableOf('known')).toEqual({ 'c BIGINT': ['5'] })
    expect(await id()).toEqual(first)
    const columns = await ctx.db
      .selectFrom('dataset_columns')
      .select('column_name')
      .where('dataset_id', '=', first[0] ?? 0)
      .execute()
    expect(columns).toEqual([{ column_name: 'c' }])
  })

  test('cannot be changed without permission for its dataset', async () => {
    const other = await as(ctx, app, await makePerson(ctx, 'other', ['Alpha']))
    expect((await upload(rows('mine\n1\n', 'replace'))).statusCode).toBe(201)
    const answers = await Promise.all(['replace', 'append', 'fail'].map((already) => upload(rows('mine\n2\n', already), other)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 422])
    expect(await tableOf('known')).toEqual({ 'mine BIGINT': ['1'] })
  })

  test('loses no rows with concurrent appends', async () => {
    const at = (value: string): Sent => ({
      file: ['a.csv', `a\n${value}\n`],
      fields: { type: 'csv', table_name: 'at_once', already_exists: 'append' },
    })
    const answers = await Promise.all(['1', '2', '3', '4'].map((value) => upload(at(value))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect((await tableOf('at_once'))?.['a BIGINT']?.toSorted()).toEqual(['1', '2', '3', '4'])
  })
})

const csv = (more: Record<string, string> = {}, text = 'a\n1\n', name = 'a.csv'): Sent => ({
  file: [name, text],
  fields: { type: 'csv', table_name: 'refused', ...more },
})

test.each<[string, Sent, number, unknown]>([
  ['no file', { fields: { type: 'csv', table_name: 'refused' } }, 400, { message: { file: ['Missing data for required field.'] } }],
  [
    'nothing at all',
    {},
    400,
    {
      message: {
        file: ['Missing data for required field.'],
        type: ['Missing data for required field.'],
        table_name: ['Missing data for required field.'],
      },
    },
  ],
  ['a file of another kind', csv({}, 'a\n1\n', 'a.exe'), 400, { message: { file: ['File extension is not allowed.'] } }],
  ['an unknown type', csv({ type: 'json' }), 400, { message: { type: ['Must be one of: csv, excel, columnar.'] } }],
  ['a name of spaces', csv({ table_name: '  ' }), 400, { message: { table_name: ['Length must be between 1 and 250.'] } }],
  [
    'an unknown strategy',
    csv({ already_exists: 'maybe' }),
    400,
    { message: { already_exists: ['Must be one of: fail, replace, append.'] } },
  ],
  [
    'numbers that are none',
    csv({ header_row: 'x', skip_rows: '-1', rows_to_read: '0' }),
    400,
    {
      message: {
        header_row: ['Not a valid integer.'],
        skip_rows: ['Must be greater than or equal to 0.'],
        rows_to_read: ['Must be greater than or equal to 1.'],
      },
    },
  ],
  ['a switch that is none', csv({ day_first: 'perhaps' }), 400, { message: { day_first: ['Not a valid boolean.'] } }],
  [
    'types that are no JSON',
    csv({ column_data_types: '{' }),
    400,
    { message: { column_data_types: ['Invalid JSON format for column_data_types'] } },
  ],
  ['an unknown field', csv({ sheet: 'x' }), 400, { message: { sheet: ['Unknown field.'] } }],
  ['a missing column', csv({ columns_read: 'b' }), 422, "Parsing error: the file has no column 'b'"],
  [
    'a value that does not fit its type',
    csv({ column_data_types: '{"a":"int"}' }, 'a\n1\nx\n'),
    422,
    'Parsing error: line 3: “x” in a is not a whole number',
  ],
  [
    'a line too long',
    csv({ skip_rows: '1' }, 'report\na,b\n1,2\n1,2,3\n'),
    422,
    'Parsing error: line 4: The line has 3 fields; 2 are expected',
  ],
  ['text that is called a workbook', csv({ type: 'excel' }), 422, 'Parsing error: the file is csv, not excel'],
  ['an empty file', csv({}, ''), 422, 'The file is empty'],
])('%s is rejected and leaves nothing behind', async (_name, form, status, told) => {
  const answer = await upload(form)
  const body =
    typeof told === 'string'
      ? { errors: [expect.objectContaining({ message: told, error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' })] }
      : told
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
  expect(await tableOf('refused')).toBeNull()
  expect(readdirSync(join(ctx.config.dataDir, 'uploads'))).toEqual([])
})

test.each<[string, (body: string) => string, object]>([
  ['that is cut off', (body) => body.slice(0, -12), { file: [expect.any(String)] }],
  [
    'whose file has another name',
    (body) => body.replace('name="file"', 'name="data"'),
    { file: ['Missing data for required field.'], data: ['Unknown field.'] },
  ],
  [
    'with two files',
    (body) => body.replace('--cut--', '--cut\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\nb\r\n--cut--'),
    { file: [expect.any(String)] },
  ],
])('a form %s is rejected and leaves nothing behind', async (_what, change, message) => {
  const { headers, payload } = formOf(csv())
  const changed = { headers, payload: change(payload.toString()) }
  const answer = await admin.inject({ method: 'POST', url: `/api/v1/database/${files}/upload/`, ...changed })
  expect([answer.statusCode, answer.json()]).toEqual([400, { message }])
  expect(readdirSync(join(ctx.config.dataDir, 'uploads'))).toEqual([])
})

test('rejects a body that is not a form', async () => {
  for (const url of [`/api/v1/database/${files}/upload/`, '/api/v1/database/upload_metadata/']) {
    const answer = await admin.post(url, { type: 'csv' })
    expect([answer.statusCode, answer.json<{ errors: { error_type: string; message: string }[] }>().errors[0]]).toMatchObject([
      400,
      { error_type: 'INVALID_PAYLOAD_FORMAT_ERROR', message: "Request MIME type is not 'multipart/form-data'" },
    ])
  }
})

describe('databases', () => {
  const withDatabase = async (values: { allow_file_upload: 0 | 1; extra?: string }) => {
    const { id: _id, ...house } = await ctx.db.selectFrom('databases').selectAll().where('id', '=', files).executeTakeFirstOrThrow()
    const name = `other ${next++}`
    const row = { ...house, ...values, is_house: 0 as const, uuid: randomUUID(), database_name: name }
    return (await ctx.db.insertInto('databases').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const answerOf = async (who: Caller, database: number, schema = 'main') => {
    const answer = await upload(csv({ schema, table_name: `t${next++}` }), who, database)
    return [answer.statusCode, answer.json<{ errors?: { message: string }[] }>().errors?.[0]?.message ?? 'OK']
  }

  test('report whether they accept uploads: in-memory ones do not', async () => {
    const says = async (id: number) =>
      (await admin.get(`/api/v1/database/${id}`)).json<{ result: { engine_information: { supports_file_upload: boolean } } }>().result
        .engine_information.supports_file_upload
    expect([await says(files), await says(await withDatabase({ allow_file_upload: 1 }))]).toEqual([true, false])
  })

  test('accept uploads if they allow and support them', async () => {
    expect(await answerOf(admin, 999_999)).toEqual([404, 'Database not found.'])
    expect(await answerOf(admin, await withDatabase({ allow_file_upload: 0 }))).toEqual([
      403,
      'Database schema is not allowed for csv uploads.',
    ])
    expect(await answerOf(admin, await withDatabase({ allow_file_upload: 1 }))).toEqual([
      422,
      'Database type does not support file uploads.',
    ])
  })

  const person = async (name: string, roles: string[], ...pairs: [string, string][]) =>
    as(ctx, app, await makePerson(ctx, name, roles, pairs))
  const closed = [403, 'Database schema is not allowed for csv uploads.']

  test('accept uploads from users with access to all databases, or into the allowed schemas', async () => {
    const alpha = await person('alpha', ['Alpha'])
    const gamma = await person('gamma', ['Gamma'])
    const stranger = await person('stranger', ['Gamma'], ['can_upload', 'Database'])
    const holder = await person('holder', ['Gamma'], ['can_upload', 'Database'], ['schema_access', '[Files].[mine]'])
    expect(await answerOf(alpha, files)).toEqual([201, 'OK'])
    expect((await upload(csv(), gamma)).statusCode).toBe(403)
    expect(await answerOf(stranger, files)).toEqual([404, 'Database not found.'])
    expect(await answerOf(holder, files, 'mine')).toEqual(closed)
    const named = JSON.stringify({ schemas_allowed_for_file_upload: ['open'] })
    await ctx.db.updateTable('databases').set({ extra: named }).where('id', '=', files).execute()
    expect(await answerOf(holder, files, 'open')).toEqual([201, 'OK'])
    expect(await answerOf(alpha, files, 'main')).toEqual(closed)
    const schemas = async (q: string) => (await admin.get(`/api/v1/database/${files}/schemas/?q=${q}`)).json<{ result: string[] }>().result
    expect(await schemas('(upload_allowed:!t)')).toEqual(['open'])
    expect(await schemas('()')).toContain('main')
    const another = csv({ schema: 'open', table_name: 'another', already_exists: 'replace' })
    expect((await upload(another, alpha)).statusCode).toBe(201)
    expect((await upload(another, holder)).statusCode, 'a table that the person does not see').toBe(422)
    const spaced = csv({ schema: ' open ', table_name: ' another ', already_exists: 'replace' })
    expect((await upload(spaced, holder)).statusCode, 'nor by a name with spaces').toBe(422)
    await ctx.db.updateTable('databases').set({ extra: null }).where('id', '=', files).execute()
  })
})

test('rejects an upload over the limit with 413 and leaves nothing behind', async () => {
  Object.assign(ctx.config, { uploadLimit: 1000 })
  const refused = await upload(csv({}, 'x'.repeat(5000)))
  Object.assign(ctx.config, { uploadLimit: 10 * 1024 ** 3 })
  expect(refused.statusCode).toBe(413)
  expect(existsSync(join(ctx.config.dataDir, 'uploads')) ? readdirSync(join(ctx.config.dataDir, 'uploads')) : []).toEqual([])
})
