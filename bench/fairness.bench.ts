/** Small queries of one user beside heavy load of another. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createQueryHost } from '../src/engines/host/client.ts'
import type { QueryHost } from '../src/engines/host/client.ts'
import type { ConnectionSpec } from '../src/engines/host/protocol.ts'
import { ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { benchFolder, flightsFile } from './flights.ts'
import { startFlightsServer } from './flights-server.ts'

const rounds = 60
const limits = { timeoutMs: 60_000, rows: 1_000, bytes: 2 ** 24 }

type Shop = { host: QueryHost; connection: ConnectionSpec; table: string }

const ask = ({ host, connection }: Shop, sql: string, user: string, signal?: AbortSignal) =>
  host.run({ kind: 'data', connection, sql, format: 'json', limits }, { user, ...(signal && { signal }) })

/** A user who opens one thing after the other. */
const smallQueries = async (shop: Shop): Promise<number[]> => {
  const found: number[] = []
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    await ask(shop, `SELECT origin, count(*) AS n FROM ${shop.table} WHERE delay > ${i} GROUP BY origin ORDER BY n DESC LIMIT 25`, 'small')
    found.push(performance.now() - began)
    await sleep(20)
  }
  return found
}

const crossJoin = (table: string, i: number) =>
  `SELECT count(*) AS n FROM ${table} a, ${table} b WHERE a.delay + b.delay = ${1_000_000 + i}`

const loads: [name: string, count: number, sql: (table: string, i: number) => string][] = [
  ['six cross joins', 6, crossJoin],
  ['fifty cross joins', 50, crossJoin],
  [
    'a hundred that group all rows',
    100,
    (table, i) => `SELECT date, origin, avg(delay + ${i}) AS n FROM ${table} GROUP BY date, origin ORDER BY n LIMIT 10`,
  ],
]

const measure = async (shop: Shop, engine: string): Promise<Line[]> => {
  await smallQueries(shop)
  const lines: Line[] = []
  for (const [name, count, sql] of loads) {
    const alone = percentile(await smallQueries(shop), 0.95)
    const controller = new AbortController()
    const crowd = Promise.allSettled(Array.from({ length: count }, (_, i) => ask(shop, sql(shop.table, i), 'greedy', controller.signal)))
    await sleep(500)
    const beside = await smallQueries(shop)
    controller.abort(new Error('left'))
    await crowd
    const p95 = percentile(beside, 0.95)
    lines.push({
      what: `${engine}: small queries beside ${name} of another, p95 (slowest ${ms(Math.max(...beside))})`,
      subject: ms(p95),
      control: `${ms(alone)} alone`,
      ratio: p95 / alone,
      goal: '≤ 3 ×',
      met: p95 <= 3 * alone,
    })
  }
  return lines
}

const withHost = async (connection: ConnectionSpec, table: string, engine: string): Promise<Line[]> => {
  const tempDirectory = join(benchFolder, 'spill')
  await mkdir(tempDirectory, { recursive: true })
  const host = createQueryHost({ tempDirectory })
  try {
    return await measure({ host, connection, table }, engine)
  } finally {
    await host.close()
  }
}

const onDuckdb = async (): Promise<Line[]> =>
  withHost({ key: 'bench', engine: 'duckdb', parameters: { database: await flightsFile() }, timezone: 'UTC' }, 'data', 'DuckDB')

const onPostgres = async (): Promise<Line[]> => {
  const flights = await startFlightsServer()
  try {
    return await withHost({ key: 'bench', engine: 'postgresql', parameters: flights.parameters, timezone: 'UTC' }, 'flights', 'Postgres')
  } finally {
    await flights.stop()
  }
}

export const benches: Bench[] = [
  { name: 'fairness on DuckDB', run: onDuckdb },
  { name: 'fairness on Postgres', run: onPostgres },
]
