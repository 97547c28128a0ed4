/** Three million flights of the npm package vega-datasets, as stored in the house database. */
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import duckdb from '@duckdb/node-bindings'

export const benchFolder = join(tmpdir(), 'chartroom-bench')

const parquet = fileURLToPath(new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url))

export const flightsFile = async (): Promise<string> => {
  const path = join(benchFolder, 'flights.duckdb')
  if (existsSync(path)) return path
  await mkdir(benchFolder, { recursive: true })
  const fresh = `${path}.${process.pid}`
  const database = await duckdb.open(fresh)
  const connection = await duckdb.connect(database)
  await duckdb.query(connection, `CREATE TABLE data AS FROM '${parquet}'`)
  duckdb.disconnect_sync(connection)
  duckdb.close_sync(database)
  await rename(fresh, path)
  return path
}

/** The same as CSV without a header, for servers that read files. */
export const flightsCsv = async (): Promise<string> => {
  const path = join(benchFolder, 'flights.csv')
  if (existsSync(path)) return path
  await mkdir(benchFolder, { recursive: true })
  const database = await duckdb.open(':memory:')
  const connection = await duckdb.connect(database)
  await duckdb.query(connection, `COPY (FROM '${parquet}') TO '${path}.${process.pid}' (FORMAT csv, HEADER false)`)
  duckdb.disconnect_sync(connection)
  duckdb.close_sync(database)
  await rename(`${path}.${process.pid}`, path)
  return path
}
