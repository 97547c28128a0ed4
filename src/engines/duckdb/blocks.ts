import duckdb from '@duckdb/node-bindings'
import type { Column } from '#core/table.ts'
import type { StatementOptions } from '../engine.ts'
import { chunksOf } from './fetch.ts'
import { readerFor, vectorsOf } from './read-columns.ts'
import { preparedColumns } from './result-columns.ts'
import { readableSql } from './row-sql.ts'
import { asRead, relabelled, type DuckdbSession } from './session.ts'

const rowsPerBlock = 8_192

/** The rows of a statement as columns in blocks, at least one. */
export async function* blocksOf(session: DuckdbSession, sql: string, how: StatementOptions): AsyncGenerator<Column[], void, undefined> {
  const statement = await session.bind(sql, how)
  const columns = preparedColumns(statement)
  const wrapped = await duckdb.prepare(session.connection, readableSql(sql, columns) ?? sql)
  try {
    const read = relabelled(asRead(columns, wrapped), how)
    let readers = read.map(readerFor)
    let pending = 0
    let given = 0
    const block = (): Column[] => readers.map((reader) => reader.column())
    for await (const { data, rowCount } of chunksOf(await duckdb.execute_prepared_streaming(wrapped))) {
      const count = Math.min(rowCount, (how.rowLimit ?? Infinity) - given - pending)
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
    throw session.explained(error, sql)
  } finally {
    duckdb.destroy_prepare_sync(wrapped)
    duckdb.destroy_prepare_sync(statement)
  }
}
