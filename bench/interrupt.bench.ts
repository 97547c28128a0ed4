/** Abandoned queries, and runaway queries. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createQueryHost } from '../src/engines/host/client.ts'
import { median, ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody } from './charts.ts'
import { startFlightsServer } from './flights-server.ts'
import type { FlightsServer } from './flights-server.ts'
import { benchFolder, flightsFile } from './flights.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const times = 40
const endless = { metrics: ['count'], extras: { where: 'delay < other' } }
const crossed = (table: string) => `SELECT a.delay AS delay, b.delay AS other FROM ${table} a CROSS JOIN ${table} b`

/** Starts an endless query, disconnects after a while, and waits for `idle`; ms from the disconnect. */
const leave = async (server: Server, id: number, { idle, after }: { idle: () => Promise<boolean>; after: number }): Promise<number> => {
  const controller = new AbortController()
  const asked = server.ask('/api/v1/chart/data', { method: 'POST', body: chartBody({ id, query: endless }), signal: controller.signal })
  asked.catch(() => {})
  await sleep(after)
  if (await idle()) throw new Error('The query did not run')
  const began = performance.now()
  controller.abort()
  while (!(await idle())) if (performance.now() - began > 5_000) throw new Error('The query runs on')
  return performance.now() - began
}

const cancelLine = (what: string, reached: number[], control: string): Line => ({
  what: `${what}, p95 (p50 ${ms(median(reached))})`,
  subject: ms(percentile(reached, 0.95)),
  control,
  ratio: null,
  goal: '≤ 50 ms',
  met: percentile(reached, 0.95) <= 50,
})

/** Our statements that run in Postgres. */
const activeAt = async ({ client }: FlightsServer): Promise<number> => {
  const sql = "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'chartroom' AND state = 'active'"
  return Number((await client.query<{ n: string }>(sql)).rows[0]?.n)
}

const onPostgres = async (): Promise<Line[]> => {
  const flights = await startFlightsServer()
  try {
    return await withServer(async (server) => {
      const id = await server.virtualDataset(await server.dataset(flights.uri, 'public', 'flights'), crossed('flights'))
      const reached: number[] = []
      const idle = async () => (await activeAt(flights)) === 0
      for (let i = 0; i < times; i++) reached.push(await leave(server, id, { idle, after: 300 + 7 * i }))
      const began = performance.now()
      for (let i = 0; i < 20; i++) await activeAt(flights)
      return [cancelLine('client leaves, Postgres is idle', reached, `${ms((performance.now() - began) / 20)} to look`)]
    })
  } finally {
    await flights.stop()
  }
}

const healthTimes = async (server: Server, count: number): Promise<number[]> => {
  const found: number[] = []
  for (let i = 0; i < count; i++) {
    const { status, ms: took } = await server.ask('/health')
    if (status !== 200) throw new Error(`/health: ${status}`)
    found.push(took)
    await sleep(5)
  }
  return found
}

/** Through the host's client, which knows when the engine is done. */
const cancelAtHost = async (path: string): Promise<Line> => {
  const tempDirectory = join(benchFolder, 'spill')
  await mkdir(tempDirectory, { recursive: true })
  const host = createQueryHost({ tempDirectory })
  const connection = { key: 'bench', engine: 'duckdb', parameters: { database: path }, timezone: 'UTC' }
  const sql = `SELECT COUNT(*) FROM (${crossed('data')}) WHERE delay < other`
  const limits = { timeoutMs: 60_000, rows: 10, bytes: 2 ** 20 }
  const reached: number[] = []
  try {
    await host.run({ kind: 'data', connection, sql: 'SELECT 1', format: 'json', limits })
    for (let i = 0; i < times; i++) {
      const controller = new AbortController()
      const query = host.run({ kind: 'data', connection, sql, format: 'json', limits }, { signal: controller.signal })
      query.catch(() => {})
      await sleep(200 + 7 * i)
      const began = performance.now()
      controller.abort(new Error('left'))
      while (host.stats().queues['embedded']?.running) await sleep(0)
      reached.push(performance.now() - began)
    }
    return cancelLine('caller leaves, DuckDB is idle', reached, host.stats().killed ? 'host killed' : 'no host killed')
  } finally {
    await host.close()
  }
}

const onDuckdb = async (): Promise<Line[]> => {
  const path = await flightsFile()
  const cancel = await cancelAtHost(path)
  return withServer(async (server) => {
    const id = await server.virtualDataset(await server.dataset(`duckdb:///${path}`, 'main', 'data'), crossed('data'))
    return [cancel, await health(server, id)]
  })
}

/** Alternates between none and two runaways, so that a busy machine affects both. */
const health = async (server: Server, id: number): Promise<Line> => {
  const found = { idle: [] as number[], under: [] as number[] }
  await healthTimes(server, 100)
  for (let round = 0; round < 5; round++) {
    found.idle.push(...(await healthTimes(server, 100)))
    const controller = new AbortController()
    const { signal } = controller
    const runaways = [1, 2].map((limit) => {
      const body = chartBody({ id, query: { ...endless, row_limit: limit } })
      return server.ask('/api/v1/chart/data', { method: 'POST', body, signal }).catch(() => {})
    })
    await sleep(300)
    found.under.push(...(await healthTimes(server, 100)))
    controller.abort()
    await Promise.all(runaways)
    await sleep(200)
  }
  const [idle, under] = [percentile(found.idle, 0.99), percentile(found.under, 0.99)]
  const what = `/health beside two runaway cross joins, p99 (p50 ${ms(median(found.under))})`
  const control = `${ms(idle)} idle (p50 ${ms(median(found.idle))})`
  return { what, subject: ms(under), control, ratio: under / idle, goal: '≤ 3 ×', met: under <= 3 * idle }
}

export const benches: Bench[] = [
  { name: 'cancel and runaways on DuckDB', run: onDuckdb },
  { name: 'cancel on Postgres', run: onPostgres },
]
