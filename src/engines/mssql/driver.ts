import { Readable } from 'node:stream'
import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { loadDriver } from '../shared/fetched/driver-package.ts'
import { fetchedConnection, rowsOf, type Head, type Running } from '../shared/fetched/connection.ts'
import { openSocket } from '../shared/network-parameters.ts'
import { readOnlyWords } from '../shared/fetched/read-only-words.ts'
import { standardOutline } from '../shared/outline.ts'
import { mssqlDialect } from './dialect.ts'
import type { MssqlParameters } from './parameters.ts'
import { isTedious, tediousPackage, type Tedious, type Wire } from './tedious.ts'

const text = (value: string) => mssqlDialect.literal({ type: 'string', value })

/** A batch needs no semicolon between its statements, so that any word of the list may begin one. */
export const refuseWriting = readOnlyWords({
  opaque: /'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|--[^\n]*|\/\*[\s\S]*?\*\//g,
  reading: /^[\s(]*(select|with)\b/i,
  writing:
    /\b(into|insert|update|delete|merge|exec|execute|create|alter|drop|truncate|grant|revoke|deny|backup|restore|bulk|dbcc|kill|shutdown|waitfor|declare|set|use|begin|commit|save|reconfigure|writetext|updatetext|openrowset|opendatasource|openquery)\b/i,
})

const encryptionOf = ({ encryption, certificate, query }: MssqlParameters) => ({
  encrypt: query?.encrypt ? query.encrypt === 'yes' : Boolean(encryption || certificate),
  trustServerCertificate: certificate === undefined && query?.trust_server_certificate === 'yes',
  ...(certificate !== undefined && { cryptoCredentialsDetails: { ca: certificate } }),
})

const open = async ({ Connection: Wires }: Tedious, parameters: MssqlParameters, signal: AbortSignal): Promise<Wire> => {
  const { host, port, database, username, password, via } = parameters
  const wire = new Wires({
    server: host,
    authentication: { type: 'default', options: { userName: username, password } },
    options: {
      port,
      database,
      ...encryptionOf(parameters),
      appName: 'chartroom',
      useUTC: true,
      requestTimeout: 0,
      readOnlyIntent: true,
      ...(via && {
        connector: () => openSocket(via),
      }),
    },
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => {
    wire.close()
    reject(new Error('connection timed out'))
  }
  signal.addEventListener('abort', giveUp, { once: true })
  wire.on('error', () => {})
  wire.connect((error) => (error ? reject(error) : resolve()))
  await promise.finally(() => signal.removeEventListener('abort', giveUp))
  return wire
}

/** Starts a statement; resolves with its first columns. Rows wait on the wire while nobody reads them. */
const start = async (tedious: Tedious, wire: Wire, sql: string, { timeoutMs }: Partial<StatementOptions>): Promise<Running> => {
  const known = Promise.withResolvers<Head[]>()
  const ended = Promise.withResolvers<void>()
  let isOver = false
  const rows = new Readable({ objectMode: true, highWaterMark: 1_000, read: () => request.resume() })
  rows.on('error', () => {})
  const request = new tedious.Request(sql, (error) => {
    isOver = true
    ended.resolve()
    if (error) {
      known.reject(error)
      rows.destroy(error)
    } else {
      known.resolve([])
      rows.push(null)
    }
  })
  request.on('columnMetadata', (columns) =>
    known.resolve(columns.map(({ colName, type }) => ({ name: colName, native: type.name.toLowerCase() }))),
  )
  request.on('row', (cells) => {
    if (!rows.destroyed && !rows.push(cells.map(({ value }) => value))) request.pause()
  })
  if (timeoutMs) request.setTimeout(timeoutMs)
  wire.execSqlBatch(request)
  return {
    heads: await known.promise,
    rows,
    cancel: async () => {
      if (isOver) return
      request.resume()
      wire.cancel()
      await ended.promise
    },
  }
}

export const connectMssql = async (parameters: MssqlParameters, options: ConnectOptions): Promise<Connection> => {
  const tedious = loadDriver(options.drivers, tediousPackage, isTedious)
  const wire = await open(tedious, parameters, options.signal)
  let isOpen = true
  wire.on('end', () => void (isOpen = false))
  const ask = async (sql: string) => rowsOf(await start(tedious, wire, sql, {}))
  const schemaOf = (schema?: string | null) => (schema ? text(schema) : 'SCHEMA_NAME()')
  return fetchedConnection({
    dialect: mssqlDialect,
    refuseWriting,
    start: (sql, how) => start(tedious, wire, sql, how),
    catalogs: async () => [],
    defaultCatalog: async () => null,
    schemas: async () =>
      (await ask("SELECT schema_name FROM information_schema.schemata WHERE schema_owner NOT LIKE N'db[_]%' ORDER BY 1")).map(
        ([name]) => name ?? '',
      ),
    defaultSchema: async () => (await ask('SELECT SCHEMA_NAME()'))[0]?.[0] ?? 'dbo',
    tables: async (schema) =>
      (await ask(`SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ${schemaOf(schema)} ORDER BY 1`)).map(
        ([name, kind]) => ({ name: name ?? '', kind: kind === 'VIEW' ? 'view' : 'table' }),
      ),
    columns: async ({ schema, table }) =>
      (
        await ask(
          `SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = ${schemaOf(schema)} AND table_name = ${text(table)} ORDER BY ordinal_position`,
        )
      ).map(([name, type, nullable]) => ({ name: name ?? '', type: type ?? '', nullable: nullable !== 'NO' })),
    outline: () => standardOutline(ask, { where: "c.table_schema NOT IN ('sys', 'INFORMATION_SCHEMA')" }),
    describe: async (sql) => {
      refuseWriting(sql)
      const rows = await ask(`SELECT name, system_type_name FROM sys.dm_exec_describe_first_result_set(${text(sql)}, NULL, 0)`)
      return rows.map(([name, type]) => ({ name: name ?? '', type: type ?? '', nullable: true }))
    },
    ping: async () => void (await ask('SELECT 1')),
    isOpen: () => isOpen,
    close: async () => {
      isOpen = false
      wire.close()
    },
  })
}
