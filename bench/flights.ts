/** Three million flights of the npm package vega-datasets, as the house database holds them. */
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

/** What charts ask of it, from the lightest to the heaviest. */
export const chartQueries: Record<string, string> = {
  'big number': 'SELECT COUNT(*) AS "count", AVG("delay") AS "avg" FROM "flights" LIMIT 50000',
  'big number, one month': `SELECT COUNT(*) AS "count" FROM "flights" WHERE "date" >= TIMESTAMP '2001-03-01 00:00:00' AND "date" < TIMESTAMP '2001-04-01 00:00:00' LIMIT 50000`,
  'line by day': `SELECT DATE_TRUNC('day', "date") AS "date", COUNT(*) AS "count", AVG("delay") AS "delay" FROM "flights" GROUP BY DATE_TRUNC('day', "date") ORDER BY "count" DESC LIMIT 10000`,
  'top 25 origins': 'SELECT "origin" AS "origin", COUNT(*) AS "count" FROM "flights" GROUP BY "origin" ORDER BY "count" DESC LIMIT 25',
  'origins × destinations': `SELECT "origin" AS "origin", "destination" AS "destination", COUNT(*) AS "count", SUM("distance") AS "distance" FROM "flights" GROUP BY "origin", "destination" ORDER BY "count" DESC LIMIT 10000`,
  'lines of the top 10 origins': `SELECT DATE_TRUNC('week', "date") AS "week", "flights"."origin" AS "origin", AVG("delay") AS "delay" FROM "flights" JOIN (SELECT "origin" AS "origin__", COUNT(*) AS "n" FROM "flights" GROUP BY "origin" ORDER BY "n" DESC LIMIT 10) AS "series" ON "origin" = "origin__" GROUP BY DATE_TRUNC('week', "date"), "flights"."origin" LIMIT 10000`,
  'heat map': `SELECT EXTRACT(DOW FROM "date") AS "day", EXTRACT(HOUR FROM "date") AS "hour", AVG("delay") AS "delay" FROM "flights" GROUP BY EXTRACT(DOW FROM "date"), EXTRACT(HOUR FROM "date") LIMIT 10000`,
  'distinct pairs by day': `SELECT DATE_TRUNC('day', "date") AS "date", COUNT(DISTINCT "origin" || "destination") AS "pairs" FROM "flights" GROUP BY DATE_TRUNC('day', "date") LIMIT 10000`,
  '1,000 raw rows': `SELECT "date", "delay", "distance", "origin", "destination" FROM "flights" WHERE "origin" = 'SFO' ORDER BY "delay" DESC LIMIT 1000`,
}
