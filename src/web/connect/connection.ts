import type { EngineChoice } from '../data/engines.ts'
import type { Fault } from '../forms/faults.ts'
import { emptyText } from '../forms/field-text.ts'
import { integerOf } from '../forms/values.ts'

/** The values of the form; parameters as typed. */
export type Connection = {
  name: string
  way: 'form' | 'uri'
  uri: string
  parameters: Record<string, string | boolean>
  allow_file_upload: boolean
  allow_dml: boolean
  expose_in_sqllab: boolean
  cache_timeout: string
}

/** The default port of the engine, which may differ with encryption. */
export const usualPorts: Record<string, string> = { postgresql: '5432', mysql: '3306', clickhousedb: '8123', trino: '8080' }

/** Initial parameters: empty, except a required port. */
const emptyParameters = ({ engine, fields }: EngineChoice): Connection['parameters'] =>
  Object.fromEntries(
    fields.map(({ name, kind, required }) => [
      name,
      kind === 'switch' ? false : name === 'port' && required ? (usualPorts[engine] ?? '') : '',
    ]),
  )

export const newConnection = (engine: EngineChoice): Connection => ({
  name: engine.name,
  way: engine.fields.length ? 'form' : 'uri',
  uri: '',
  parameters: emptyParameters(engine),
  allow_file_upload: false,
  allow_dml: false,
  expose_in_sqllab: true,
  cache_timeout: '',
})

/** `sslmode=require&application_name=x` as an object. */
export const readPairs = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')))

const parametersOf = (engine: EngineChoice, connection: Connection): Record<string, unknown> =>
  Object.fromEntries(
    engine.fields.flatMap(({ name, kind }): [string, unknown][] => {
      const value = connection.parameters[name]
      if (kind === 'switch') return [[name, value === true]]
      if (kind === 'pairs') return [[name, readPairs(typeof value === 'string' ? value : '')]]
      if (value === undefined || value === '' || typeof value === 'boolean') return []
      return [[name, kind === 'number' ? Number(value) : value]]
    }),
  )

/** The connection part of the request body. */
export const reachOf = (engine: EngineChoice, connection: Connection): Record<string, unknown> =>
  connection.way === 'uri'
    ? { configuration_method: 'sqlalchemy_form', sqlalchemy_uri: connection.uri.trim(), database_name: connection.name.trim() }
    : {
        configuration_method: 'dynamic_form',
        engine: engine.engine,
        ...(engine.driver && { driver: engine.driver }),
        parameters: parametersOf(engine, connection),
        database_name: connection.name.trim(),
      }

/** The permissions of the database. */
export const usesOf = ({ allow_file_upload, allow_dml, expose_in_sqllab, cache_timeout }: Connection): Record<string, unknown> => ({
  allow_file_upload,
  allow_dml,
  expose_in_sqllab,
  cache_timeout: integerOf(cache_timeout),
})

type Stored = {
  database_name: string
  configuration_method?: string
  sqlalchemy_uri?: string
  parameters?: Record<string, unknown>
  allow_file_upload?: boolean
  allow_dml?: boolean
  expose_in_sqllab?: boolean
  cache_timeout?: number | null
}

/** A stored parameter as text for its field; pairs as `a=1&b=2`. */
const asTyped = (value: unknown): string | boolean => {
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return new URLSearchParams(Object.entries(value).map(([name, one]) => [name, String(one)])).toString()
}

/** The form of an existing connection. Its password stays masked unless it is replaced. */
export const storedConnection = (engine: EngineChoice, stored: Stored): Connection => ({
  ...newConnection(engine),
  name: stored.database_name,
  way: stored.configuration_method === 'dynamic_form' && engine.fields.length ? 'form' : 'uri',
  uri: stored.sqlalchemy_uri ?? '',
  parameters: {
    ...emptyParameters(engine),
    ...Object.fromEntries(Object.entries(stored.parameters ?? {}).map(([name, value]) => [name, asTyped(value)])),
  },
  allow_file_upload: stored.allow_file_upload ?? false,
  allow_dml: stored.allow_dml ?? false,
  expose_in_sqllab: stored.expose_in_sqllab ?? true,
  cache_timeout: stored.cache_timeout === null || stored.cache_timeout === undefined ? '' : String(stored.cache_timeout),
})

/** The form field of a wire name. */
export const connectionPlace =
  ({ fields }: EngineChoice) =>
  (path: string): string => {
    if (path === 'sqlalchemy_uri') return 'uri'
    if (path === 'database_name') return 'name'
    return fields.some(({ name }) => name === path) ? `parameters.${path}` : path
  }

/** Messages for required fields that are empty. */
export const connectionFaults = ({ name, way, uri }: Connection): Fault[] => [
  ...(way === 'uri' && !uri.trim() ? [{ path: 'uri', text: emptyText() }] : []),
  ...(name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
]
