import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { fileValueOf, type FileValue } from '#engines/file-tables.ts'
import { columnsOf } from '../relation.ts'
import { quoteName } from '../table-file.ts'
import type { FileColumn } from '../task.ts'
import type { FileTarget } from './target.ts'

/** Numbers that SQLite cannot store exactly become text. */
const types: Record<FileValue, string> = {
  integer: 'BIGINT',
  huge: 'TEXT',
  float: 'DOUBLE',
  decimal: 'TEXT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  instant: 'TIMESTAMPTZ',
  text: 'TEXT',
}

const selectOf = (column: FileColumn): string => {
  const name = quoteName(column.name)
  const value = fileValueOf(column.type)
  if (value === 'integer') return `${name}::bigint`
  if (value === 'float') return `${name}::double`
  if (value === 'boolean') return `${name}::tinyint`
  if (value === 'instant') return `(${name} at time zone 'UTC')::varchar || '+00:00'`
  return `${name}::varchar`
}

const withRows = async <T>(path: string, work: (db: DuckDBConnection) => Promise<T>): Promise<T> => {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const db = await instance.connect()
  try {
    return await work(db)
  } finally {
    db.closeSync()
    instance.closeSync()
  }
}

const cacheKb = 500_000

/** Writes all rows in one transaction; others can read meanwhile. */
export const intoSqlite = (target: FileTarget, { rows }: { rows: string }): Promise<void> =>
  withRows(rows, async (source) => {
    const columns = await columnsOf(source, 'main.data')
    const file = new DatabaseSync(target.path, { timeout: 30_000, defensive: true })
    try {
      const name = quoteName(target.table)
      const names = columns.map((column) => quoteName(column.name))
      // A transaction that exceeds the cache is spilled to the file, which locks out readers.
      file.exec(`pragma cache_size = -${cacheKb}`)
      file.exec('begin immediate')
      if (target.mode === 'replace') file.exec(`drop table ${name}`)
      if (target.mode !== 'append')
        file.exec(`create table ${name} (${columns.map(({ type }, i) => `${names[i]} ${types[fileValueOf(type)]}`).join(', ')})`)
      const insert = file.prepare(`insert into ${name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      const result = await source.stream(`select ${columns.map(selectOf).join(', ')} from main.data`)
      for await (const chunk of result.yieldRowsJs()) for (const row of chunk) insert.run(...row.map(bindable))
      file.exec('commit')
    } finally {
      file.close()
    }
  })

const bindable = (value: unknown): SQLInputValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value : null
