import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminOf, as, type Caller } from '../testing/test-people.ts'
import { buildApp } from '../app.ts'
import { testContext } from '../testing/test-context.ts'
import { houseId } from './house.ts'
import { openFiles } from './open-files.ts'
import { nameFaults } from './table-names.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let good: number
let uploadId: string

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
  const path = join(ctx.config.dataDir, 'good.csv')
  writeFileSync(path, 'a\n1\n2\n')
  await openFiles(ctx, [path], (file, reason) => {
    throw new Error(`${file}: ${reason}`)
  })
  const sent = await admin.inject({ method: 'POST', url: '/api/v1/upload/', ...multipart({}, 'a,b\n1,2\n') })
  uploadId = sent.json<{ upload_id: string }>().upload_id
  good = (await ctx.db.selectFrom('datasets').select('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const multipart = (fields: Record<string, string>, content: string) => {
  const texts = Object.entries(fields).map(([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const file = `--cut\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${content}\r\n--cut--\r\n`
  return { headers: { 'content-type': 'multipart/form-data; boundary=cut' }, payload: texts.join('') + file }
}

const inSteps = (body: object) => admin.post(`/api/v1/upload/${uploadId}/create`, body)

const inOneRequest = async (fields: Record<string, string>) =>
  admin.inject({
    method: 'POST',
    url: `/api/v1/database/${await houseId(ctx)}/upload/`,
    ...multipart({ type: 'csv', ...fields }, 'a,b\n1,2\n'),
  })

const chart = () =>
  admin.post('/api/v1/chart/data', {
    datasource: { id: good, type: 'table' },
    queries: [{ columns: [], metrics: ['count'] }],
    result_format: 'json',
    result_type: 'full',
  })

const tables = async () => (await ctx.db.selectFrom('table_files').select(['schema', 'table_name']).execute()).length

const names: [string, { schema?: string; table_name?: string }, string][] = [
  ...['pg_catalog', 'INFORMATION_SCHEMA', 'temp', 'System', 'memory', 'generation 0', 'Generation 12'].map(
    (schema): (typeof names)[number] => [`the schema ${schema}`, { schema }, `The schema name "${schema}" is reserved.`],
  ),
  ['a schema that is there in other letters', { schema: 'MAIN' }, 'The schema is spelled "main".'],
  ['a NUL in the schema', { schema: 'a\0b' }, 'The name holds a character that cannot stand in names.'],
  ['a NUL in the table', { table_name: 'a\0b' }, 'The name holds a character that cannot stand in names.'],
  ['a line end in the table', { table_name: 'a\nb' }, 'The name holds a character that cannot stand in names.'],
  ['a table of the engine', { table_name: 'DuckDB_Tables' }, 'The table name "DuckDB_Tables" is reserved.'],
]

describe('both upload endpoints reject, before anything is written,', () => {
  test.each(names)('%s', async (_name, sent, text) => {
    const before = await tables()
    const body = { table_name: 'fine', ...sent }
    const stepwise = await inSteps(body)
    expect([stepwise.statusCode, stepwise.json()]).toEqual([422, { message: { [Object.keys(sent)[0] ?? '']: [text] } }])
    const once = await inOneRequest(body)
    expect([once.statusCode, once.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([422, text])
    expect(await tables()).toBe(before)
  })

  test.each([
    ['that are the same but for the case', ['a', 'A'], 'The column "A" is there twice.'],
    ['with a NUL', ['a', 'b\0'], 'The column "b" holds a character that cannot stand in names.'],
    ['with half a character', ['a', 'b\ud800'], 'The column "b\ufffd" holds a character that cannot stand in names.'],
  ])('columns %s', async (_name, columns, text) => {
    const answer = await inSteps({ table_name: 'fine', columns: columns.map((name) => ({ name, type: 'BIGINT' })) })
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: { columns: [text] } }])
  })

  test('an index label that is already a column', async () => {
    const answer = await inOneRequest({ table_name: 'fine', dataframe_index: 'true', index_label: 'A' })
    expect([answer.statusCode, answer.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([
      422,
      'Parsing error: The column "a" is there twice.',
    ])
  })
})

const usual = ['Sales 2024', 'data', 'main', 'a.b', 'a"b', 'Größe', '日本', 'generation', "o'clock"]
test.each(usual)('accepts the name "%s"', async (name) => {
  expect(await nameFaults(ctx.db, { schema: name, table: name, columns: [name] })).toEqual({})
})

test('charts work on a table whose name contains every SQL special character', async () => {
  const name = `o'"a.b; -- $1 %s 日`
  const answer = await inOneRequest({ table_name: name, schema: name })
  expect(answer.statusCode, answer.body).toBe(201)
  expect((await chart()).statusCode).toBe(200)
})
