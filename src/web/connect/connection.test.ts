import { describe, expect, test } from 'vitest'
import { readEngines } from '../data/engines.ts'
import { connectionFaults, connectionPlace, newConnection, reachOf, storedConnection, usesOf } from './connection.ts'
import { readExtra, writeExtra } from './extra.ts'

const answer = {
  databases: [
    {
      name: 'PostgreSQL',
      engine: 'postgresql',
      default_driver: 'psycopg2',
      preferred: true,
      engine_information: { disable_ssh_tunneling: false },
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
    { name: 'SQLite', engine: 'sqlite', preferred: true, engine_information: {}, sqlalchemy_uri_placeholder: 'engine+driver://…' },
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

test('a required port starts with the default of the engine', () => {
  expect(newConnection(postgres).parameters).toMatchObject({ port: '5432', host: '', encryption: false })
  expect(newConnection({ ...postgres, engine: 'mysql' }).parameters['port']).toBe('3306')
  const optional = postgres.fields.map((field) => ({ ...field, required: false }))
  expect(newConnection({ ...postgres, fields: optional }).parameters['port']).toBe('')
})

describe('what is sent', () => {
  test('a form', () => {
    const connection = {
      ...newConnection(postgres),
      parameters: { host: 'db', port: '5432', database: 'sales', username: 'me', query: 'a=1&b=2' },
    }
    expect(reachOf(postgres, connection)).toMatchObject({
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
    expect(reachOf(sqlite, connection)).toMatchObject({
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
  expect(stored).toMatchObject({ name: 'pg', way: 'form', cache_timeout: '20', sslMode: 'require' })
  expect(stored.parameters).toMatchObject({ host: 'h', port: '5433', password: 'XXXXXXXXXX', encryption: true, query: '' })
})

describe('encryption', () => {
  test.each([
    ['', { encryption: false, query: { a: '1' } }],
    ['require', { encryption: true, query: { a: '1' } }],
    ['verify-full', { encryption: false, query: { a: '1', sslmode: 'verify-full' } }],
  ])('the mode %j goes out as the wire has it, and comes back', (sslMode, expected) => {
    const typed = { ...newConnection(postgres), sslMode, parameters: { host: 'h', query: 'a=1' } }
    const { parameters } = reachOf(postgres, typed)
    expect(parameters).toMatchObject(expected)
    const stored = { database_name: 'pg', configuration_method: 'dynamic_form', parameters: expected }
    expect(storedConnection(postgres, stored)).toMatchObject({ sslMode, parameters: { query: 'a=1' } })
  })
})

describe('extra', () => {
  test('is read into fields and written back with the keys that the form does not know', () => {
    const extra = {
      mine: [1],
      allows_virtual_table_explore: false,
      cost_estimate_enabled: true,
      disable_data_preview: false,
      disable_drill_to_detail: false,
      allow_multi_catalog: false,
      cancel_query_on_windows_unload: true,
      metadata_params: {},
      engine_params: { connect_args: { application_name: 'x' } },
      metadata_cache_timeout: { schema_cache_timeout: 60 },
      schemas_allowed_for_file_upload: ['a', 'b'],
      version: '1.2',
    }
    expect(JSON.parse(writeExtra(readExtra(JSON.stringify(extra))))).toEqual(extra)
    const cleared = { ...readExtra(JSON.stringify(extra)), schema_cache_timeout: '', version: '' }
    expect(JSON.parse(writeExtra(cleared))).toMatchObject({ metadata_cache_timeout: {}, mine: [1] })
    expect(JSON.parse(writeExtra(cleared))).not.toHaveProperty('version')
  })

  test('invalid JSON and invalid numbers are reported at their field', () => {
    const typed = { ...newConnection(postgres), extra: { ...readExtra(), engine_params: '{a', table_cache_timeout: 'soon' } }
    expect(connectionFaults(typed).map(({ path }) => path)).toEqual(['extra.engine_params', 'extra.table_cache_timeout'])
  })
})

describe('faults', () => {
  test.each([
    ['host', 'parameters.host'],
    ['parameters.host', 'parameters.host'],
    ['sqlalchemy_uri', 'uri'],
    ['database_name', 'name'],
    ['extra', 'extra.engine_params'],
    ['encryption', 'sslMode'],
  ])('the server’s %s is the field %s', (name, path) => {
    expect(connectionPlace(postgres)(name)).toBe(path)
  })

  test.each([
    ['an address', { ...newConnection(sqlite), uri: ' ' }, ['uri']],
    ['a name', { ...newConnection(postgres), name: '' }, ['name']],
    ['nothing', newConnection(postgres), []],
  ])('%s is missing', (_what, connection, paths) => {
    expect(connectionFaults(connection).map(({ path }) => path)).toEqual(paths)
  })
})
