import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKey, schemaKey } from '../../src/core/access/grants.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { freePort, startPostgres, type TestServer } from '../engines/servers.ts'
import { makeDuckdbFile } from '../engines/tables.ts'

/** Databases and datasets against real engines: a DuckDB file and a Postgres server. */
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let postgres: TestServer
let folder: string
let admin: Caller
let duck: number
let pg: number
let schemaReader: Caller

const uriOf = (
  { parameters: { host, port, username, password, database } }: TestServer,
  change: { password?: string; port?: number; database?: string } = {},
) => `postgresql://${username}:${change.password ?? password}@${host}:${change.port ?? port}/${change.database ?? database}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chartroom-connections-'))
  await makeDuckdbFile(join(folder, 'a.duckdb'), ['gapminder', 'cars', 'edge_types'])
  postgres = await startPostgres()
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  duck = (await admin.post('/api/v1/database/', { database_name: 'duck', sqlalchemy_uri: `duckdb:///${join(folder, 'a.duckdb')}` })).json()
    .id
  pg = (await admin.post('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: uriOf(postgres) })).json().id
  const key = schemaKey({ name: 'duck' }, null, 'main')
  schemaReader = await as(ctx, app, await makePerson(ctx, 'schema_reader', ['Gamma'], [['schema_access', key]]))
})
afterAll(async () => {
  await app?.close()
  await ctx?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A statement of somebody else at the server. */
const inPostgres = async (statement: string) => {
  const { Client } = await import('pg')
  const { host, port, username: user, password, database } = postgres.parameters
  const client = new Client({ host, port, user, password, database })
  await client.connect()
  await client.query(statement)
  await client.end()
}

type Answer = Awaited<ReturnType<Caller['get']>>
const brief = (answer: Answer) => [answer.statusCode, answer.json()]

describe('connections', () => {
  it('the preferred engines are listed in their order, the others by name', async () => {
    const { databases } = (await admin.get('/api/v1/database/available/')).json()
    const names: string[] = databases.map(({ name }: { name: string }) => name)
    expect(names.slice(0, 3)).toEqual(['PostgreSQL', 'MySQL', 'SQLite'])
    expect(names.slice(3)).toEqual(names.slice(3).toSorted())
  })

  it('a password is encrypted at rest, masked in responses, and kept when the mask is sent back', async () => {
    const row = await ctx.db.selectFrom('databases').selectAll().where('id', '=', pg).executeTakeFirstOrThrow()
    expect([row.sqlalchemy_uri, row.secrets?.startsWith('v1.')]).toEqual([uriOf(postgres, { password: 'XXXXXXXXXX' }), true])
    const stored = await ctx.db.selectFrom('versions').select('state').where('kind', '=', 'database').execute()
    const everywhere = [JSON.stringify(row), JSON.stringify(stored), (await admin.get(`/api/v1/database/${pg}/connection`)).body]
    expect(everywhere.filter((text) => text.includes('secret@') || text.includes('"secret"'))).toEqual([])
    const masked = { sqlalchemy_uri: uriOf(postgres, { password: 'XXXXXXXXXX' }) }
    expect((await admin.put(`/api/v1/database/${pg}`, masked)).statusCode).toBe(200)
    expect((await admin.get(`/api/v1/database/${pg}/schemas/`)).json().result).toContain('public')
  })

  it('health tells the connections that are open', async () => {
    expect((await admin.get(`/api/v1/database/${pg}/schemas/?q=(force:!t)`)).statusCode).toBe(200)
    const { is_reachable, pool } = (await admin.get(`/api/v1/database/${pg}/health/`)).json()
    expect([is_reachable, pool.running, pool.waiting]).toEqual([true, 0, 0])
    expect(pool.slots).toBeGreaterThan(0)
    expect(pool.open).toBeGreaterThan(0)
    expect(pool.idle).toBeLessThanOrEqual(pool.open)
  })

  it('a stored password is not sent to another host', async () => {
    const elsewhere = { sqlalchemy_uri: uriOf(postgres, { password: 'XXXXXXXXXX', port: 1 }) }
    expect(brief(await admin.put(`/api/v1/database/${pg}`, elsewhere))).toEqual([
      422,
      { message: { sqlalchemy_uri: ['The address has changed: enter the password again.'] } },
    ])
  })

  it.each([
    ['works', () => uriOf(postgres), 200, undefined],
    ['a wrong password', () => uriOf(postgres, { password: 'nope' }), 400, 'CONNECTION_INVALID_PASSWORD_ERROR'],
    ['a missing database', () => uriOf(postgres, { database: 'nope' }), 400, 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    ['an engine that is not there', () => 'nodriver://a/b', 422, 'GENERIC_COMMAND_ERROR'],
  ])('test connection: %s', async (...[, uri, status, type]) => {
    const answer = await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri() })
    expect([answer.statusCode, answer.json().errors?.[0].error_type]).toEqual([status, type])
    expect(answer.body).not.toContain('secret')
  })

  it('reports a closed port for a connection and for the form', async () => {
    const port = await freePort()
    const tried = await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri: uriOf(postgres, { port }) })
    expect(tried.json().errors[0]).toMatchObject({ error_type: 'CONNECTION_PORT_CLOSED_ERROR', extra: { issue_codes: [{ code: 1008 }] } })
    const form = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters: { host: '127.0.0.1', port } }
    const checked: { errors: { message: string }[] } = (await admin.post('/api/v1/database/validate_parameters/', form)).json()
    expect(checked.errors.map(({ message }) => message)).toEqual([
      'One or more parameters are missing: database, username',
      'The port is closed.',
    ])
  })

  it('errors of the query host are in the language of the reader', async () => {
    const body = { sqlalchemy_uri: uriOf(postgres, { port: await freePort() }) }
    const messageIn = async (language: string): Promise<string> => {
      const headers = { 'accept-language': language }
      const answer = await admin.inject({ method: 'POST', url: '/api/v1/database/test_connection/', payload: body, headers })
      return answer.json().errors[0].message
    }
    expect(await messageIn('de')).toBe('Der Port des Rechners hat die Verbindung abgelehnt.')
    expect(await messageIn('en')).toBe('The port on the host refused the connection.')
  })

  it('lists the missing fields of a form', async () => {
    const form = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters: { host: '127.0.0.1' } }
    expect((await admin.post('/api/v1/database/validate_parameters/', form)).json().errors[0]).toMatchObject({
      message: 'One or more parameters are missing: database, port, username',
      error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
      level: 'warning',
      extra: { missing: ['database', 'port', 'username'], issue_codes: [{ code: 1018 }] },
    })
  })

  it.each([
    ['as it is', {}, 200, undefined],
    ['with a database that is not there', { database: 'nope' }, 422, 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    ['with a wrong password', { password: 'nope' }, 422, 'CONNECTION_INVALID_PASSWORD_ERROR'],
  ])('tries to connect with a complete form: %s', async (...[, change, status, type]) => {
    const { host, port, username, password, database } = postgres.parameters
    const parameters = { host, port, username, password, database, ...change }
    const answer = await admin.post('/api/v1/database/validate_parameters/', {
      engine: 'postgresql',
      configuration_method: 'dynamic_form',
      parameters,
    })
    expect([answer.statusCode, answer.json().errors?.[0].error_type]).toEqual([status, type])
  })

  it('a connection by form equals one by URI', async () => {
    const { host, port, username, password, database } = postgres.parameters
    const form = {
      database_name: 'by form',
      engine: 'postgresql',
      configuration_method: 'dynamic_form',
      parameters: { host, port, username, password, database, query: {} },
    }
    const made = await admin.post('/api/v1/database/', form)
    expect(made.json().result).toMatchObject({ configuration_method: 'dynamic_form', parameters: { password: 'XXXXXXXXXX', host, port } })
    expect((await admin.get(`/api/v1/database/${made.json().id}/schemas/`)).json().result).toContain('public')
  })

  it('validates a statement without running it', async () => {
    const check = async (sql: string) => (await admin.post(`/api/v1/database/${pg}/validate_sql/`, { sql })).json().result
    expect(await check('select 1 as a')).toEqual([])
    expect(await check('select 1 from')).toMatchObject([{ line_number: 1, message: expect.stringContaining('Error parsing near') }])
    expect(await check('select\n nope')).toMatchObject([
      { line_number: 2, start_column: 1, end_column: 5, message: expect.stringContaining('nope') },
    ])
    const filled = { sql: 'select {{ column }} from gapminder', template_params: { column: 'country' } }
    expect((await admin.post(`/api/v1/database/${duck}/validate_sql/`, filled)).json().result).toEqual([])
    expect(await check("select 1 as a {% if %} where {{ 'x' }}")).toMatchObject([{ message: expect.stringContaining('template') }])
  })

  it.each([
    ['select pg_sleep(9)', 'The function pg_sleep may not be used here.'],
    ['select * from pg_read_file(1)', 'The function pg_read_file may not be used here.'],
    ['select * from pg_shadow', 'The table pg_shadow may not be read.'],
    ['select 1; select 2', 'Only one statement may be run at a time.'],
    ['delete from t', 'Only `SELECT` statements are allowed'],
  ])('does not send %s to the engine', async (sql, message) => {
    const answer = await admin.post(`/api/v1/database/${pg}/validate_sql/`, { sql })
    expect(answer.json().result).toEqual([{ message, line_number: 1, start_column: 0, end_column: sql.length }])
  })

  it.each([
    ['pg_catalog', 'pg_shadow'],
    ['pg_catalog', 'pg_stat_activity'],
  ])('a dataset of %s.%s cannot be created, and an existing one cannot be read', async (schema, table_name) => {
    const made = await admin.post('/api/v1/dataset/', { database: pg, schema, table_name })
    expect(brief(made)).toEqual([422, { message: { table: [`The table ${table_name} may not be read.`] } }])
    const { id } = (await admin.post('/api/v1/dataset/', { database: pg, schema: 'pg_catalog', table_name: 'pg_namespace' })).json()
    await ctx.db.updateTable('datasets').set({ table_name }).where('id', '=', id).execute()
    for (const result_type of ['full', 'samples']) {
      const queries = [{ columns: ['oid'] }]
      const read = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries, result_type })
      expect(brief(read)).toEqual([400, { message: `Error: The table ${table_name} may not be read.` }])
    }
    await admin.delete(`/api/v1/dataset/${id}`)
  })

  it('only files of the folders that the settings name can be connected', async () => {
    const limited = await testContext(['--database-folders', join(folder, 'open')])
    const itsApp = await buildApp(limited)
    try {
      mkdirSync(join(folder, 'open'), { recursive: true })
      copyFileSync(join(folder, 'a.duckdb'), join(folder, 'open/b.duckdb'))
      const its = await as(limited, itsApp, await adminOf(limited))
      const tried = async (file: string) =>
        brief(await its.post('/api/v1/database/test_connection/', { sqlalchemy_uri: `duckdb:///${join(folder, file)}` }))
      expect(await tried('open/b.duckdb')).toEqual([200, { message: 'OK' }])
      expect(await tried('a.duckdb')).toMatchObject([
        422,
        { errors: [{ error_type: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'Files of this folder cannot be connected as databases' }] },
      ])
    } finally {
      await itsApp.close()
      await limited.close()
    }
  })

  it.each(['duckdb', 'sqlite'])('%s cannot open files of the data directory', async (scheme) => {
    const metadata = join(ctx.config.dataDir, 'metadata.sqlite')
    const spellings = [metadata, `/proc/self/root${metadata}`, `file:${metadata}?mode=ro&uri=true`, metadata.replaceAll('/', '//')]
    for (const file of [
      ...spellings,
      encodeURIComponent(`file:${metadata}?mode=ro`),
      join(ctx.config.dataDir, 'tables/../metadata.sqlite'),
    ]) {
      const answer = await admin.post('/api/v1/database/', { database_name: 'own', sqlalchemy_uri: `${scheme}:///${file}` })
      expect([answer.statusCode, answer.json().errors[0].error_type]).toEqual([422, 'CONNECTION_ACCESS_DENIED_ERROR'])
    }
  })

  it('the database of uploaded files cannot be deleted', async () => {
    const house = (await admin.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:Files)))')).json().ids[0]
    expect((await admin.delete(`/api/v1/database/${house}`)).statusCode).toBe(422)
  })
})

