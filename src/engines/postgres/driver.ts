import { Client } from 'pg'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { columnReader } from '../shared/text-columns.ts'
import type { ColumnReader } from '../shared/text-columns.ts'
import { catalogQueries } from './catalog.ts'
import { postgresDialect } from './dialect.ts'
import { explained } from './errors.ts'
import { clientConfig } from './parameters.ts'
import type { PostgresParameters } from './parameters.ts'
import { dropSql, keepScan } from './scan.ts'
import { runStatement } from './statement.ts'
import type { Field, Row, Statement } from './statement.ts'
import { requestStop } from './stop.ts'
import { commonName, typeNames } from './type-names.ts'

const rowsPerBlock = 5_000
const connectMs = 10_000
const closeMs = 5_000
const cancelAgainMs = 50
const { literal, quote } = postgresDialect

const sessionSql = (timezone: string) =>
  `SET standard_conforming_strings = on; SET timezone = ${literal({ type: 'string', value: timezone })}; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 3`

/** The server looks whether somebody still waits, so that a killed host leaves nothing running. Known since 14, and not on every system. */
const watchSql = `SET client_connection_check_interval = '500ms'`

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
  const begin = async () => {
    await client.connect()
    await client.query(sessionSql(options.timezone))
    await client.query(watchSql).catch(() => {})
  }
  try {
    await Promise.race([begin(), given])
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

export const connectPostgres = async (parameters: PostgresParameters, options: ConnectOptions): Promise<Connection> => {
  let client = await open(parameters, parameters.database, options)
  let database = parameters.database
  const knownTypes = new Map<number, string>()
  let active: Statement | undefined
  /** The request to stop that is under way, and whether the statement of the moment has met one. */
  let stopping: Promise<void> | undefined
  let stopped = false
  let usable = true

  /** One connection, whichever database is asked: the pool counts on it. */
  const clientFor = async (catalog?: string | null): Promise<Client> => {
    const wanted = catalog || parameters.database
    if (wanted === database) return client
    await client.end()
    client = await open(parameters, wanted, { ...options, signal: AbortSignal.timeout(connectMs) })
    database = wanted
    return client
  }

  const cancel = async (): Promise<void> => {
    if (!active) return
    stopped = true
    stopping ??= requestStop(parameters, client)
      // Nobody knows what it may still hit.
      .catch(() => void (usable = false))
      .finally(() => void (stopping = undefined))
    await stopping
  }

  const begin = (...given: Parameters<typeof runStatement>): Statement => {
    active = runStatement(...given)
    return active
  }

  /** Leaves nothing behind for the next statement: no request to stop that is on its way, no open transaction. */
  const settle = async (statement: Statement) => {
    await statement.settled
    active = undefined
    await stopping
    if (!statement.failed && !stopped) return
    stopped = false
    // The signal may meet this one: the process has it by now, so that it meets only one.
    const rollback = () => client.query('ROLLBACK')
    await rollback()
      .catch(rollback)
      .catch(() => void (usable = false))
  }

  /**
   * Ends the connection, and what runs on it: its rows are thrown away unread. Resolves when the server has closed it and no longer
   * counts it.
   */
  const leave = async (): Promise<void> => {
    usable = false
    const { connection } = client
    if (connection.stream.destroyed) return
    const gone = new Promise((resolve) => connection.once('end', resolve))
    const giveUp = setTimeout(() => connection.stream.destroy(), closeMs)
    const asking = setInterval(() => void cancel(), cancelAgainMs)
    connection.stream.removeAllListeners('data').resume()
    await cancel()
    connection.end()
    await gone
    clearInterval(asking)
    clearTimeout(giveUp)
  }

  const textRows = async (steps: Parameters<typeof runStatement>[1], catalog?: string | null): Promise<Row[]> => {
    const rows: Row[] = []
    const statement = begin(await clientFor(catalog), steps, { fields: () => {}, row: (row) => rows.push(row) })
    try {
      await statement.done
      return rows
    } finally {
      await settle(statement)
    }
  }

  const ask = (sql: string, catalog?: string | null) => textRows({ before: [], sql, after: [] }, catalog)

  return {
    ...catalogQueries(ask, parameters.database),

    keep: (scan, how) =>
      keepScan(scan, (sql, transaction) => {
        const [, ...settings] = before(how)
        return textRows({ before: [transaction.begin, ...settings], sql, after: [transaction.end] }, how.catalog)
      }),
    drop: async (scan) => void (await ask(dropSql(scan), database)),

    async query(sql, how) {
      const { readOnly = true, rowLimit = Infinity } = how
      const rows = collector(how.labels)
      const row = (values: Row) => {
        if (rows.rowCount <= rowLimit) rows.sink.row(values)
        if (readOnly && rows.rowCount === rowLimit + 1) void cancel()
      }
      const statement = begin(
        await clientFor(how.catalog),
        { before: before(how), sql, after: readOnly ? ['ROLLBACK'] : [] },
        { ...rows.sink, row },
      )
      try {
        await statement.done
      } catch (error) {
        // More rows than wanted: the server was told to stop.
        if (rows.rowCount <= rowLimit) throw explained(error, sql)
      } finally {
        await settle(statement)
      }
      const { rowCount, fields } = rows
      return {
        ...firstRows({ columns: rows.take(), rowCount }, rowLimit),
        nativeTypes: await typeNames(client, fields, knownTypes),
      }
    },

    async *stream(sql, how) {
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
      const statement = begin(await clientFor(how.catalog), { before: before(how), sql, after: ['ROLLBACK'] }, { ...rows.sink, row })
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
        statement.goOn()
        if (ended) await settle(statement)
        else await leave()
      }
    },

    async describe(sql, how) {
      const rows = collector(undefined)
      const wrapped = `SELECT * FROM (${sql}\n) AS described LIMIT 0`
      const statement = begin(await clientFor(how.catalog), { before: before(how), sql: wrapped, after: ['ROLLBACK'] }, rows.sink)
      try {
        await statement.done
      } catch (error) {
        throw explained(error, wrapped)
      } finally {
        await settle(statement)
      }
      const names = await typeNames(client, rows.fields, knownTypes)
      return rows.fields.map(({ name }, i) => ({ name, type: names[i] ?? 'unknown', nullable: true }))
    },

    ping: async () => void (await ask('SELECT 1')),

    cancel,

    alive: () => usable && client.connection.stream.writable,

    close: leave,
  }
}
