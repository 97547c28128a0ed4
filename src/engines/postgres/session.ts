import type { Client } from 'pg'
import type { ConnectOptions, StatementOptions } from '../engine.ts'
import { postgresDialect } from './dialect.ts'
import { openClient, type SessionSql } from './open.ts'
import type { PostgresParameters } from './parameters.ts'
import { runStatement, type Row, type Sink, type Statement, type Steps } from './statement.ts'
import { requestStop } from './stop.ts'

const connectMs = 10_000
const closeMs = 5_000
const cancelAgainMs = 50
const { quote } = postgresDialect

/** What is set before a statement, for it alone where it only reads. */
export const settingsBefore = ({ readOnly = true, yields, timeoutMs, schema }: StatementOptions): string[] => {
  const scope = readOnly ? 'SET LOCAL' : 'SET'
  return [
    ...(readOnly ? ['BEGIN READ ONLY'] : []),
    ...(yields && readOnly ? [`SET LOCAL max_parallel_workers_per_gather = 0`] : []),
    ...(timeoutMs ? [`${scope} statement_timeout = ${Math.ceil(timeoutMs)}`] : []),
    ...(schema ? [`${scope} search_path = ${quote(schema)}`] : []),
  ]
}

export type SessionOptions = ConnectOptions & { sessionSql: SessionSql }

/** One connection to the server, the statement that runs on it, and the request to stop it. */
export class PostgresSession {
  readonly #parameters: PostgresParameters
  readonly #options: SessionOptions
  #client: Client
  #database: string
  #active: Statement | undefined
  /** The request to stop that is under way, and whether the current statement has met one. */
  #stopping: Promise<void> | undefined
  #isStopped = false
  #isUsable = true

  private constructor(parameters: PostgresParameters, options: SessionOptions, client: Client) {
    this.#parameters = parameters
    this.#options = options
    this.#client = client
    this.#database = parameters.database
  }

  static async open(parameters: PostgresParameters, options: SessionOptions): Promise<PostgresSession> {
    return new PostgresSession(parameters, options, await openClient(parameters, parameters.database, options))
  }

  get client(): Client {
    return this.#client
  }

  /** The database that the connection is to at the moment. */
  get database(): string {
    return this.#database
  }

  isAlive(): boolean {
    return this.#isUsable && this.#client.connection.stream.writable
  }

  /** Starts a statement; every one needs its `settle`. */
  async begin(steps: Steps, sink: Sink, catalog?: string | null): Promise<Statement> {
    this.#active = runStatement(await this.#clientFor(catalog), steps, sink)
    return this.#active
  }

  /** Cleans up for the next statement: no pending cancel request, no open transaction. */
  async settle(statement: Statement): Promise<void> {
    await statement.settled
    this.#active = undefined
    await this.#stopping
    if (!statement.failed && !this.#isStopped) return
    this.#isStopped = false
    // The signal may meet this one: the process has it by now, so that it meets only one.
    const rollback = () => this.#client.query('ROLLBACK')
    await rollback()
      .catch(rollback)
      .catch(() => void (this.#isUsable = false))
  }

  async cancel(): Promise<void> {
    if (!this.#active) return
    this.#isStopped = true
    this.#stopping ??= requestStop(this.#parameters, this.#client)
      // Nobody knows what it may still hit.
      .catch(() => void (this.#isUsable = false))
      .finally(() => void (this.#stopping = undefined))
    await this.#stopping
  }

  /**
   * Ends the connection, and what runs on it: its rows are thrown away unread. Resolves when the server has closed it and no longer
   * counts it.
   */
  async leave(): Promise<void> {
    this.#isUsable = false
    const { connection } = this.#client
    if (connection.stream.destroyed) return
    const gone = new Promise((resolve) => connection.once('end', resolve))
    const giveUp = setTimeout(() => connection.stream.destroy(), closeMs)
    const cancelTimer = setInterval(() => void this.cancel(), cancelAgainMs)
    connection.stream.removeAllListeners('data').resume()
    await this.cancel()
    connection.end()
    await gone
    clearInterval(cancelTimer)
    clearTimeout(giveUp)
  }

  async rows(steps: Steps, catalog?: string | null): Promise<Row[]> {
    const rows: Row[] = []
    const statement = await this.begin(steps, { fields: () => {}, row: (row) => rows.push(row) }, catalog)
    try {
      await statement.done
      return rows
    } finally {
      await this.settle(statement)
    }
  }

  /** Rows of a statement of our own. */
  ask(sql: string, catalog?: string | null): Promise<Row[]> {
    return this.rows({ before: [], sql, after: [] }, catalog)
  }

  /** A single connection for any database, on which the pool relies. */
  async #clientFor(catalog?: string | null): Promise<Client> {
    const wanted = catalog || this.#parameters.database
    if (wanted === this.#database) return this.#client
    await this.#client.end()
    this.#client = await openClient(this.#parameters, wanted, { ...this.#options, signal: AbortSignal.timeout(connectMs) })
    this.#database = wanted
    return this.#client
  }
}
