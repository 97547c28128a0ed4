import type { EngineChoice } from '../data/engines.ts'
import type { Fault } from '../forms/faults.ts'
import { requiredText } from '../forms/field-text.ts'
import { integerOf, textOrNull } from '../forms/values.ts'
import { extraFaults, readExtra, writeExtra, type ExtraValues } from './extra.ts'
import { readTunnel, tunnelFaults, writeTunnel, type TunnelValues } from './tunnel.ts'

const permissions = {
  expose_in_sqllab: true,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_run_async: false,
  allow_file_upload: false,
  impersonate_user: false,
}

type Permissions = { [name in keyof typeof permissions]: boolean }

/** The values of the form; parameters as typed. */
export type Connection = Permissions & {
  name: string
  way: 'form' | 'uri'
  uri: string
  parameters: Record<string, string | boolean>
  /** The engine's own word; '' = not encrypted. */
  sslMode: string
  server_cert: string
  masked_encrypted_extra: string
  cache_timeout: string
  force_ctas_schema: string
  extra: ExtraValues
  ssh_tunnel: TunnelValues
}

/** The default port of the engine, which may differ with encryption. */
export const usualPorts: Record<string, string> = {
  timescaledb: '5432',
  cockroachdb: '26257',
  greenplum: '5432',
  postgresql: '5432',
  redshift: '5439',
  mysql: '3306',
  starrocks: '9030',
  doris: '9030',
  tidb: '4000',
  mssql: '1433',
  clickhousedb: '8123',
  trino: '8080',
}