describe('catalogs', () => {
  it('a user with access to one schema sees its tables and nothing else', async () => {
    const tables = async (caller: Caller, schema: string) =>
      (await caller.get(`/api/v1/database/${duck}/tables/?q=(schema_name:${schema})`)).json()
    expect(await tables(schemaReader, 'main')).toMatchObject({
      count: 3,
      result: [{ value: 'cars', type: 'table' }, { value: 'edge_types' }, { value: 'gapminder' }],
    })
    expect(await tables(schemaReader, 'information_schema')).toEqual({ count: 0, result: [] })
    expect((await schemaReader.get(`/api/v1/database/${duck}/schemas/`)).json()).toEqual({ result: ['main'] })
    expect((await schemaReader.get(`/api/v1/database/${pg}/schemas/`)).statusCode).toBe(404)
  })

  it('names functions that queries may call, each once', async () => {
    const namesOf = async (database: number): Promise<string[]> =>
      (await schemaReader.get(`/api/v1/database/${database}/function_names/`)).json().function_names
    const names = await namesOf(duck)
    expect(names.filter((name) => ['abs', 'date_trunc', 'current_setting', 'version', '+'].includes(name))).toEqual(['abs', 'date_trunc'])
    expect(new Set(names).size).toBe(names.length)
    expect((await admin.get(`/api/v1/database/${pg}/function_names/`)).json()).toEqual({ function_names: [] })
    expect((await schemaReader.get(`/api/v1/database/${pg}/function_names/`)).statusCode).toBe(404)
  })

  it('returns the columns of a table and a SELECT for it', async () => {
    const table = (await admin.get(`/api/v1/database/${duck}/table_metadata/?name=cars&schema=main`)).json()
    expect(table).toMatchObject({
      name: 'cars',
      columns: expect.arrayContaining([{ name: 'Year', type: 'DATE', longType: 'DATE', keys: [], comment: null }]),
    })
    expect(table.selectStar).toMatch(/^SELECT\n {2}"Name",\n[\s\S]*FROM main\.cars\nLIMIT 100$/)
    expect((await admin.get(`/api/v1/database/${duck}/table_metadata/?name=nope&schema=main`)).statusCode).toBe(404)
  })
})

