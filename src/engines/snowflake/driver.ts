import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { loadDriver } from '../shared/fetched/driver-package.ts'
import { fetchedConnection, rowsOf, type Head, type Running } from '../shared/fetched/connection.ts'
import { readOnlyWords } from '../shared/fetched/read-only-words.ts'
import { standardOutline } from '../shared/outline.ts'
import { snowflakeDialect } from './dialect.ts'
import type { SnowflakeParameters } from './parameters.ts'
import { isSnowflake, snowflakePackage, type Statement, type Wire } from './sdk.ts'

const { literal, quote } = snowflakeDialect
const text = (value: string) => literal({ type: 'string', value })

/** The driver runs one statement of a text only. */
export const refuseWriting = readOnlyWords({
  opaque: /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"]|"")*"|\$\$[\s\S]*?\$\$|(?:--|\/\/)[^\n]*|\/\*[\s\S]*?\*\//g,
  reading: /^[\s(]*(select|with|show|describe|desc|values|explain)\b/i,
  writing: /->>|^[\s(]*with\b[\s\S]*\b(insert|update|delete|merge)\b/i,
})

const sessionParameters = (timezone: string) => ({
  TIMEZONE: timezone,
  WEEK_START: 1,
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIMESTAMP_NTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF6',
  TIMESTAMP_LTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF6TZH:TZM',
  TIMESTAMP_TZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF6TZH:TZM',
})

const headsOf = (statement: Statement): Head[] =>
  (statement.getColumns() ?? []).map((column) => {
    const type = column.getType()
    return { name: column.getName(), native: type === 'fixed' ? `number(38,${column.getScale()})` : type }
  })

type Execution = Partial<StatementOptions> & { describeOnly?: boolean }

const start = (wire: Wire, sql: string, { timeoutMs, describeOnly }: Execution): Promise<Running> =>
  new Promise((resolve, reject) => {
    wire.execute({
      sqlText: sql,
      streamResult: true,
      rowMode: 'array',
      fetchAsString: ['Number', 'Date', 'JSON'],
      ...(describeOnly && { describeOnly }),
      ...(timeoutMs && { parameters: { STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(timeoutMs / 1_000) } }),
      complete: (error, statement) => {
        if (error) return reject(error)
        const rows = describeOnly ? none() : statement.streamRows()
        resolve({ heads: headsOf(statement), rows, cancel: () => new Promise((done) => statement.cancel(() => done())) })
      },
    })
  })

async function* none(): AsyncGenerator<readonly unknown[]> {}

export const connectSnowflake = async (
  parameters: SnowflakeParameters,
  { drivers, signal, timezone }: ConnectOptions,
): Promise<Connection> => {
  const snowflake = loadDriver(drivers, snowflakePackage, isSnowflake)
  snowflake.configure({ logLevel: 'OFF', additionalLogToConsole: false })
  const [database, schema] = (parameters.database ?? '').split('/')
  const { host, username, password, query } = parameters
  const wire = snowflake.createConnection({
    account: host.replace(/\.snowflakecomputing\.com$/, ''),
    username,
    password,
    ...(database && { database }),
    ...(schema && { schema }),
    ...query,
    application: 'chartroom',
    clientSessionKeepAlive: true,
  })
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('connection timed out')), { once: true })
    void wire.connectAsync((error) => (error ? reject(error) : resolve())).catch(reject)
  })
  const ask = async (sql: string) => rowsOf(await start(wire, sql, {}))
  const settings = Object.entries(sessionParameters(timezone)).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : text(value)}`,
  )
  await ask(`ALTER SESSION SET ${settings.join(' ')}`)
  const inCatalog = (catalog?: string | null) => {
    const chosen = catalog || database
    return chosen ? `${quote(chosen)}.` : ''
  }
  const schemaOf = (name?: string | null) => (name ? text(name) : 'CURRENT_SCHEMA()')
  return fetchedConnection({
    dialect: snowflakeDialect,
    refuseWriting,
    start: async (sql, how) => {
      if (how.schema) await ask(`USE SCHEMA ${inCatalog(how.catalog)}${quote(how.schema)}`)
      return start(wire, sql, how)
    },
    catalogs: async () => (await ask('SHOW DATABASES ->> SELECT "name" FROM $1 ORDER BY 1')).map(([name]) => name ?? ''),
    defaultCatalog: async () => database || null,
    schemas: async (catalog) =>
      (await ask(`SELECT schema_name FROM ${inCatalog(catalog)}information_schema.schemata ORDER BY 1`)).map(([name]) => name ?? ''),
    defaultSchema: async () => (await ask('SELECT CURRENT_SCHEMA()'))[0]?.[0] ?? null,
    tables: async (name, catalog) =>
      (
        await ask(
          `SELECT table_name, table_type FROM ${inCatalog(catalog)}information_schema.tables WHERE table_schema = ${schemaOf(name)} ORDER BY 1`,
        )
      ).map(([table, kind]) => ({ name: table ?? '', kind: kind?.endsWith('VIEW') ? 'view' : 'table' })),
    columns: async (relation) =>
      (
        await ask(
          `SELECT column_name, CASE WHEN data_type = 'NUMBER' THEN 'NUMBER(' || numeric_precision || ',' || numeric_scale || ')' ELSE data_type END, is_nullable, comment FROM ${inCatalog(relation.catalog)}information_schema.columns WHERE table_schema = ${schemaOf(relation.schema)} AND table_name = ${text(relation.table)} ORDER BY ordinal_position`,
        )
      ).map(([name, type, nullable, comment]) => ({
        name: name ?? '',
        type: type ?? '',
        nullable: nullable !== 'NO',
        ...(comment && { comment }),
      })),
    outline: (catalog) => standardOutline(ask, { prefix: inCatalog(catalog), where: "c.table_schema <> 'INFORMATION_SCHEMA'" }),
    describe: async (sql) => {
      refuseWriting(sql)
      const { heads } = await start(wire, sql, { describeOnly: true })
      return heads.map(({ name, native }) => ({ name, type: native, nullable: true }))
    },
    ping: async () => void (await ask('SELECT 1')),
    isOpen: () => wire.isUp(),
    close: () => new Promise((resolve) => wire.destroy(() => resolve())),
  })
}
