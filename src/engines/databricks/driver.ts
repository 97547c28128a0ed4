import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { loadDriver } from '../shared/fetched/driver-package.ts'
import { fetchedConnection, rowsOf, type Head, type Running } from '../shared/fetched/connection.ts'
import { readOnlyWords } from '../shared/fetched/read-only-words.ts'
import { databricksPackage, isDatabricks, type Operation, type Session } from './client.ts'
import { databricksDialect } from './dialect.ts'
import type { DatabricksParameters } from './parameters.ts'

const { quote, literal } = databricksDialect
const text = (value: string) => literal({ type: 'string', value })

export const refuseWriting = readOnlyWords({
  opaque: /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`]|``)*`|--[^\n]*|\/\*[\s\S]*?\*\//g,
  reading: /^[\s(]*(select|with|show|describe|desc|values|table|explain|from)\b/i,
  writing: /^[\s(]*(?:with|from)\b[\s\S]*\b(insert|update|delete|merge)\b/i,
})

/** Types of the protocol, by their number. */
const natives: Record<number, string> = {
  0: 'boolean',
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'bigint',
  5: 'float',
  6: 'double',
  7: 'string',
  8: 'timestamp',
  9: 'binary',
  10: 'array',
  11: 'map',
  12: 'struct',
  15: 'decimal',
  17: 'date',
}

const headsOf = async (operation: Operation): Promise<Head[]> =>
  ((await operation.getSchema())?.columns ?? []).map(({ columnName, typeDesc }) => ({
    name: columnName,
    native: natives[typeDesc.types[0]?.primitiveEntry?.type ?? 7] ?? 'string',
  }))

async function* listsOf(operation: Operation, heads: Head[]): AsyncGenerator<readonly unknown[]> {
  for await (const row of operation.iterateRows()) {
    const values = new Map(Object.entries(row))
    yield heads.map(({ name }) => values.get(name))
  }
}

const start = async (session: Session, sql: string, { timeoutMs }: Partial<StatementOptions>): Promise<Running> => {
  const operation = await session.executeStatement(sql, { ...(timeoutMs && { queryTimeout: Math.ceil(timeoutMs / 1_000) }), maxRows: null })
  const heads = await headsOf(operation)
  return {
    heads,
    rows: listsOf(operation, heads),
    cancel: async () => {
      await operation.cancel()
      await operation.close()
    },
  }
}

export const connectDatabricks = async (
  parameters: DatabricksParameters,
  { drivers, signal, timezone }: ConnectOptions,
): Promise<Connection> => {
  const { DBSQLClient } = loadDriver(drivers, databricksPackage, isDatabricks)
  const { host, port, password, query, database } = parameters
  const { catalog: initialCatalog, schema: initialSchema = database } = query
  const client = new DBSQLClient()
  const late = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('connection timed out')), { once: true }),
  )
  late.catch(() => {})
  const open = async () => {
    await client.connect({ host, port, path: query.http_path, token: password })
    return client.openSession({
      ...(initialCatalog && { initialCatalog }),
      ...(initialSchema && { initialSchema }),
      configuration: { TIMEZONE: timezone },
    })
  }
  const session = await Promise.race([open(), late])
  let isOpen = true
  const ask = async (sql: string) => rowsOf(await start(session, sql, {}))
  const path = (...parts: (string | null | undefined)[]) => parts.flatMap((part) => (part ? [quote(part)] : [])).join('.')
  const place = (preposition: string, ...parts: (string | null | undefined)[]) =>
    path(...parts) ? ` ${preposition} ${path(...parts)}` : ''
  return fetchedConnection({
    dialect: databricksDialect,
    refuseWriting,
    start: async (sql, how) => {
      if (how.schema) await ask(`USE ${path(how.catalog || initialCatalog, how.schema)}`)
      return start(session, sql, how)
    },
    catalogs: async () => (await ask('SHOW CATALOGS')).map(([name]) => name ?? ''),
    defaultCatalog: async () => initialCatalog ?? null,
    schemas: async (catalog) => (await ask(`SHOW SCHEMAS${place('IN', catalog || initialCatalog)}`)).map(([name]) => name ?? ''),
    defaultSchema: async () => (await ask('SELECT current_schema()'))[0]?.[0] ?? null,
    tables: async (schema, catalog) => {
      const inside = place('IN', catalog || initialCatalog, schema || initialSchema)
      const [tables, views] = [await ask(`SHOW TABLES${inside}`), await ask(`SHOW VIEWS${inside}`)]
      const viewNames = new Set(views.map(([, name]) => name))
      return tables.map(([, name]) => ({ name: name ?? '', kind: viewNames.has(name) ? ('view' as const) : ('table' as const) }))
    },
    columns: async ({ catalog, schema, table }) => {
      const rows = await ask(`DESCRIBE TABLE ${path(catalog || initialCatalog, schema || initialSchema, table)}`)
      const end = rows.findIndex(([name]) => !name || name.startsWith('#'))
      return (end < 0 ? rows : rows.slice(0, end)).map(([name, type, comment]) => ({
        name: name ?? '',
        type: type ?? '',
        nullable: true,
        ...(comment && { comment }),
      }))
    },
    describe: async (sql) => {
      refuseWriting(sql)
      const rows = await ask(`DESCRIBE QUERY ${sql}`)
      return rows.map(([name, type]) => ({ name: name ?? '', type: type ?? '', nullable: true }))
    },
    ping: async () => void (await ask(`SELECT ${text('1')}`)),
    isOpen: () => isOpen,
    close: async () => {
      isOpen = false
      await session.close().catch(() => {})
      await client.close()
    },
  })
}
