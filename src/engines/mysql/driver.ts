import { createConnection } from 'mysql2'
import type { Connection as Wire, FieldPacket, QueryError } from 'mysql2'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { columnReader } from '../shared/text-columns.ts'
import type { ColumnReader } from '../shared/text-columns.ts'
import { mysqlDialect } from './dialect.ts'
import { refuseWriting } from './guard.ts'
import { connectionOptions } from './parameters.ts'
import type { MysqlParameters } from './parameters.ts'
import { typeName, withoutWidth } from './type-names.ts'

const rowsPerBlock = 5_000
const { literal, quote } = mysqlDialect
const text = (value: string) => literal({ type: 'string', value })

type Row = (string | null)[]

/** Modes in which strings and names would end elsewhere than they were checked to, and those that bring them along. */
const foreignModes = ['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'ANSI', 'DB2', 'MAXDB', 'MSSQL', 'ORACLE', 'POSTGRESQL']
const ownModes = foreignModes.reduce((modes, mode) => `REPLACE(${modes}, ',${mode},', ',')`, `CONCAT(',', @@sql_mode, ',')`)

const sessionSql = (timezone: string) =>
  [
    `SET time_zone = ${text(timezone === 'UTC' ? '+00:00' : timezone)}`,
    `sql_mode = TRIM(BOTH ',' FROM ${ownModes})`,
    // Averages of integers need more than four decimals.
    'div_precision_increment = 20',
    'SESSION transaction_read_only = 1',
  ].join(', ')

const open = (parameters: MysqlParameters, options: Pick<ConnectOptions, 'signal'>): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const wire = createConnection(connectionOptions(parameters))
    const giveUp = () => {
      wire.destroy()
      reject(new Error('connection timed out'))
    }
    options.signal.addEventListener('abort', giveUp, { once: true })
    wire.on('error', () => {})
    wire.connect((error) => {
      options.signal.removeEventListener('abort', giveUp)
      if (error) {
        wire.destroy()
        reject(error)
      } else resolve(wire)
    })
  })

/** Bits travel as bytes, everything else as text in the connection's charset. */
const cell = (field: { type: string; string(): string | null; buffer(): Buffer | null }): string | null => {
  if (field.type !== 'BIT') return field.string()
  const bytes = field.buffer()
  return bytes && String(bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n))
}

/** A condition is a number for the server. */
const readerOf = (field: FieldPacket, { labels, types }: StatementOptions): ColumnReader => {
  const type = mysqlDialect.columnType(typeName(field))
  const name = labels?.[field.name] ?? field.name
  if (type === 'integer' && types?.[name] === 'boolean') return columnReader(name, 'boolean')
  return columnReader(name, type === 'json' ? 'string' : type)
}

