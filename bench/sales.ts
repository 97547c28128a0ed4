/** Ten million sales: days of two years, five channels, sixty countries, hours, prices, and a hundred thousand customers. */
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import duckdb from '@duckdb/node-bindings'
import { benchFolder } from './flights.ts'

export const salesRows = 10_000_000

const tableSql = `
  CREATE TABLE sales AS SELECT
    TIMESTAMP '2022-01-01' + to_seconds(CAST(i * 63244800.0 / ${salesRows} AS BIGINT)) AS sold_at,
    ['web', 'store', 'phone', 'partner', 'app'][CAST(1 + hash(i) % 5 AS INTEGER)] AS channel,
    'country ' || (hash(i + 1) % 60) AS country,
    CAST(hash(i + 2) % 24 AS INTEGER) AS hour,
    round(hash(i + 3) % 50000 / 100.0, 2) AS price,
    CAST(hash(i + 4) % 9 + 1 AS INTEGER) AS items,
    'customer ' || (hash(i + 5) % 100000) AS customer
  FROM range(${salesRows}) AS numbers(i)`

export const salesFile = async (): Promise<string> => {
  const path = join(benchFolder, 'sales.duckdb')
  if (existsSync(path)) return path
  await mkdir(benchFolder, { recursive: true })
  const fresh = `${path}.${process.pid}`
  const database = await duckdb.open(fresh)
  const connection = await duckdb.connect(database)
  await duckdb.query(connection, tableSql)
  duckdb.disconnect_sync(connection)
  duckdb.close_sync(database)
  await rename(fresh, path)
  return path
}