const mysqlSsl = { name: 'ssl_mode', values: ['REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const }
const postgresSsl = { name: 'sslmode', values: ['require', 'verify-ca', 'verify-full'] as const }

/** The parameter that chooses the encryption, with its values for: encrypted, with a trusted certificate, for this host. */
const sslParameters: Record<string, { name: string; values: readonly [string, string, string] }> = {
  postgresql: postgresSsl,
  timescaledb: postgresSsl,
  cockroachdb: postgresSsl,
  greenplum: postgresSsl,
  redshift: postgresSsl,
  mysql: mysqlSsl,
  starrocks: mysqlSsl,
  doris: mysqlSsl,
  tidb: mysqlSsl,
}

/** The values of the engine's SSL modes; empty where it has only a switch. */
export const sslModesOf = ({ engine }: EngineChoice): readonly string[] => sslParameters[engine]?.values ?? []

/** Initial parameters: empty, except a required port. */
const emptyParameters = ({ engine, fields }: EngineChoice): Connection['parameters'] =>
  Object.fromEntries(
    fields.map(({ name, kind, required }) => [
      name,
      kind === 'switch' ? false : name === 'port' && required ? (usualPorts[engine] ?? '') : '',
    ]),
  )

export const newConnection = (engine: EngineChoice): Connection => ({
  ...permissions,
  name: engine.name,
  way: engine.fields.length ? 'form' : 'uri',
  uri: '',
  parameters: emptyParameters(engine),
  sslMode: '',
  server_cert: '',
  masked_encrypted_extra: '',
  cache_timeout: '',
  force_ctas_schema: '',
  extra: readExtra(),
  ssh_tunnel: readTunnel(null),
})

/** `sslmode=require&application_name=x` as an object. */
export const readPairs = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')))

/** The parameters as they are sent. The mode that only encrypts is the wire's `encryption`. */
const parametersOf = (engine: EngineChoice, { parameters, sslMode }: Connection): Record<string, unknown> => {
  const ssl = sslParameters[engine.engine]
  const encrypts = ssl && sslMode === ssl.values[0]
  return Object.fromEntries(
    engine.fields.flatMap(({ name, kind }): [string, unknown][] => {
      const value = parameters[name]
      if (kind === 'switch') return [[name, ssl && name === 'encryption' ? encrypts : value === true]]
      if (kind === 'pairs') {
        const mode = ssl && sslMode && !encrypts ? { [ssl.name]: sslMode } : {}
        return [[name, { ...readPairs(typeof value === 'string' ? value : ''), ...mode }]]
      }
      if (value === undefined || value === '' || typeof value === 'boolean') return []
      return [[name, kind === 'number' ? Number(value) : value]]
    }),
  )
}

/** The connection part of the request body. */
export const reachOf = (engine: EngineChoice, connection: Connection): Record<string, unknown> => ({
  ...(connection.way === 'uri'
    ? { configuration_method: 'sqlalchemy_form', sqlalchemy_uri: connection.uri.trim() }
    : {
        configuration_method: 'dynamic_form',
        engine: engine.engine,
        ...(engine.driver && { driver: engine.driver }),
        parameters: parametersOf(engine, connection),
      }),
  database_name: connection.name.trim(),
  extra: writeExtra(connection.extra),
  server_cert: textOrNull(connection.server_cert),
  impersonate_user: connection.impersonate_user,
  masked_encrypted_extra: connection.masked_encrypted_extra.trim() || '{}',
  ...(engine.hasTunnel && { ssh_tunnel: writeTunnel(connection.ssh_tunnel) }),
})

const permissionNames = Object.keys(permissions) as (keyof Permissions)[]

/** The permissions of the database. */
export const usesOf = (connection: Connection): Record<string, unknown> => ({
  ...Object.fromEntries(permissionNames.map((name) => [name, connection[name]])),
  cache_timeout: integerOf(connection.cache_timeout),
  force_ctas_schema: textOrNull(connection.force_ctas_schema),
})

type Stored = Partial<Permissions> & {
  database_name: string
  configuration_method?: string
  sqlalchemy_uri?: string
  parameters?: Record<string, unknown>
  cache_timeout?: number | null
  force_ctas_schema?: string | null
  extra?: string
  server_cert?: string | null
  masked_encrypted_extra?: string
  ssh_tunnel?: Record<string, unknown> | null
}

/** A stored parameter as text for its field; pairs as `a=1&b=2`. */
const asTyped = (value: unknown): string | boolean => {
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return new URLSearchParams(Object.entries(value).map(([name, one]) => [name, String(one)])).toString()
}

/** The form of an existing connection. Its password stays masked unless it is replaced. */
export const storedConnection = (engine: EngineChoice, stored: Stored): Connection => {
  const ssl = sslParameters[engine.engine]
  const { query, ...parameters } = stored.parameters ?? {}
  const pairs = new URLSearchParams(String(asTyped(query)))
  const mode = ssl?.values.find((value) => value === pairs.get(ssl.name))
  if (ssl && mode) pairs.delete(ssl.name)
  return {
    ...newConnection(engine),
    ...Object.fromEntries(permissionNames.map((name) => [name, stored[name] ?? permissions[name]])),
    name: stored.database_name,
    way: stored.configuration_method === 'dynamic_form' && engine.fields.length ? 'form' : 'uri',
    uri: stored.sqlalchemy_uri ?? '',
    parameters: {
      ...emptyParameters(engine),
      ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, asTyped(value)])),
      ...(query !== undefined && { query: pairs.toString() }),
    },
    sslMode: mode ?? (parameters['encryption'] === true ? (ssl?.values[0] ?? '') : ''),
    server_cert: stored.server_cert ?? '',
    masked_encrypted_extra: stored.masked_encrypted_extra === '{}' ? '' : (stored.masked_encrypted_extra ?? ''),
    cache_timeout: stored.cache_timeout === null || stored.cache_timeout === undefined ? '' : String(stored.cache_timeout),
    force_ctas_schema: stored.force_ctas_schema ?? '',
    extra: readExtra(stored.extra),
    ssh_tunnel: readTunnel(stored.ssh_tunnel),
  }
}

/** The form field of a wire name. */
export const connectionPlace =
  ({ fields, engine }: EngineChoice) =>
  (path: string): string => {
    if (path === 'sqlalchemy_uri') return 'uri'
    if (path === 'database_name') return 'name'
    if (path === 'extra') return 'extra.engine_params'
    if (path === 'encryption' && sslParameters[engine]) return 'sslMode'
    return fields.some(({ name }) => name === path) ? `parameters.${path}` : path
  }

/** What the body's schema cannot know: required fields that are empty, and documents that are no JSON. */
export const connectionFaults = ({ name, way, uri, extra, ssh_tunnel }: Connection): Fault[] => [
  ...(way === 'uri' && !uri.trim() ? [{ path: 'uri', text: requiredText() }] : []),
  ...(name.trim() ? [] : [{ path: 'name', text: requiredText() }]),
  ...extraFaults(extra),
  ...tunnelFaults(ssh_tunnel),
]
