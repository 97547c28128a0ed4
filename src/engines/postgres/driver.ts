import { Client, Connection as Wire } from 'pg'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { columnReader } from '../shared/text-columns.ts'
import type { ColumnReader } from '../shared/text-columns.ts'
import { catalogQueries } from './catalog.ts'
import { postgresDialect } from './dialect.ts'
import { explained } from './errors.ts'
import { clientConfig } from './parameters.ts'
import type { PostgresParameters } from './parameters.ts'
import { runStatement } from './statement.ts'
import type { Field, Row } from './statement.ts'
import { commonName, typeNames } from './type-names.ts'

const rowsPerBlock = 5_000
const { literal, quote } = postgresDialect

const sessionSql = (timezone: string) =>
  `SET timezone = ${literal({ type: 'string', value: timezone })}; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 3`

const open = async (parameters: PostgresParameters, database: string, options: ConnectOptions): Promise<Client> => {
  const client = new Client(clientConfig(parameters, database, 0))
  client.on('error', () => {})
  const { promise: given, reject } = Promise.withResolvers<never>()
  const giveUp = () => {
    client.connection.stream.destroy()
    reject(new Error('connection timed out'))
  }
  options.signal.addEventListener('abort', giveUp, { once: true })
  if (options.signal.aborted) giveUp()
  try {
    await Promise.race([client.connect().then(() => client.query(sessionSql(options.timezone))), given])
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  } finally {
    options.signal.removeEventListener('abort', giveUp)
  }
}

const before = ({ readOnly = true, timeoutMs, schema }: StatementOptions): string[] => {
  const scope = readOnly ? 'SET LOCAL' : 'SET'
  return [
    ...(readOnly ? ['BEGIN READ ONLY'] : []),
    ...(timeoutMs ? [`${scope} statement_timeout = ${Math.ceil(timeoutMs)}`] : []),
    ...(schema ? [`${scope} search_path = ${quote(schema)}`] : []),
  ]
}

/** Collects rows into columns; a field whose type only the server can name is text. */
const collector = (labels: StatementOptions['labels']) => {
  let fields: Field[] = []
  let readers: ColumnReader[] = []
  let rowCount = 0
  const renew = () => {
    rowCount = 0
    readers = fields.map((field) => {
      const known = commonName(field)
      const type = known ? postgresDialect.columnType(known) : 'string'
      return columnReader(labels?.[field.name] ?? field.name, type === 'json' ? 'string' : type)
    })
  }
  return {
    sink: {
      fields: (found: Field[]) => {
        fields = found
        renew()
      },
      row: (row: Row) => {
        rowCount++
        for (let i = 0; i < readers.length; i++) readers[i]?.push(row[i] ?? null)
      },
    },
    take: (): Column[] => {
      const columns = readers.map((reader) => reader.column())
      renew()
      return columns
    },
    get fields() {
      return fields
    },
    get rowCount() {
      return rowCount
    },
  }
}

const limited = (columns: Column[], rows: number): Column[] =>
  columns.map((column) => ({ ...column, values: column.values.slice(0, rows) }) as Column)

