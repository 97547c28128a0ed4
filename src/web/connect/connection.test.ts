import { describe, expect, test } from 'vitest'
import { readEngines } from '../data/engines.ts'
import { fieldFaults, newConnection, reachOf, storedConnection, usesOf } from './connection.ts'

const answer = {
  databases: [
    {
      name: 'PostgreSQL',
      engine: 'postgresql',
      default_driver: 'psycopg2',
      preferred: true,
      sqlalchemy_uri_placeholder: 'postgresql://user:password@host:port/dbname',
      parameters: {
        properties: {
          database: { description: 'Database name', type: 'string' },
          encryption: { description: 'Use an encrypted connection to the database', type: 'boolean' },
          host: { description: 'Hostname or IP address', type: 'string' },
          password: { description: 'Password', type: 'string' },
          port: { description: 'Database port', type: 'integer' },
          query: { description: 'Additional parameters', type: 'object' },
          ssh: { description: 'Use an ssh tunnel connection to the database', type: 'boolean' },
          username: { description: 'Username', type: 'string' },
        },
        required: ['database', 'host', 'port', 'username'],
      },
    },
    { name: 'SQLite', engine: 'sqlite', preferred: true, sqlalchemy_uri_placeholder: 'engine+driver://…' },
  ],
}

const [postgres, sqlite] = readEngines(answer)
if (!postgres || !sqlite) throw new Error('two engines')

test('fields come in the order people fill them in', () => {
  expect(postgres.fields.map(({ name, kind, required }) => `${name} ${kind}${required ? ' *' : ''}`)).toEqual([
    'host text *',
    'port number *',
    'database text *',
    'username text *',
    'password password',
    'encryption switch',
    'query pairs',
  ])
  expect(sqlite.fields).toEqual([])
})

test('a port that has to be given stands there from the start, as the engine has it', () => {
  expect(newConnection(postgres).parameters).toEqual({ port: '5432' })
  expect(newConnection({ ...postgres, engine: 'mysql' }).parameters).toEqual({ port: '3306' })
  const optional = postgres.fields.map((field) => ({ ...field, required: false }))
  expect(newConnection({ ...postgres, fields: optional }).parameters).toEqual({})
})

describe('what is sent', () => {
  test('a form', () => {
    const connection = {
      ...newConnection(postgres),
      parameters: { host: 'db', port: '5432', database: 'sales', username: 'me', query: 'a=1&b=2' },
    }
    expect(reachOf(postgres, connection)).toEqual({
      configuration_method: 'dynamic_form',
      engine: 'postgresql',
      driver: 'psycopg2',
      database_name: 'PostgreSQL',
      parameters: { host: 'db', port: 5432, database: 'sales', username: 'me', encryption: false, query: { a: '1', b: '2' } },
    })
  })

  test('an address', () => {
    const connection = { ...newConnection(sqlite), name: ' Files ', uri: ' sqlite:///x.db ' }
    expect(connection.way).toBe('uri')
    expect(reachOf(sqlite, connection)).toEqual({
      configuration_method: 'sqlalchemy_form',
      sqlalchemy_uri: 'sqlite:///x.db',
      database_name: 'Files',
    })
  })

  test.each([
    ['', null],
    ['60', 60],
    ['-1', -1],
  ])('a cache timeout of %j', (typed, sent) => {
    expect(usesOf({ ...newConnection(postgres), cache_timeout: typed })).toMatchObject({ cache_timeout: sent })
  })
})

test('a stored connection keeps its masked password', () => {
  const stored = storedConnection(postgres, {
    database_name: 'pg',
    configuration_method: 'dynamic_form',
    parameters: { host: 'h', port: 5433, password: 'XXXXXXXXXX', encryption: true, query: { sslmode: 'require' } },
    cache_timeout: 20,
  })
  expect(stored).toMatchObject({ name: 'pg', way: 'form', cache_timeout: '20' })
  expect(stored.parameters).toEqual({ host: 'h', port: '5433', password: 'XXXXXXXXXX', encryption: true, query: 'sslmode=require' })
})

test('faults find their fields', () => {
  const errors = [
    { message: 'One or more parameters are missing: host', extra: { missing: ['host'] } },
    { message: 'The hostname cannot be resolved.', extra: { invalid: ['host', 'port'] } },
  ]
  expect(fieldFaults(errors, 'This is a required field')).toEqual({
    host: 'This is a required field',
    port: 'The hostname cannot be resolved.',
  })
})
