import { writeXlsx } from 'hucre'
import { DuckDBInstance } from '@duckdb/node-api'
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableDifferences } from '../../src/api/upload.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { startMariadb, startPostgres, type TestServer } from '../engines/servers.ts'

const boundary = 'cut'
const multipart = (file: [name: string, content: string | Uint8Array], fields: Record<string, string>) => {
  const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      ...Object.entries(fields).map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}${value}\r\n`)),
      Buffer.from(head(`name="file"; filename="${file[0]}"`)),
      Buffer.from(file[1]),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'chartroom-upload-'))
const parquet = async () => {
  const path = join(folder, 'people.parquet')
  const instance = await DuckDBInstance.create()
  const db = await instance.connect()
  await db.run(
    `COPY (SELECT 7 AS id, 'Ann' AS name, 1.5 AS pay, true AS here, DATE '1990-02-01' AS born, TIMESTAMPTZ '2024-05-06 07:08:09+02' AS seen) TO '${path}'`,
  )
  db.closeSync()
  instance.closeSync()
  return readFileSync(path)
}

const people = `id,name,pay,here,born\n7,"An""n's \\",1.5,true,1990-02-01\n8,,,false,1991-03-04\n`

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
  await ctx.close()
})

type Place = { sqlalchemy_uri: string; schema: string; stop: () => unknown }

const onServer = (scheme: string, start: () => Promise<TestServer>) => async (): Promise<Place> => {
  const { parameters, stop } = await start()
  const { host, port, username, password = '', database } = parameters
  const sqlalchemy_uri = `${scheme}://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  return { sqlalchemy_uri, schema: scheme.startsWith('mysql') ? String(database) : 'public', stop }
}

const sqliteFile = async (): Promise<Place> => {
  const path = join(folder, 'files.sqlite')
  const file = new DatabaseSync(path)
  file.exec('create table own (a)')
  file.close()
  return { sqlalchemy_uri: `sqlite:///${path}`, schema: 'main', stop: () => {} }
}

const duckdbFile = async (): Promise<Place> => {
  const path = join(folder, 'files.duckdb')
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run('create table own (a int)')
  db.closeSync()
  instance.closeSync()
  return { sqlalchemy_uri: `duckdb:///${path}`, schema: 'main', stop: () => {} }
}

