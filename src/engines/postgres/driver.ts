import type { ConnectOptions, Connection, RelationColumn, Result, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { blocksOf } from './blocks.ts'
import { catalogQueries, type CatalogQueries } from './catalog.ts'
import { Collector } from './collector.ts'
import { explained } from './errors.ts'
import type { PostgresParameters } from './parameters.ts'
import { dropSql, keepScan } from './scan.ts'
import { postgresSessionSql, type SessionSql } from './open.ts'
import { PostgresSession, settingsBefore } from './session.ts'
import type { Row } from './statement.ts'
import { typeNames } from './type-names.ts'

const rowsPerReport = 1_000

/** Names of the server's own types by their number. */
type TypeCache = Map<number, string>

const query = async (session: PostgresSession, sql: string, how: StatementOptions, types: TypeCache): Promise<Result> => {
  const { readOnly = true, rowLimit = Infinity } = how
  const rows = new Collector(how.labels)
  const row = (values: Row) => {
    if (rows.rowCount <= rowLimit) rows.add(values)
    if (rows.rowCount % rowsPerReport === 0) how.onProgress?.({ rows: rows.rowCount })
    if (readOnly && rows.rowCount === rowLimit + 1) void session.cancel()
  }
  const steps = { before: settingsBefore(how), sql, after: readOnly ? ['ROLLBACK'] : [] }
  const statement = await session.begin(steps, { fields: (fields) => rows.setFields(fields), row }, how.catalog)
  try {
    await statement.done
  } catch (error) {
    // More rows than wanted: the statement was cancelled.
    if (rows.rowCount <= rowLimit) throw explained(error, sql)
  } finally {
    await session.settle(statement)
  }
  const { rowCount, fields } = rows
  return { ...firstRows({ columns: rows.take(), rowCount }, rowLimit), nativeTypes: await typeNames(session.client, fields, types) }
}

const describe = async (session: PostgresSession, sql: string, how: StatementOptions, types: TypeCache): Promise<RelationColumn[]> => {
  const rows = new Collector()
  const wrapped = `SELECT * FROM (${sql}\n) AS described LIMIT 0`
  const steps = { before: settingsBefore(how), sql: wrapped, after: ['ROLLBACK'] }
  const sink = { fields: (fields: typeof rows.fields) => rows.setFields(fields), row: () => {} }
  const statement = await session.begin(steps, sink, how.catalog)
  try {
    await statement.done
  } catch (error) {
    throw explained(error, wrapped)
  } finally {
    await session.settle(statement)
  }
  const names = await typeNames(session.client, rows.fields, types)
  return rows.fields.map(({ name }, i) => ({ name, type: names[i] ?? 'unknown', nullable: true }))
}

/** In what a relative differs that speaks the protocol of Postgres. */
export type Relative = { sessionSql: SessionSql; catalogQueries: CatalogQueries }

export const connectPostgres = async (
  parameters: PostgresParameters,
  options: ConnectOptions,
  relative: Relative = { sessionSql: postgresSessionSql, catalogQueries },
): Promise<Connection> => {
  const session = await PostgresSession.open(parameters, { ...options, sessionSql: relative.sessionSql })
  const types: TypeCache = new Map()
  return {
    ...relative.catalogQueries((sql, catalog) => session.ask(sql, catalog), parameters.database),
    query: (sql, how) => query(session, sql, how, types),
    stream: (sql, how) => blocksOf(session, sql, how),
    describe: (sql, how) => describe(session, sql, how, types),
    keep: (scan, how) =>
      keepScan(scan, (sql, transaction) => {
        const [, ...settings] = settingsBefore(how)
        return session.rows({ before: [transaction.begin, ...settings], sql, after: [transaction.end] }, how.catalog)
      }),
    drop: async (scan) => void (await session.ask(dropSql(scan), session.database)),
    ping: async () => void (await session.ask('SELECT 1')),
    cancel: () => session.cancel(),
    alive: () => session.isAlive(),
    close: () => session.leave(),
  }
}
