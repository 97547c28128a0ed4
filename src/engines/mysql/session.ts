import { isUtf8 } from 'node:buffer'
import type { Connection as Wire, Query, QueryError } from 'mysql2'
import type { ConnectOptions, StatementOptions } from '../engine.ts'
import { mysqlDialect } from './dialect.ts'
import { openWire } from './open.ts'
import type { MysqlParameters } from './parameters.ts'

const killMs = 5_000
const { literal, quote } = mysqlDialect

export type Row = (string | null)[]

/** Modes in which strings and names would end elsewhere than they were checked to, and those that include them. */
const foreignModes = ['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'ANSI', 'DB2', 'MAXDB', 'MSSQL', 'ORACLE', 'POSTGRESQL']
const ownModes = foreignModes.reduce((modes, mode) => `REPLACE(${modes}, ',${mode},', ',')`, `CONCAT(',', @@sql_mode, ',')`)

/** In what a relative differs that speaks the protocol of MySQL. */
export type Relative = {
  /** What is set at the start of a connection. */
  sessionSql(timezone: string): string
  /** The setting that ends a statement, and how many milliseconds its unit has. */
  timeout: readonly [name: string, unitMs: number]
}

/** The session's zone, as a value of `time_zone`. */
export const zoneText = (timezone: string): string => literal({ type: 'string', value: timezone === 'UTC' ? '+00:00' : timezone })

const sessionSql = (timezone: string) =>
  [
    `SET time_zone = ${zoneText(timezone)}`,
    `sql_mode = TRIM(BOTH ',' FROM ${ownModes})`,
    // Averages of integers need more than four decimals.
    'div_precision_increment = 20',
    'SESSION transaction_read_only = 1',
  ].join(', ')

type Cell = { type: string; string(encoding: BufferEncoding): string | null; buffer(): Buffer | null }

const maybeBytes: ReadonlySet<string> = new Set(['STRING', 'VAR_STRING', 'TINY_BLOB', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB'])

const hexadecimal = (bytes: Buffer): string => `0x${bytes.toString('hex').toUpperCase()}`

/** Numbers, times and JSON are text. Bytes may be text, too; what is no UTF-8 is shown in hexadecimal digits. Bits have a letter for each byte. */
const cell = (field: Cell): string | null => {
  if (field.type === 'BIT') return field.string('latin1')
  const isGeometry = field.type === 'GEOMETRY'
  if (!isGeometry && !maybeBytes.has(field.type)) return field.string('utf8')
  const bytes = field.buffer()
  if (!bytes || isGeometry) return bytes && hexadecimal(bytes)
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') && !isUtf8(bytes) ? hexadecimal(bytes) : text
}

/** One connection to the server, and what is set on it. */
export class MysqlSession {
  readonly wire: Wire
  readonly #parameters: MysqlParameters
  #isDead = false
  /** Of a relative, or as the server's version says. */
  #timeout: Relative['timeout'] = ['max_execution_time', 1]
  #timeoutMs = 0
  #readsOnlyBySetting = true
  #schema: string | undefined

  private constructor(wire: Wire, parameters: MysqlParameters) {
    this.wire = wire
    this.#parameters = parameters
    this.#schema = parameters.database
    const die = () => void (this.#isDead = true)
    wire.on('error', die)
    wire.on('end', die)
  }

  static async open(parameters: MysqlParameters, { signal, timezone }: ConnectOptions, relative?: Relative): Promise<MysqlSession> {
    const session = new MysqlSession(await openWire(parameters, signal), parameters)
    if (relative) {
      session.#readsOnlyBySetting = false
      await session.rows(relative.sessionSql(timezone))
      session.#timeout = relative.timeout
      return session
    }
    await session.rows(sessionSql(timezone)).catch(async () => {
      // Older servers name the setting otherwise.
      await session.rows(sessionSql(timezone).replace('transaction_read_only', 'tx_read_only'))
    })
    const [[version = ''] = []] = await session.rows('SELECT VERSION()')
    if (/mariadb/i.test(version ?? '')) session.#timeout = ['max_statement_time', 1_000]
    return session
  }

  get isAlive(): boolean {
    return !this.#isDead
  }

  /** A statement whose rows are events. */
  start(sql: string): Query {
    return this.wire.query({ sql, rowsAsArray: true, typeCast: cell })
  }

  /** Rows of a statement of our own. */
  rows(sql: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.wire.query({ sql, rowsAsArray: true, typeCast: cell }, (error: QueryError | null, rows: unknown) =>
        error ? reject(error) : resolve(Array.isArray(rows) ? (rows as Row[]) : []),
      )
    })
  }

  /** Sets what a statement is to run under, as far as it is not set already. */
  async prepareFor({ timeoutMs = 0, schema, readOnly = true }: StatementOptions): Promise<void> {
    if (timeoutMs !== this.#timeoutMs) {
      const [name, unitMs] = this.#timeout
      await this.rows(`SET ${name} = ${timeoutMs ? Math.ceil(timeoutMs) / unitMs : 'DEFAULT'}`)
      this.#timeoutMs = timeoutMs
    }
    const wanted = schema || this.#parameters.database
    if (wanted && wanted !== this.#schema) {
      await this.rows(`USE ${quote(wanted)}`)
      this.#schema = wanted
    }
    if (!readOnly && this.#readsOnlyBySetting) await this.rows('SET SESSION TRANSACTION READ WRITE')
  }

  /** Stops the statement that runs, from another connection. */
  async kill(): Promise<void> {
    const other = await openWire(this.#parameters, AbortSignal.timeout(killMs))
    await new Promise<void>((resolve) => {
      other.query(`KILL QUERY ${this.wire.threadId}`, () => resolve())
    })
    other.destroy()
  }

  /** Stops the statement and gives the connection up: the rest of its rows cannot be left unread. */
  abandon(): void {
    this.#isDead = true
    void this.kill()
      .catch(() => {})
      .then(() => this.wire.destroy())
  }

  close(): void {
    this.#isDead = true
    this.wire.destroy()
  }
}
