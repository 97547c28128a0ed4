import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** The types of a Parquet file's columns as DuckDB reads them. */
export const typesInParquet = async (file: Buffer): Promise<Record<string, string>> => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-parquet-'))
  const path = join(folder, 'file.parquet')
  writeFileSync(path, file)
  try {
    const instance = await DuckDBInstance.create()
    const db = await instance.connect()
    const rows = await db.runAndReadAll(`select column_name, column_type from (describe from '${path}')`)
    return Object.fromEntries(rows.getRowsJson().map(([name, type]) => [String(name), String(type)]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
