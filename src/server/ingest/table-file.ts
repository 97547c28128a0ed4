import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An in-memory DuckDB that may read files; for the ingest process only. */
export const withScratch = async <T>(work: (db: DuckDBConnection) => Promise<T>): Promise<T> => {
  const instance = await DuckDBInstance.create(':memory:', settings(tmpdir()))
  const db = await instance.connect()
  try {
    return await work(db)
  } finally {
    db.closeSync()
    instance.closeSync()
  }
}

const settings = (folder: string) => ({
  memory_limit: '1GB',
  temp_directory: join(folder, '.spill'),
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
})

/** Rows as objects with exact texts. */
export const rowsOf = async (db: DuckDBConnection, sql: string): Promise<Record<string, string | null>[]> => {
  const reader = await db.runAndReadAll(sql)
  return reader
    .getRowObjects()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])))
}

export const scalar = async (db: DuckDBConnection, sql: string): Promise<string | null> => {
  const row = (await rowsOf(db, sql))[0]
  return row ? (Object.values(row)[0] ?? null) : null
}

/**
 * Creates a table file: `work` fills the table `data` of a new DuckDB file under a temporary name, which is checkpointed, synced and then
 * renamed, so that partial files are never visible.
 */
export const makeTableFile = async <T>(target: string, work: (db: DuckDBConnection) => Promise<T>): Promise<T & { bytes: number }> => {
  const temporary = `${target}.part`
  await rm(temporary, { force: true })
  const instance = await DuckDBInstance.create(temporary, settings(dirname(target)))
  const db = await instance.connect()
  try {
    const result = await work(db)
    await db.run('checkpoint')
    db.closeSync()
    instance.closeSync()
    const file = await open(temporary, 'r+')
    await file.sync()
    await file.close()
    await rename(temporary, target)
    const folder = await open(dirname(target))
    await folder.sync()
    await folder.close()
    return { ...result, bytes: (await stat(target)).size }
  } catch (error) {
    await rm(temporary, { force: true })
    await rm(`${temporary}.wal`, { force: true })
    throw error
  }
}

/** The most likely main time column: the first timestamp, else the first date. */
export const mainTimeColumn = (columns: { name: string; type: string }[]): string | null => {
  const ofType = (pattern: RegExp) => columns.find(({ type }) => pattern.test(type))?.name
  return ofType(/^TIMESTAMP/) ?? ofType(/^DATE$/) ?? null
}