describe('datasets', () => {
  const make = async (body: object, caller = admin) => caller.post('/api/v1/dataset/', { database: duck, schema: 'main', ...body })

  it('has typed columns, a main time column and a count', async () => {
    const { id } = (await make({ table_name: 'gapminder' })).json()
    const { columns, metrics, main_dttm_col, kind } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
    expect([kind, main_dttm_col]).toEqual(['physical', 'year_date'])
    expect(metrics).toMatchObject([{ metric_name: 'count', expression: 'COUNT(*)' }])
    expect(
      columns
        .map((column: Record<string, unknown>) => [column['column_name'], column['type'], column['is_dttm'], column['type_generic']])
        .slice(0, 3),
    ).toEqual([
      ['year_date', 'DATE', true, 2],
      ['year', 'BIGINT', false, 0],
      ['country', 'VARCHAR', false, 1],
    ])
  })

  it.each([
    [
      'a table that is not there',
      { table_name: 'nope' },
      422,
      { message: { table: [expect.stringContaining('Table [main.nope] could not be found')] } },
    ],
    ['SQL that writes', { table_name: 'w', sql: 'drop table cars' }, 400, { message: 'Error: Only `SELECT` statements are allowed' }],
    ['SQL that is none', { table_name: 'x', sql: 'selec 1' }, 422, { message: { sql: [expect.stringMatching(/^Invalid SQL: /)] } }],
  ])('is rejected for %s', async (...[, body, status, text]) => {
    expect(brief(await make(body))).toEqual([status, text])
    expect(await ctx.db.selectFrom('datasets').select('id').where('table_name', '=', body.table_name).execute()).toEqual([])
  })

  it('SQL requires access to the whole database', async () => {
    const key = databaseKey({ id: duck, name: 'duck' })
    const writes = [
      ['can_write', 'Dataset'],
      ['can_read', 'Dataset'],
    ] as const
    const inSchema = await as(
      ctx,
      app,
      await makePerson(ctx, 'in_schema', ['Gamma'], [...writes, ['schema_access', schemaKey({ name: 'duck' }, null, 'main')]]),
    )
    const inDatabase = await as(ctx, app, await makePerson(ctx, 'in_database', ['Gamma'], [...writes, ['database_access', key]]))
    const sql = { table_name: 'joined', sql: 'select 1 as a' }
    expect((await make(sql, inSchema)).statusCode).toBe(403)
    expect((await make({ table_name: 'cars' }, inSchema)).statusCode).toBe(201)
    expect((await make(sql, inDatabase)).statusCode).toBe(201)
    expect((await make({ database: pg, schema: 'public', table_name: 't' }, inDatabase)).json()).toEqual({
      message: { database: ['Database does not exist'] },
    })
  })

  it('a refresh adds new columns, deletes missing ones and keeps the additions of users', async () => {
    await inPostgres('CREATE TABLE moving AS SELECT 1 AS a, 2 AS b')
    const { id } = (await make({ database: pg, schema: 'public', table_name: 'moving' })).json()
    const [a, b] = (await admin.get(`/api/v1/dataset/${id}`)).json().result.columns
    const columns = [
      { id: a.id, column_name: 'a', verbose_name: 'The A' },
      { id: b.id, column_name: 'b' },
      { column_name: 'c', expression: 'a + b' },
    ]
    expect((await admin.put(`/api/v1/dataset/${id}`, { columns })).statusCode).toBe(200)
    const metrics = [{ metric_name: 'sum of b', expression: 'SUM("b")' }]
    expect((await admin.put(`/api/v1/dataset/${id}`, { metrics })).statusCode).toBe(200)
    const chart = (slice_name: string, form: object) =>
      admin.post('/api/v1/chart/', {
        slice_name,
        viz_type: 'table',
        datasource_id: id,
        datasource_type: 'table',
        params: JSON.stringify(form),
      })
    await chart('by a', { groupby: ['a'], metrics: ['count'] })
    await chart('by b', { groupby: ['b'] })
    await chart('sums', { metrics: ['sum of b'], adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'c > 1 -- b' }] })
    const filter = { id: 'f', name: 'B', filterType: 'filter_select', targets: [{ datasetId: id, column: { name: 'b' } }] }
    const filtered = await admin.post('/api/v1/dashboard/', {
      dashboard_title: 'Moving',
      json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
    })
    await inPostgres('ALTER TABLE moving ALTER a TYPE text, DROP b, ADD d date')
    const changes = (await admin.post(`/api/v1/dataset/${id}/source_changes`, {})).json().result
    expect(changes).toEqual({
      added: [{ column_name: 'd', type: 'DATE' }],
      changed: [{ column_name: 'a', type: 'TEXT', before: 'INTEGER' }],
      lost: [{ column_name: 'b', used_by: ['c', 'sum of b'] }],
      charts: [
        { id: expect.any(Number), slice_name: 'by b', uses: ['b'] },
        { id: expect.any(Number), slice_name: 'sums', uses: ['c', 'sum of b'] },
      ],
      hidden_charts: 0,
      filters: [{ dashboard: { id: filtered.json().id, title: 'Moving' }, name: 'B', uses: ['b'] }],
      hidden_filters: 0,
    })
    expect((await admin.put(`/api/v1/dataset/${id}/refresh`)).json()).toEqual({ message: 'OK' })
    const { result } = (await admin.get(`/api/v1/dataset/${id}`)).json()
    expect(
      result.columns.map((column: Record<string, unknown>) => [column['column_name'], column['type'], column['verbose_name']]),
    ).toEqual([
      ['a', 'TEXT', 'The A'],
      ['c', null, null],
      ['d', 'DATE', null],
    ])
    const elsewhere = { database_id: duck, catalog: null, schema: 'main', table_name: 'cars' }
    const { lost } = (await admin.post(`/api/v1/dataset/${id}/source_changes`, elsewhere)).json().result
    expect(lost.map((column: { column_name: string }) => column.column_name)).toEqual(['a', 'd'])
    await inPostgres('DROP TABLE moving')
    expect(brief(await admin.post(`/api/v1/dataset/${id}/source_changes`, {}))).toEqual([
      422,
      {
        message: {
          table: ['Table [data.public.moving] could not be found, please double check your database connection, schema, and table name'],
        },
      },
    ])
  })

  it('reads a replaced DuckDB file again', async () => {
    const file = join(folder, 'b.duckdb')
    await makeDuckdbFile(file, ['cars'])
    const database = (await admin.post('/api/v1/database/', { database_name: 'replaced', sqlalchemy_uri: `duckdb:///${file}` })).json().id
    const tables = async () =>
      (await admin.get(`/api/v1/database/${database}/tables/?q=(schema_name:main)`))
        .json()
        .result.map((table: { value: string }) => table.value)
    expect(await tables()).toEqual(['cars'])
    await makeDuckdbFile(join(folder, 'c.duckdb'), ['stocks', 'jobs'])
    renameSync(join(folder, 'c.duckdb'), file)
    expect(await tables()).toEqual(['jobs', 'stocks'])
  })

  it('a table has one dataset, which get-or-create returns', async () => {
    const ask = { database_id: duck, table_name: 'edge_types', schema: 'main' }
    const first = (await admin.post('/api/v1/dataset/get_or_create/', ask)).json().result.table_id
    expect((await admin.post('/api/v1/dataset/get_or_create/', ask)).json()).toEqual({ result: { table_id: first } })
    expect((await make({ table_name: 'edge_types' })).json()).toEqual({ message: { table: ['Dataset main.edge_types already exists'] } })
  })

  it('duplicates a virtual dataset with its columns and metrics, but not a physical one', async () => {
    const { id } = (await make({ table_name: 'two', sql: 'select 1 as a, 2 as b' })).json()
    await admin.put(`/api/v1/dataset/${id}`, {
      metrics: [{ metric_name: 'sum_a', expression: 'SUM(a)', currency: { symbol: 'EUR', symbolPosition: 'suffix' } }],
    })
    const copy = await admin.post('/api/v1/dataset/duplicate', { base_model_id: id, table_name: 'three' })
    expect(copy.statusCode).toBe(201)
    const parts = async (of: number) => {
      const { columns, metrics, sql } = (await admin.get(`/api/v1/dataset/${of}`)).json().result
      return [
        sql,
        columns.map((one: { column_name: string }) => one.column_name),
        metrics.map((one: Record<string, unknown>) => [one['metric_name'], one['currency']]),
      ]
    }
    expect(await parts(copy.json().id)).toEqual(await parts(id))
    const physical = (await admin.post('/api/v1/dataset/get_or_create/', { database_id: duck, table_name: 'cars', schema: 'main' })).json()
      .result.table_id
    expect(brief(await admin.post('/api/v1/dataset/duplicate', { base_model_id: physical, table_name: 'four' }))).toEqual([
      422,
      { message: 'Dataset parameters are invalid.' },
    ])
  })

  it('restoring a version restores its columns and metrics with their ids', async () => {
    const { id } = (await make({ table_name: 'versioned', sql: 'select 1 as a' })).json()
    const before = (await admin.get(`/api/v1/dataset/${id}`)).json().result
    await admin.put(`/api/v1/dataset/${id}`, { metrics: [], columns: [], description: 'emptied' })
    await admin.post(`/api/v1/dataset/${id}/restore`, { version: 1 })
    const after = (await admin.get(`/api/v1/dataset/${id}`)).json().result
    expect([after.description, after.columns, after.metrics]).toEqual([null, before.columns, before.metrics])
  })

  it('pages of samples are ordered by the first column', async () => {
    const source = { table_name: 'falling', sql: 'select 9 - i as a, i as b from range(9) as t(i)' }
    const { id } = (await make(source)).json()
    const page = async (number: number) => {
      const url = `/datasource/samples?datasource_id=${id}&datasource_type=table&per_page=4&page=${number}`
      const { data, total_count } = (await admin.inject({ method: 'POST', url, payload: {} })).json().result
      return [total_count, data.map((row: { a: number }) => row.a)]
    }
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [9, [1, 2, 3, 4]],
      [9, [5, 6, 7, 8]],
      [9, [9]],
    ])
  })

  it.each([
    ['filters that are none', { filters: 'x' }, "{'filters': ['Not a valid list.']}"],
    ['an operator that is none', { filters: [{ col: 'a', op: '= 1 or 1 =', val: 1 }] }, "{'filters': {0: {'op': ['Must be one of: =="],
    ['another field', { nope: 1 }, "{'nope': ['Unknown field.']}"],
  ])('samples are rejected for %s', async (_what, payload, text) => {
    const { id } = (await make({ table_name: `refused ${text}`, sql: 'select 1 as a' })).json()
    const answer = await admin.inject({ method: 'POST', url: `/datasource/samples?datasource_id=${id}&datasource_type=table`, payload })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: expect.stringContaining(text) }])
  })

  it('samples and values keep all digits', async () => {
    const ask = { database_id: duck, table_name: 'edge_types', schema: 'main' }
    const id = (await admin.post('/api/v1/dataset/get_or_create/', ask)).json().result.table_id
    const samples = await admin.inject({
      method: 'POST',
      url: `/datasource/samples?datasource_id=${id}&datasource_type=table&per_page=3&page=2`,
      payload: {},
    })
    expect(samples.json().result).toMatchObject({ page: 2, per_page: 3, total_count: 8, rowcount: 3 })
    const values = await admin.get(`/api/v1/datasource/table/${id}/column/big/values/`)
    expect(values.body).toContain('9007199254740993')
  })
})