export const connectPostgres = async (parameters: PostgresParameters, options: ConnectOptions): Promise<Connection> => {
  const clients = new Map([[parameters.database, await open(parameters, parameters.database, options)]])
  const knownTypes = new Map<number, string>()
  let active: Client | undefined
  let closed = false

  const clientFor = async (catalog?: string | null): Promise<Client> => {
    const name = catalog || parameters.database
    const known = clients.get(name)
    if (known) return known
    const client = await open(parameters, name, { ...options, signal: AbortSignal.timeout(10_000) })
    clients.set(name, client)
    return client
  }

  /** Leaves no transaction open behind a statement that failed or was given up. */
  const settle = async (client: Client, statement: { settled: Promise<void>; failed: boolean }) => {
    await statement.settled
    active = undefined
    if (statement.failed) await client.query('ROLLBACK').catch(() => {})
  }

  const ask = async (sql: string, catalog?: string | null): Promise<(string | null)[][]> => {
    const client = await clientFor(catalog)
    active = client
    const rows: (string | null)[][] = []
    const statement = runStatement(client, { before: [], sql, after: [] }, { fields: () => {}, row: (row) => rows.push(row) })
    try {
      await statement.done
      return rows
    } finally {
      await settle(client, statement)
    }
  }

  /** By the protocol's own request, on a connection of its own: needs no login and no free place at the server. */
  const cancel = async (): Promise<void> => {
    if (!active) return
    const { processID, secretKey } = active as Client & { processID: number; secretKey: number }
    const config = clientConfig(parameters, parameters.database, 0)
    const wire = new Wire(config) as Wire & {
      connect(port: number, host: string): void
      requestSsl(): void
      cancel(processID: number, secretKey: number): void
    }
    await new Promise<void>((resolve, reject) => {
      wire.on('error', reject)
      wire.on('end', resolve)
      wire.once('connect', () => (config.ssl ? wire.requestSsl() : wire.cancel(processID, secretKey)))
      wire.once('sslconnect', () => wire.cancel(processID, secretKey))
      wire.connect(parameters.port, parameters.host)
    })
  }

  return {
    ...catalogQueries(ask, parameters.database),

    async query(sql, how) {
      const { readOnly = true, rowLimit = Infinity } = how
      const client = await clientFor(how.catalog)
      active = client
      const rows = collector(how.labels)
      const row = (values: Row) => {
        if (rows.rowCount <= rowLimit) rows.sink.row(values)
        if (readOnly && rows.rowCount === rowLimit + 1) void cancel().catch(() => {})
      }
      const statement = runStatement(client, { before: before(how), sql, after: readOnly ? ['ROLLBACK'] : [] }, { ...rows.sink, row })
      try {
        await statement.done
      } catch (error) {
        // More rows than wanted: the server was told to stop.
        if (rows.rowCount <= rowLimit) throw explained(error, sql)
      } finally {
        await settle(client, statement)
      }
      const { rowCount, fields } = rows
      const truncated = rowCount > rowLimit
      const columns = rows.take()
      return {
        table: { columns: truncated ? limited(columns, rowLimit) : columns, rowCount: truncated ? rowLimit : rowCount },
        truncated,
        nativeTypes: await typeNames(client, fields, knownTypes),
      }
    },

    async *stream(sql, how) {
      const client = await clientFor(how.catalog)
      active = client
      const rows = collector(how.labels)
      let left = how.rowLimit ?? Infinity
      let ended = false
      let wake = () => {}
      const row = (values: Row) => {
        if (rows.rowCount < left) rows.sink.row(values)
        if (rows.rowCount < Math.min(rowsPerBlock, left)) return
        statement.hold()
        wake()
      }
      const statement = runStatement(client, { before: before(how), sql, after: ['ROLLBACK'] }, { ...rows.sink, row })
      const end = () => {
        ended = true
        wake()
      }
      statement.done.then(end, end)
      try {
        for (let first = true; ; first = false) {
          if (!ended && rows.rowCount < Math.min(rowsPerBlock, left)) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          if (statement.failed) await statement.done
          left -= rows.rowCount
          if (rows.rowCount > 0 || first) yield rows.take()
          if (left <= 0 || (ended && rows.rowCount === 0)) return
          statement.goOn()
        }
      } catch (error) {
        throw explained(error, sql)
      } finally {
        if (!ended) await cancel()
        statement.goOn()
        await settle(client, statement)
      }
    },

    async describe(sql, how) {
      const client = await clientFor(how.catalog)
      active = client
      const rows = collector(undefined)
      const wrapped = `SELECT * FROM (${sql}\n) AS described LIMIT 0`
      const statement = runStatement(client, { before: before(how), sql: wrapped, after: ['ROLLBACK'] }, rows.sink)
      try {
        await statement.done
      } catch (error) {
        throw explained(error, wrapped)
      } finally {
        await settle(client, statement)
      }
      const names = await typeNames(client, rows.fields, knownTypes)
      return rows.fields.map(({ name }, i) => ({ name, type: names[i] ?? 'unknown', nullable: true }))
    },

    ping: async () => void (await ask('SELECT 1')),

    cancel,

    alive: () => !closed && [...clients.values()].every((client) => client.connection.stream.writable),

    close: async () => {
      closed = true
      for (const client of clients.values()) {
        if (active === client) client.connection.stream.destroy()
        else await client.end().catch(() => {})
      }
    },
  }
}
