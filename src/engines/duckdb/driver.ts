import { basename } from 'node:path'
import duckdb from '@duckdb/node-bindings'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, ConnectionParameters, RelationColumn, StatementOptions } from '../engine.ts'
import { isWorthKeeping, mostRows, scanSql } from '../shared/scan.ts'
import { doubleQuoted } from '../shared/sql-text.ts'
import { copied } from './csv-file.ts'
import { damageError, damageMet } from './damage.ts'
import { duckdbDialect } from './dialect.ts'
import { chunksOf, readColumns } from './fetch.ts'
import { refuseDenied } from './guard.ts'
import { acquireInstance, releaseInstance } from './instance.ts'
import { readerFor, vectorsOf } from './read-columns.ts'
import { preparedColumns } from './result-columns.ts'
import type { ResultColumn } from './result-columns.ts'
import { csvCellsSql, readableSql, unwrapped } from './row-sql.ts'
import { keepSql, sampleSql, sizeOf } from './scan.ts'

const { StatementType } = duckdb
const readOnlyTypes: ReadonlySet<number> = new Set([StatementType.SELECT, StatementType.EXPLAIN])
const rowsPerBlock = 8_192

export const connectDuckdb = async (parameters: ConnectionParameters, options: ConnectOptions): Promise<Connection> => {
  const instance = await acquireInstance(parameters.database || ':memory:', options)
  let session = await duckdb.connect(instance.database)
  let open = true
  /** The lock leaves the files that are attached readable by name, past the views. */
  const ownFiles = [parameters.database ?? '', instance.folder, ...(options.attachments ?? []).map(({ path }) => path)]
    .map((path) => basename(path))
    .filter(Boolean)

  const { attachments = [] } = options
  const { unreadable } = instance

  /** Errors of wrapped statements speak of the statement that was given, those of a table's file of the table. */
  const explained = (error: unknown, sql: string): unknown => {
    if (error instanceof Error) error.message = unwrapped(error.message)
    return damageMet(error, { sql, attachments, unreadable }) ?? error
  }

  const withStatement = async <R>(sql: string, use: (statement: duckdb.PreparedStatement) => Promise<R>): Promise<R> => {
    const statement = await duckdb.prepare(session, sql)
    try {
      return await use(statement)
    } finally {
      duckdb.destroy_prepare_sync(statement)
    }
  }

  /** Parses and binds one statement without running it, refusing what may not run. */
  const bind = async (sql: string, { readOnly = true }: Partial<StatementOptions>): Promise<duckdb.PreparedStatement> => {
    if (readOnly) await refuseDenied(session, sql)
    if (ownFiles.some((name) => sql.includes(name))) throw new AppError('INVALID_SQL_ERROR', t('Files may not be read.'))
    const statement = await duckdb.prepare(session, sql).catch((error: unknown) => {
      throw explained(error, sql)
    })
    if (readOnly && !readOnlyTypes.has(duckdb.prepared_statement_type(statement))) {
      duckdb.destroy_prepare_sync(statement)
      throw new AppError('DML_NOT_ALLOWED_ERROR', t('Only SELECT statements may be run.'))
    }
    return statement
  }

  const columnsOf = async (sql: string, statementOptions: Partial<StatementOptions>): Promise<ResultColumn[]> => {
    const statement = await bind(sql, statementOptions)
    const columns = preparedColumns(statement)
    duckdb.destroy_prepare_sync(statement)
    return relabelled(columns, statementOptions)
  }

  const relabelled = (columns: ResultColumn[], { labels }: Partial<StatementOptions>): ResultColumn[] =>
    labels ? columns.map((column) => ({ ...column, name: labels[column.name] ?? column.name })) : columns

  /** Runs a statement such that every column has a reader. */
  const running = async <R>(
    sql: string,
    how: StatementOptions,
    use: (result: duckdb.Result, columns: ResultColumn[]) => Promise<R>,
  ): Promise<R> => {
    const statement = await bind(sql, how)
    try {
      const columns = relabelled(preparedColumns(statement), how)
      const readable = duckdb.prepared_statement_type(statement) === StatementType.SELECT ? readableSql(sql, columns) : null
      if (!readable) return await use(await duckdb.execute_prepared_streaming(statement), columns)
      return await withStatement(readable, async (wrapped) =>
        use(await duckdb.execute_prepared_streaming(wrapped), asRead(columns, wrapped)),
      )
    } catch (error) {
      throw explained(error, sql)
    } finally {
      duckdb.destroy_prepare_sync(statement)
    }
  }

  const asRead = (columns: ResultColumn[], wrapped: duckdb.PreparedStatement): ResultColumn[] =>
    preparedColumns(wrapped).map((column, i) => ({
      ...column,
      name: columns[i]?.name ?? column.name,
      native: columns[i]?.native ?? column.native,
    }))

  const rows = async (sql: string): Promise<(string | null)[][]> => {
    const statement = await duckdb.prepare(session, sql)
    const read = await readColumns(await duckdb.execute_prepared_streaming(statement), preparedColumns(statement))
    duckdb.destroy_prepare_sync(statement)
    return Array.from({ length: read.rowCount }, (_, row) => read.columns.map((column) => column.values[row] as string | null))
  }
  const names = async (sql: string): Promise<string[]> => (await rows(sql)).map(([name]) => name ?? '')
  const text = (value: string | null | undefined, fallback: string) => (value ? duckdbDialect.literal({ type: 'string', value }) : fallback)
  const asRelationColumns = (columns: ResultColumn[]): RelationColumn[] =>
    columns.map(({ name, native }) => ({ name, type: native, nullable: true }))

  return {
    query: (sql, statementOptions) =>
      running(sql, statementOptions, async (result, columns) => {
        const read = await readColumns(result, columns, statementOptions.rowLimit)
        return {
          table: { columns: read.columns, rowCount: read.rowCount },
          truncated: read.truncated,
          nativeTypes: columns.map((column) => column.native),
        }
      }),

    async *stream(sql, statementOptions) {
      const statement = await bind(sql, statementOptions)
      const columns = preparedColumns(statement)
      const wrapped = await duckdb.prepare(session, readableSql(sql, columns) ?? sql)
      try {
        const read = relabelled(asRead(columns, wrapped), statementOptions)
        let readers = read.map(readerFor)
        let pending = 0
        let given = 0
        const block = (): Column[] => readers.map((reader) => reader.column())
        for await (const { data, rowCount } of chunksOf(await duckdb.execute_prepared_streaming(wrapped))) {
          const count = Math.min(rowCount, (statementOptions.rowLimit ?? Infinity) - given - pending)
          for (const [i, vector] of vectorsOf(data, read.length).entries()) readers[i]?.take(vector, count)
          pending += count
          if (pending < rowsPerBlock && count === rowCount) continue
          yield block()
          given += pending
          pending = 0
          readers = read.map(readerFor)
          if (count < rowCount) return
        }
        if (pending > 0 || given === 0) yield block()
      } catch (error) {
        throw explained(error, sql)
      } finally {
        duckdb.destroy_prepare_sync(wrapped)
        duckdb.destroy_prepare_sync(statement)
      }
    },

    async csv(sql, statementOptions) {
      const columns = await columnsOf(sql, statementOptions)
      const select = csvCellsSql(sql, columns, statementOptions.rowLimit)
      const blocks = async function* () {
        try {
          for await (const block of copied(session, select, instance)) yield [block]
        } catch (error) {
          throw explained(error, sql)
        }
      }
      return { columns, blocks: blocks() }
    },

    async keep(scan, statementOptions) {
      const making = await bind(keepSql(scan), { ...statementOptions, readOnly: false })
      try {
        await refuseDenied(session, scanSql(scan, doubleQuoted))
        if (scan.isTable) {
          const [[sampled, matching] = []] = await rows(sampleSql(scan))
          if (!isWorthKeeping(sizeOf(scan, Number(sampled), Number(matching)), scan.bounds)) return false
        }
        await duckdb.execute_prepared(making)
      } finally {
        duckdb.destroy_prepare_sync(making)
      }
      if (scan.isTable) return true
      const [[count] = []] = await rows(`SELECT count(*) FROM ${doubleQuoted(scan.table)}`)
      return Number(count) <= mostRows(scan)
    },
    drop: async ({ table }) => void (await duckdb.query(session, `DROP TABLE IF EXISTS temp.${doubleQuoted(table)}`)),

    catalogs: async () => [],
    defaultCatalog: async () => null,
    schemas: () =>
      names(
        `SELECT schema_name FROM information_schema.schemata WHERE catalog_name = current_database() AND schema_name NOT IN ('information_schema', 'pg_catalog') ORDER BY 1`,
      ),
    defaultSchema: async () => 'main',
    tables: async (schema) =>
      (
        await rows(
          `SELECT table_name, table_type FROM information_schema.tables WHERE table_catalog = current_database() AND table_schema = ${text(schema, "'main'")} ORDER BY 1`,
        )
      ).map(([name, type]) => ({ name: name ?? '', kind: type === 'VIEW' && !options.attachments ? 'view' : 'table' })),
    columns: async ({ schema, table }) => {
      const lost = unreadable.filter((one) => one.schema === (schema ?? 'main') && one.table === table)
      if (lost.length > 0) throw damageError(lost)
      const found = await rows(
        `SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_catalog = current_database() AND table_schema = ${text(schema, "'main'")} AND table_name = ${text(table, 'NULL')} ORDER BY ordinal_position`,
      )
      return found.map(([name, type, nullable]) => ({ name: name ?? '', type: type ?? '', nullable: nullable === 'YES' }))
    },
    describe: async (sql, statementOptions) => asRelationColumns(await columnsOf(sql, statementOptions)),
    ping: async () => void (await duckdb.query(session, 'SELECT 1')),
    cancel: async () => duckdb.interrupt(session),
    alive: () => open,
    /** Temporary tables, variables and pragmas of one job are not seen by the next. */
    reset: async () => {
      duckdb.disconnect_sync(session)
      session = await duckdb.connect(instance.database)
    },
    close: async () => {
      if (!open) return
      open = false
      duckdb.disconnect_sync(session)
      releaseInstance(options.key, instance)
    },
  }
}