export const connectMysql = async (parameters: MysqlParameters, options: ConnectOptions): Promise<Connection> => {
  const wire = await open(parameters, options)
  let dead = false
  let timeoutSet = 0
  let schemaSet = parameters.database
  wire.on('error', () => {
    dead = true
  })
  wire.on('end', () => {
    dead = true
  })

  const plain = (sql: string): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      wire.query({ sql, rowsAsArray: true, typeCast: cell }, (error: QueryError | null, rows: unknown) =>
        error ? reject(error) : resolve(Array.isArray(rows) ? (rows as Row[]) : []),
      )
    })
  await plain(sessionSql(options.timezone)).catch(async () => {
    // Older servers name the setting otherwise.
    await plain(sessionSql(options.timezone).replace('transaction_read_only', 'tx_read_only'))
  })
  const [[version = ''] = []] = await plain('SELECT VERSION()')
  const isMaria = /mariadb/i.test(version ?? '')

  const settle = async ({ timeoutMs = 0, schema, readOnly = true }: StatementOptions) => {
    if (timeoutMs !== timeoutSet) {
      const [name, unit] = isMaria ? ['max_statement_time', 1_000] : ['max_execution_time', 1]
      await plain(`SET ${name} = ${timeoutMs ? Math.ceil(timeoutMs) / unit : 'DEFAULT'}`)
      timeoutSet = timeoutMs
    }
    const wanted = schema || parameters.database
    if (wanted && wanted !== schemaSet) {
      await plain(`USE ${quote(wanted)}`)
      schemaSet = wanted
    }
    if (!readOnly) await plain('SET SESSION TRANSACTION READ WRITE')
  }

  const kill = async () => {
    const other = await open(parameters, { signal: AbortSignal.timeout(5_000) })
    await new Promise<void>((resolve) => {
      other.query(`KILL QUERY ${wire.threadId}`, () => resolve())
    })
    other.destroy()
  }

  /** Blocks of columns of the first rows; the server is held up while nobody takes a block. */
  async function* blocks(sql: string, how: StatementOptions, size: { block: number; limit: number }): AsyncGenerator<Block> {
    if (how.readOnly !== false) refuseWriting(sql)
    await settle(how)
    const query = wire.query({ sql, rowsAsArray: true, typeCast: cell })
    let fields: FieldPacket[] = []
    let readers: ColumnReader[] = []
    let rowCount = 0
    let total = 0
    let ended = false
    let failure: Error | undefined
    let wake = () => {}
    query.on('fields', (found: FieldPacket[] | undefined) => {
      fields = found ?? []
      readers = fields.map((field) => readerOf(field, how))
    })
    query.on('result', (row: unknown) => {
      if (!Array.isArray(row) || total >= size.limit) return
      total++
      rowCount++
      for (let i = 0; i < readers.length; i++) readers[i]?.push((row as Row)[i] ?? null)
      if (rowCount < size.block && total < size.limit) return
      wire.pause()
      wake()
    })
    query.on('error', (error: Error) => {
      failure = error
    })
    query.on('end', () => {
      ended = true
      wake()
    })
    // The driver tells the loss of a connection to the connection, not to what runs on it.
    const lost = (error?: Error) => {
      failure ??= error ?? new Error('connection lost')
      ended = true
      wake()
    }
    wire.on('error', lost)
    wire.on('end', lost)
    const take = (): Block => {
      const block = { columns: readers.map((reader) => reader.column()), fields, rowCount }
      readers = fields.map((field) => readerOf(field, how))
      rowCount = 0
      return block
    }
    try {
      for (let first = true; ; first = false) {
        if (!ended && rowCount < size.block && total < size.limit) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (failure) throw failure
        if (rowCount > 0 || first) yield take()
        if (ended || total >= size.limit) return
        wire.resume()
      }
    } finally {
      wire.off('error', lost)
      wire.off('end', lost)
      if (!ended) {
        // The rest of the rows cannot be left unread: the statement is stopped and the connection given up.
        dead = true
        void kill()
          .catch(() => {})
          .then(() => wire.destroy())
      }
    }
  }

  const schemaOf = (schema?: string | null) => (schema ? text(schema) : 'DATABASE()')

  return {
    async query(sql, how) {
      const { rowLimit = Infinity } = how
      const reading = blocks(sql, how, { block: Infinity, limit: rowLimit + 1 })
      const { value } = await reading.next()
      await reading.return(undefined)
      const { columns, fields, rowCount }: Block = value ?? { columns: [], fields: [], rowCount: 0 }
      return {
        ...firstRows({ columns, rowCount }, rowLimit),
        nativeTypes: fields.map(typeName),
      }
    },
    async *stream(sql, how) {
      for await (const { columns } of blocks(sql, how, { block: rowsPerBlock, limit: how.rowLimit ?? Infinity })) yield columns
    },
    catalogs: async () => [],
    defaultCatalog: async () => null,
    schemas: async () => (await plain('SELECT schema_name FROM information_schema.schemata ORDER BY 1')).map(([name]) => name ?? ''),
    defaultSchema: async () => (await plain('SELECT DATABASE()'))[0]?.[0] ?? null,
    tables: async (schema) =>
      (await plain(`SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ${schemaOf(schema)} ORDER BY 1`)).map(
        ([name, kind]) => ({ name: name ?? '', kind: kind?.endsWith('VIEW') ? 'view' : 'table' }),
      ),
    columns: async ({ schema, table }) =>
      (
        await plain(
          `SELECT column_name, column_type, is_nullable, column_comment FROM information_schema.columns WHERE table_schema = ${schemaOf(schema)} AND table_name = ${text(table)} ORDER BY ordinal_position`,
        )
      ).map(([name, type, nullable, comment]) => ({
        name: name ?? '',
        type: withoutWidth(type ?? ''),
        nullable: nullable === 'YES',
        ...(comment && { comment }),
      })),
    describe: async (sql, how) => {
      refuseWriting(sql)
      await settle(how)
      return new Promise((resolve, reject) => {
        wire.prepare(sql, (error, statement) => {
          if (error) return reject(error)
          const { columns } = statement as unknown as { columns: FieldPacket[] }
          resolve(columns.map((field) => ({ name: field.name, type: typeName(field), nullable: true })))
          statement.close()
        })
      })
    },
    ping: async () => void (await plain('SELECT 1')),
    cancel: kill,
    alive: () => !dead,
    close: async () => {
      dead = true
      wire.destroy()
    },
  }
}

type Block = { columns: Column[]; fields: FieldPacket[]; rowCount: number }
