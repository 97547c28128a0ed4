import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKey } from '../../src/core/access/grants.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { startMariadb, startPostgres, type TestServer } from '../engines/servers.ts'

/** Statements with the rights that the database itself gives to the person who asks. */
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let postgres: TestServer
let admin: Caller
let ann: Caller
let bob: Caller
let id: number

const uriOf = ({ parameters: { host, port, username, password, database } }: TestServer, scheme = 'postgresql') =>
  `${scheme}://${username}:${password}@${host}:${port}/${database}`

const inPostgres = async (statements: string) => {
  const { Client } = await import('pg')
  const { host, port, username: user, password, database } = postgres.parameters
  const client = new Client({ host, port, user, password, database })
  await client.connect()
  await client.query(statements)
  await client.end()
}

const execute = (who: Caller, sql: string) => who.post('/api/v1/sqllab/execute/', { database_id: id, sql, runAsync: false })
const rowsOf = async (who: Caller, sql: string) => (await execute(who, sql)).json().data
const faultOf = async (who: Caller, sql: string) => {
  const { errors } = (await execute(who, sql)).json()
  return [errors?.[0]?.error_type, errors?.[0]?.message]
}

beforeAll(async () => {
  postgres = await startPostgres()
  await inPostgres(`
    CREATE ROLE admin; CREATE ROLE ann; CREATE ROLE "Bob ""B""";
    CREATE TABLE notes (owner text, note text);
    INSERT INTO notes VALUES ('ann', 'by ann'), ('Bob "B"', 'by bob');
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON notes USING (owner = current_user);
    GRANT SELECT, INSERT ON notes TO admin, ann, "Bob ""B""";`)
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  const made = await admin.post('/api/v1/database/', {
    database_name: 'shop',
    sqlalchemy_uri: uriOf(postgres),
    impersonate_user: true,
    allow_dml: true,
  })
  expect(made.statusCode).toBe(201)
  id = made.json().id
  const grants: [string, string][] = [['database_access', databaseKey({ id, name: 'shop' })]]
  ann = await as(ctx, app, await makePerson(ctx, 'ann', ['Gamma', 'sql_lab'], grants))
  bob = await as(ctx, app, await makePerson(ctx, 'Bob "B"', ['Gamma', 'sql_lab'], grants))
})
afterAll(async () => {
  await app?.close()
  await ctx?.close()
  await postgres?.stop()
})

describe('a connection that impersonates', () => {
  const question = 'SELECT current_user AS who, note FROM notes'

  it('runs each statement as the person who asks, on connections of their own', async () => {
    expect(await rowsOf(ann, question)).toEqual([{ who: 'ann', note: 'by ann' }])
    expect(await rowsOf(bob, question)).toEqual([{ who: 'Bob "B"', note: 'by bob' }])
    expect(await rowsOf(ann, question)).toEqual([{ who: 'ann', note: 'by ann' }])
    expect(await rowsOf(admin, question)).toEqual([])
  })

  it('charts on one dataset are answered to each person by their own rows', async () => {
    const dataset = (await admin.post('/api/v1/dataset/', { database: id, schema: 'public', table_name: 'notes' })).json().id
    const notesOf = async (who: Caller) => {
      const queries = [{ columns: ['note'], metrics: [], row_limit: 10 }]
      const answer = await who.post('/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries })
      return answer.json().result[0].data
    }
    expect(await notesOf(ann)).toEqual([{ note: 'by ann' }])
    expect(await notesOf(bob)).toEqual([{ note: 'by bob' }])
    expect(await notesOf(ann)).toEqual([{ note: 'by ann' }])
  })

  it('writes as the person, too', async () => {
    expect((await execute(ann, `INSERT INTO notes VALUES ('ann', 'new')`)).statusCode).toBe(200)
    expect(await faultOf(ann, `INSERT INTO notes VALUES ('bob', 'forged')`)).toEqual([
      'GENERIC_DB_ENGINE_ERROR',
      expect.stringContaining('violates row-level security policy'),
    ])
  })

  it.each(['RESET ROLE', 'SET ROLE NONE', 'SET SESSION AUTHORIZATION DEFAULT', "SELECT set_config('role', 'none', false)", 'DISCARD ALL'])(
    'nobody leaves their role by %s',
    async (statement) => {
      expect((await execute(ann, statement)).statusCode).toBeGreaterThanOrEqual(400)
      expect(await rowsOf(ann, 'SELECT current_user AS who')).toEqual([{ who: 'ann' }])
    },
  )

  it.each(['none', 'NONE', 'x'.repeat(64), 'nobody'])('a person whom the database does not know is refused: %s', async (name) => {
    const grants: [string, string][] = [['database_access', databaseKey({ id, name: 'shop' })]]
    const person = await as(ctx, app, await makePerson(ctx, name, ['Gamma', 'sql_lab'], grants))
    expect(await faultOf(person, 'SELECT current_user')).toEqual([
      'CONNECTION_INVALID_USERNAME_ERROR',
      `The username "${name}" does not exist.`,
    ])
  })

  it('a connection whose user may not act for the person is refused', async () => {
    await inPostgres(`CREATE ROLE charts LOGIN PASSWORD 'secret'; GRANT ann TO charts`)
    const { host, port, database } = postgres.parameters
    const connection = { sqlalchemy_uri: `postgresql://charts:secret@${host}:${port}/${database}`, impersonate_user: true }
    const tried = await admin.post('/api/v1/database/test_connection/', connection)
    expect(tried.json().errors).toMatchObject([
      { error_type: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'The user of the connection may not act for "admin".' },
    ])
    expect((await admin.put(`/api/v1/database/${id}`, connection)).statusCode).toBe(200)
    expect(await rowsOf(ann, 'SELECT current_user AS who, session_user AS through')).toEqual([{ who: 'ann', through: 'charts' }])
    expect(await faultOf(bob, 'SELECT 1')).toEqual([
      'CONNECTION_ACCESS_DENIED_ERROR',
      'The user of the connection may not act for "Bob "B"".',
    ])
  })
})

describe('a server that cannot impersonate', () => {
  it('is not queried with the rights of the connection instead', async () => {
    const mariadb = await startMariadb()
    try {
      const connection = { sqlalchemy_uri: uriOf(mariadb, 'mysql'), impersonate_user: true }
      const tried = await admin.post('/api/v1/database/test_connection/', connection)
      const text = 'MySQL cannot run queries as the person who asks: switch “Impersonate logged in user” off.'
      expect([tried.statusCode, tried.json().errors]).toMatchObject([
        422,
        [{ error_type: 'CONNECTION_ACCESS_DENIED_ERROR', message: text }],
      ])
      expect((await admin.post('/api/v1/database/test_connection/', { ...connection, impersonate_user: false })).statusCode).toBe(200)
    } finally {
      await mariadb.stop()
    }
  })
})
