import type { WireError } from '../data/call-error.ts'
import type { EngineChoice } from '../data/engines.ts'

/** What the form holds; every parameter as typed. */
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

/** Where a server of this engine listens unless somebody moved it; with encryption it may be another. */
export const usualPorts: Record<string, string> = { postgresql: '5432', mysql: '3306', clickhousedb: '8123', trino: '8080' }

/** A port that has to be given stands there from the start. */
const knownParameters = ({ engine, fields }: EngineChoice): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ name, required }) => (name === 'port' && required ? [[name, usualPorts[engine] ?? '']] : [])))

export const newConnection = (engine: EngineChoice): Connection => ({
  name: engine.name,
  way: engine.fields.length ? 'form' : 'uri',
  uri: '',
  parameters: knownParameters(engine),
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

/** How the database is reached, as the wire wants it. */
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

/** What it may be used for. */
export const usesOf = ({ allow_file_upload, allow_dml, expose_in_sqllab, cache_timeout }: Connection): Record<string, unknown> => ({
  allow_file_upload,
  allow_dml,
  expose_in_sqllab,
  cache_timeout: cache_timeout.trim() === '' ? null : Number(cache_timeout),
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

/** The form of a connection that exists; its password stays masked unless it is typed anew. */
export const storedConnection = (engine: EngineChoice, stored: Stored): Connection => ({
  ...newConnection(engine),
  name: stored.database_name,
  way: stored.configuration_method === 'dynamic_form' && engine.fields.length ? 'form' : 'uri',
  uri: stored.sqlalchemy_uri ?? '',
  parameters: Object.fromEntries(
    Object.entries(stored.parameters ?? {}).map(([name, value]) => [
      name,
      typeof value === 'boolean'
        ? value
        : typeof value === 'object' && value !== null
          ? new URLSearchParams(value as Record<string, string>).toString()
          : String(value ?? ''),
    ]),
  ),
  allow_file_upload: stored.allow_file_upload ?? false,
  allow_dml: stored.allow_dml ?? false,
  expose_in_sqllab: stored.expose_in_sqllab ?? true,
  cache_timeout: stored.cache_timeout === null || stored.cache_timeout === undefined ? '' : String(stored.cache_timeout),
})

/** Faults per field from refused parameters: fields that are missing, and fields that are named as invalid. */
export const fieldFaults = (errors: WireError[], required: string): Record<string, string> => {
  const faults: Record<string, string> = {}
  for (const { message, extra } of errors) {
    const named = (key: string) =>
      Array.isArray(extra?.[key]) ? (extra[key] as unknown[]).filter((name): name is string => typeof name === 'string') : []
    for (const name of named('missing')) faults[name] ??= required
    for (const name of named('invalid')) faults[name] ??= message
  }
  return faults
}
