import duckdb from '@duckdb/node-bindings'
import type { ConnectOptions, Connection, ConnectionParameters, Scan, StatementOptions } from '../engine.ts'
import { isWorthKeeping, maxRows, scanSql } from '../shared/scan.ts'
import { doubleQuoted } from '../shared/sql-text.ts'
import { blocksOf } from './blocks.ts'
import { catalogQueries } from './catalog.ts'
import { copied } from './csv-file.ts'
import { readColumns } from './fetch.ts'
import { refuseDenied } from './guard.ts'
import { loadRows } from './load.ts'
import { csvCellsSql } from './row-sql.ts'
import { keepSql, sampleSql, sizeOf } from './scan.ts'
import { DuckdbSession } from './session.ts'

const keep = async (session: DuckdbSession, scan: Scan, how: StatementOptions): Promise<boolean> => {
  const statement = await session.bind(keepSql(scan), { ...how, readOnly: false })
  try {
    await refuseDenied(session.connection, scanSql(scan, doubleQuoted))
    if (scan.isTable) {
      const [[sampled, matching] = []] = await session.rows(sampleSql(scan))
      if (!isWorthKeeping(sizeOf(scan, Number(sampled), Number(matching)), scan.bounds)) return false
    }
    await duckdb.execute_prepared(statement)
  } finally {
    duckdb.destroy_prepare_sync(statement)
  }
  if (scan.isTable) return true
  const [[count] = []] = await session.rows(`SELECT count(*) FROM ${doubleQuoted(scan.table)}`)
  return Number(count) <= maxRows(scan)
}

async function* csvBlocks(session: DuckdbSession, sql: string, select: string): AsyncGenerator<Uint8Array[], void, undefined> {
  try {
    for await (const block of copied(session.connection, select, session.instance)) yield [block]
  } catch (error) {
    throw session.explained(error, sql)
  }
}

export const connectDuckdb = async (parameters: ConnectionParameters, options: ConnectOptions): Promise<Connection> => {
  const session = await DuckdbSession.open(parameters, options)
  return {
    ...catalogQueries(session, options),
    query: (sql, how) =>
      session.run(sql, how, async (result, columns) => {
        const read = await readColumns(result, columns, { limit: how.rowLimit, onProgress: how.onProgress })
        return {
          table: { columns: read.columns, rowCount: read.rowCount },
          truncated: read.truncated,
          nativeTypes: columns.map((column) => column.native),
        }
      }),
    stream: (sql, how) => blocksOf(session, sql, how),
    csv: async (sql, how) => {
      const columns = await session.columnsOf(sql, how)
      return { columns, blocks: csvBlocks(session, sql, csvCellsSql(sql, columns, how.rowLimit)) }
    },
    load: (table, blocks) => loadRows(session.connection, table, blocks),
    keep: (scan, how) => keep(session, scan, how),
    drop: ({ table }) => session.execute(`DROP TABLE IF EXISTS temp.${doubleQuoted(table)}`),
    ping: () => session.execute('SELECT 1'),
    cancel: async () => session.interrupt(),
    alive: () => session.isOpen,
    reset: () => session.reset(),
    close: async () => session.close(),
  }
}