describe.each([
  ['postgresql', onServer('postgresql+psycopg2', startPostgres)],
  ['mysql', onServer('mysql+mysqldb', startMariadb)],
  ['sqlite', sqliteFile],
  ['duckdb', duckdbFile],
])('%s', (engine, start) => {
  const isServer = engine === 'postgresql' || engine === 'mysql'
  let place: Place
  let database: number
  let schema: string
  const extra = (schemas: string[]) => JSON.stringify({ schemas_allowed_for_file_upload: schemas })

  beforeAll(async () => {
    place = await start()
    schema = place.schema
    const { sqlalchemy_uri } = place
    const made = await admin.post('/api/v1/database/', { database_name: engine, sqlalchemy_uri, allow_file_upload: true })
    expect(made.statusCode, made.body).toBe(201)
    database = made.json<{ id: number }>().id
  })
  afterAll(() => place?.stop())

  const upload = async (file: [string, string | Uint8Array], fields: Record<string, string>, who = admin) => {
    const answer = await who.inject({ method: 'POST', url: `/api/v1/database/${database}/upload/`, ...multipart(file, fields) })
    return [answer.statusCode, answer.json<{ message?: string; errors?: { message: string }[] }>()] as const
  }
  const csv = (table_name: string, fields: Record<string, string> = {}, text = people) =>
    upload(['people.csv', text], { type: 'csv', table_name, ...fields })
  const datasetOf = async (table: string) => {
    const q = encodeURIComponent(
      JSON.stringify({
        filters: [
          { col: 'table_name', opr: 'eq', value: table },
          { col: 'database', opr: 'rel_o_m', value: database },
        ],
      }),
    )
    const [found] = (await admin.get(`/api/v1/dataset/?q=${q}`)).json<{ result: { id: number; schema: string }[] }>().result
    return found
  }
  /** The rows as charts see them. */
  const rowsOf = async (table: string, columns: string[]) => {
    const dataset = await datasetOf(table)
    const answer = await admin.post('/api/v1/chart/data', {
      datasource: { id: dataset?.id, type: 'table' },
      queries: [{ columns, orderby: [[columns[0], true]], row_limit: 5000 }],
      force: true,
    })
    return answer.json<{ result: { data: Record<string, unknown>[] }[] }>().result[0]?.data
  }

  it('reports support for uploads, and for SSH tunnels unless it is a file', async () => {
    const { databases } = (await admin.get('/api/v1/database/available/')).json<{
      databases: { engine: string; engine_information: Record<string, boolean> }[]
    }>()
    const found = databases.find((each) => each.engine === engine)?.engine_information
    expect(found).toMatchObject({ supports_file_upload: true, disable_ssh_tunneling: !isServer })
    const shown = (await admin.get(`/api/v1/database/${database}`)).json<{ result: { engine_information: object } }>().result
    expect(shown.engine_information).toMatchObject({ supports_file_upload: true })
  })

  it('loads delimited text and creates a dataset', async () => {
    expect(await csv('People')).toEqual([201, { message: 'OK' }])
    expect(await datasetOf('People')).toMatchObject({ schema: schema })
    expect(await rowsOf('People', ['id', 'name', 'pay'])).toEqual([
      { id: 7, name: `An"n's \\`, pay: 1.5 },
      { id: 8, name: null, pay: null },
    ])
    const columns = (await admin.get(`/api/v1/dataset/${(await datasetOf('People'))?.id}`)).json<{
      result: { columns: { column_name: string; type_generic: number }[] }
    }>().result.columns
    expect(Object.fromEntries(columns.map((column) => [column.column_name, column.type_generic]))).toEqual({
      id: 0,
      name: 1,
      pay: 0,
      here: 3,
      born: 2,
    })
  })

  it('takes a previewed upload, too: a table is made, compared, appended to and replaced', async () => {
    const send = async (text: string) =>
      (await admin.inject({ method: 'POST', url: '/api/v1/upload/', ...multipart(['stock.csv', text], {}) })).json<{ upload_id: string }>()
        .upload_id
    const target = { database_id: database, schema, table_name: 'previewed' }
    const create = async (text: string, already_exists?: string) => {
      const id = await send(text)
      const answer = await admin.post(`/api/v1/upload/${id}/create`, { ...target, ...(already_exists && { already_exists }) })
      expect(answer.statusCode, answer.body).toBe(200)
      return ctx.jobs.waitFor(answer.json<{ job_id: string }>().job_id)
    }
    expect(await create('item,amount\na,1\n')).toMatchObject({ state: 'done', result: { accepted: 1, rejected: 0 } })
    expect(await create('item,amount\nb,2\n')).toMatchObject({ state: 'failed' })
    expect(await create('item,amount\nb,2\n', 'append')).toMatchObject({ state: 'done' })
    expect(await rowsOf('previewed', ['item', 'amount'])).toEqual([
      { item: 'a', amount: 1 },
      { item: 'b', amount: 2 },
    ])
    const columns = [
      { name: 'item', type: 'BIGINT' },
      { name: 'shelf', type: 'VARCHAR' },
    ]
    const compared = await admin.post(`/api/v1/upload/${await send('item,shelf\n1,x\n')}/compare`, { ...target, columns })
    const { added, missing, changed } = compared.json<{ result: TableDifferences }>().result
    expect([added.length, missing.map(({ name }) => name), changed.map(({ name }) => name)]).toEqual([1, ['amount'], ['item']])
    expect(await create('other\nc\n', 'replace')).toMatchObject({ state: 'done' })
    expect(await rowsOf('previewed', ['other'])).toEqual([{ other: 'c' }])
  })

  it('loads workbooks and Parquet', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: 'People',
          rows: [
            ['id', 'name'],
            [7, 'Ann'],
          ],
        },
      ],
    })
    expect(await upload(['people.xlsx', book], { type: 'excel', table_name: 'book' })).toEqual([201, { message: 'OK' }])
    expect(await rowsOf('book', ['id', 'name'])).toEqual([{ id: 7, name: 'Ann' }])
    expect(await upload(['people.parquet', await parquet()], { type: 'columnar', table_name: 'columnar' })).toEqual([
      201,
      { message: 'OK' },
    ])
    expect(await rowsOf('columnar', ['id', 'here', 'born', 'seen'])).toMatchObject([
      { id: 7, born: Date.UTC(1990, 1, 1), seen: Date.UTC(2024, 4, 6, 5, 8, 9) },
    ])
  })

  it('rejects an existing table, or appends to it', async () => {
    expect((await csv('kept', {}, 'a,b\n1,x\n'))[0]).toBe(201)
    const [status, body] = await csv('kept', {}, 'a,b\n2,y\n')
    expect([status, body.errors?.[0]?.message]).toEqual([422, expect.stringContaining('Table already exists.')])
    expect((await csv('kept', { already_exists: 'append' }, 'a,b\n2,y\n'))[0]).toBe(201)
    expect(await rowsOf('kept', ['a', 'b'])).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ])
  })

  it('replaces a table, and does not change it if rows to append do not fit', async () => {
    expect((await csv('changed', { already_exists: 'replace' }, 'a,b\n1,x\n'))[0]).toBe(201)
    expect((await csv('changed', { already_exists: 'append' }, 'a,c\n3,z\n'))[0]).toBe(422)
    expect(await rowsOf('changed', ['a', 'b'])).toEqual([{ a: 1, b: 'x' }])
    expect((await csv('changed', { already_exists: 'replace' }, 'c\n9\n'))[0]).toBe(201)
    expect(await rowsOf('changed', ['c'])).toEqual([{ c: 9 }])
  })

  it('leaves nothing behind after a failed upload', async () => {
    expect(await csv('bad', {}, 'a,b\n1,2\n1,2,3\n')).toMatchObject([
      422,
      { errors: [{ message: expect.stringMatching(/^Parsing error: line 3/) }] },
    ])
    const tables = (await admin.get(`/api/v1/database/${database}/tables/?q=(schema_name:${schema},force:!t)`)).json<{
      result: { value: string }[]
    }>()
    expect(tables.result.map(({ value }) => value).filter((name) => name.startsWith('chartroom_'))).toEqual([])
  })

  it.runIf(isServer)('writes many rows, each exactly once', async () => {
    const text = `n,t\n${Array.from({ length: 4500 }, (_row, n) => `${n},row ${n}`).join('\n')}\n`
    expect((await csv('many', {}, text))[0]).toBe(201)
    expect(await rowsOf('many', ['n', 't'])).toEqual(Array.from({ length: 4500 }, (_row, n) => ({ n, t: `row ${n}` })))
  })

  it.runIf(isServer)('rejects uploads without the setting or the rights', async () => {
    const put = (body: object) => admin.put(`/api/v1/database/${database}`, body)
    const closed = [403, { errors: [{ message: 'Database schema is not allowed for csv uploads.' }] }]
    await put({ extra: extra(['elsewhere']) })
    expect(await csv('shut')).toMatchObject(closed)
    await put({ extra: extra([schema]) })
    expect((await csv('opened'))[0]).toBe(201)
    await put({ allow_file_upload: false })
    expect(await csv('shut')).toMatchObject(closed)
    await put({ allow_file_upload: true, extra: extra([]) })
    const pairs = [
      ['can_upload', 'Database'],
      ['can_read', 'Database'],
    ] as const
    const stranger = await as(ctx, app, await makePerson(ctx, `stranger of ${engine}`, ['None'], [...pairs]))
    expect((await upload(['a.csv', 'a\n1\n'], { type: 'csv', table_name: 'theirs' }, stranger))[0]).toBe(404)
    const reader = await as(
      ctx,
      app,
      await makePerson(ctx, `reader of ${engine}`, ['None'], [...pairs, ['all_database_access', 'all_database_access']]),
    )
    const change = await upload(['a.csv', 'a\n1\n'], { type: 'csv', table_name: 'People', already_exists: 'replace' }, reader)
    expect(change).toMatchObject([403, { errors: [{ message: 'Changing this dataset is forbidden' }] }])
    expect(await rowsOf('People', ['id'])).toHaveLength(2)
  })
})
