import { basename } from 'node:path'
import duckdb from '@duckdb/node-bindings'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { Attachment, ConnectOptions, ConnectionParameters, Progress, StatementOptions } from '../engine.ts'
import { damageMet } from './damage.ts'
import { readColumns } from './fetch.ts'
import { refuseDenied } from './guard.ts'
import { acquireInstance, releaseInstance, type Instance } from './instance.ts'
import { preparedColumns, type ResultColumn } from './result-columns.ts'
import { readableSql, unwrapped } from './row-sql.ts'
import { doubleQuoted, standardString } from '../shared/sql-text.ts'

const { StatementType } = duckdb
const readOnlyTypes: ReadonlySet<number> = new Set([StatementType.SELECT, StatementType.EXPLAIN])

export const relabelled = (columns: ResultColumn[], { labels }: Partial<StatementOptions>): ResultColumn[] =>
  labels ? columns.map((column) => ({ ...column, name: ownValue(labels, column.name) ?? column.name })) : columns

/** Columns as a wrapped statement gives them, under the names and types of the statement inside it. */
export const asRead = (columns: ResultColumn[], wrapped: duckdb.PreparedStatement): ResultColumn[] =>
  preparedColumns(wrapped).map((column, i) => ({
    ...column,
    name: columns[i]?.name ?? column.name,
    native: columns[i]?.native ?? column.native,
  }))

const countProgressSql = ['SET enable_progress_bar = true', 'SET enable_progress_bar_print = false', 'SET progress_bar_time = 0']
const lookMs = 250

/** A connection to a shared instance, and how statements are bound and run on it. */
export class DuckdbSession {
  readonly instance: Instance
  readonly #key: string
  readonly #attachments: readonly Attachment[]
  /** The lock leaves the attached files readable by name, past the views. */
  readonly #ownFiles: readonly string[]
  #connection: duckdb.Connection
  /** The schema where unqualified names are looked up first; null: the default alone. */
  #schema: string | null = null
  #isOpen = true
  #countsProgress = false

  private constructor(instance: Instance, connection: duckdb.Connection, given: { key: string; attachments: Attachment[]; path: string }) {
    this.instance = instance
    this.#connection = connection
    this.#key = given.key
    this.#attachments = given.attachments
    this.#ownFiles = [given.path, instance.folder, ...given.attachments.map(({ path }) => path)]
      .map((path) => basename(path))
      .filter(Boolean)
  }

  static async open(parameters: ConnectionParameters, options: ConnectOptions): Promise<DuckdbSession> {
    const instance = await acquireInstance(parameters.database || ':memory:', options)
    const { key, attachments = [] } = options
    return new DuckdbSession(instance, await duckdb.connect(instance.database), { key, attachments, path: parameters.database ?? '' })
  }

  get connection(): duckdb.Connection {
    return this.#connection
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Errors of wrapped statements speak of the statement that was given, those of a table's file of the table. */
  explained(error: unknown, sql: string): unknown {
    if (error instanceof Error) error.message = unwrapped(error.message)
    return damageMet(error, { sql, attachments: this.#attachments, unreadable: this.instance.unreadable }) ?? error
  }

  /** Has unqualified names looked up in a schema, then in the default one. A schema that is not there is passed over. */
  async #lookIn(schema: string | null): Promise<void> {
    if (schema === this.#schema) return
    const path = schema === null ? 'main' : `${doubleQuoted(schema)},main`
    const isSet = await duckdb.query(this.#connection, `SET search_path = ${standardString(path)}`).then(
      () => true,
      () => false,
    )
    if (isSet) this.#schema = schema
    else if (schema !== null) await this.#lookIn(null)
  }

  /** Parses and binds one statement without running it, refusing what may not run. The caller destroys it. */
  async bind(sql: string, { readOnly = true, schema }: Partial<StatementOptions>): Promise<duckdb.PreparedStatement> {
    await this.#lookIn(schema || null)
    if (readOnly) await refuseDenied(this.#connection, sql)
    if (this.#ownFiles.some((name) => sql.includes(name))) throw new AppError('INVALID_SQL_ERROR', t('Files may not be read.'))
    const statement = await duckdb.prepare(this.#connection, sql).catch((error: unknown) => {
      throw this.explained(error, sql)
    })
    if (readOnly && !readOnlyTypes.has(duckdb.prepared_statement_type(statement))) {
      duckdb.destroy_prepare_sync(statement)
      throw new AppError('DML_NOT_ALLOWED_ERROR', t('Only SELECT statements may be run.'))
    }
    return statement
  }

  async columnsOf(sql: string, how: Partial<StatementOptions>): Promise<ResultColumn[]> {
    const statement = await this.bind(sql, how)
    const columns = preparedColumns(statement)
    duckdb.destroy_prepare_sync(statement)
    return relabelled(columns, how)
  }

  /** Runs a statement such that every column has a reader. */
  async run<R>(sql: string, how: StatementOptions, use: (result: duckdb.Result, columns: ResultColumn[]) => Promise<R>): Promise<R> {
    const statement = await this.bind(sql, how)
    const stopWatching = how.onProgress ? await this.#watchProgress(how.onProgress) : () => {}
    try {
      const columns = relabelled(preparedColumns(statement), how)
      const readable = duckdb.prepared_statement_type(statement) === StatementType.SELECT ? readableSql(sql, columns) : null
      if (!readable) return await use(await duckdb.execute_prepared_streaming(statement), columns)
      const wrapped = await duckdb.prepare(this.#connection, readable)
      try {
        return await use(await duckdb.execute_prepared_streaming(wrapped), asRead(columns, wrapped))
      } finally {
        duckdb.destroy_prepare_sync(wrapped)
      }
    } catch (error) {
      throw this.explained(error, sql)
    } finally {
      stopWatching()
      duckdb.destroy_prepare_sync(statement)
    }
  }

  /** Has the engine count its progress, which it does not do by itself, and looks at it until it is stopped. */
  async #watchProgress(onProgress: (progress: Progress) => void): Promise<() => void> {
    for (const sql of this.#countsProgress ? [] : countProgressSql) await duckdb.query(this.#connection, sql)
    this.#countsProgress = true
    const connection = this.#connection
    const timer = setInterval(() => {
      const { percentage } = duckdb.query_progress(connection)
      if (percentage >= 0) onProgress({ share: percentage / 100 })
    }, lookMs)
    return () => clearInterval(timer)
  }

  /** Rows of a statement of our own, as text. */
  async rows(sql: string): Promise<(string | null)[][]> {
    const statement = await duckdb.prepare(this.#connection, sql)
    const read = await readColumns(await duckdb.execute_prepared_streaming(statement), preparedColumns(statement))
    duckdb.destroy_prepare_sync(statement)
    return Array.from({ length: read.rowCount }, (_, row) => read.columns.map((column) => column.values[row] as string | null))
  }

  async execute(sql: string): Promise<void> {
    await duckdb.query(this.#connection, sql)
  }

  interrupt(): void {
    duckdb.interrupt(this.#connection)
  }

  /** Temporary tables, variables and pragmas of one job are not seen by the next. */
  async reset(): Promise<void> {
    duckdb.disconnect_sync(this.#connection)
    this.#connection = await duckdb.connect(this.instance.database)
    this.#schema = null
    this.#countsProgress = false
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    duckdb.disconnect_sync(this.#connection)
    releaseInstance(this.#key, this.instance)
  }
}
