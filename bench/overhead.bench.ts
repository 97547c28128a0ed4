/** What Chartroom adds to a plain call of the engine's driver: the query host alone, and a request for chart data from end to end. */
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { createQueryHost } from '../src/engines/host/client.ts'
import type { ConnectionSpec } from '../src/engines/host/protocol.ts'
import { median, ms } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody, chartQueries, rawRows } from './charts.ts'
import { startFlightsServer } from './flights-server.ts'
import { benchFolder, flightsFile } from './flights.ts'
import { alternateCosts, familyOf, overheadLine } from './processor-time.ts'
import type { Cost } from './processor-time.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const limits = { timeoutMs: 60_000, rows: 50_000, bytes: 2 ** 28 }
const own = () => [process.pid]

type Side = {
  engine: string
  connection: ConnectionSpec
  uri: string
  schema: string
  table: string
  /** Rows of the driver as JSON. */
  bare(sql: string): Promise<string>
  /** Which of the two times counts: the CPU time of a database server is not visible here. */
  kind: keyof Cost
  rounds: number
  /** Runs per round: a dashboard requests many charts in a row. */
  inARow: number
}

const sqlOf = async (server: Server, id: number, query: object): Promise<string> => {
  const { status, text } = await server.ask('/api/v1/chart/data', { method: 'POST', body: chartBody({ id, query, type: 'query' }) })
  if (status !== 200) throw new Error(text)
  const { result } = JSON.parse(text) as { result: { query: string }[] }
  return (result[0]?.query ?? '').replace(/;\s*$/, '')
}

const rows = async (server: Server, id: number, query: object) => {
  const { status, text } = await server.ask('/api/v1/chart/data', { method: 'POST', body: chartBody({ id, query }) })
  if (status !== 200) throw new Error(text)
}

const measured = ({ engine, connection, uri, schema, table, bare, kind, rounds, inARow }: Side): Promise<Line[]> =>
  withServer(async (server) => {
    const id = await server.dataset(uri, schema, table)
    const tempDirectory = join(benchFolder, 'spill')
    await mkdir(tempDirectory, { recursive: true })
    const host = createQueryHost({ tempDirectory })
    const lines: Line[] = []
    try {
      // A program that has just started is not representative.
      for (let i = 0; i < 150; i++) await rows(server, id, chartQueries['big number, one month'] ?? {})
      for (const [name, query] of Object.entries(chartQueries)) {
        const sql = await sqlOf(server, id, query)
        const control = { work: () => bare(sql), pids: own }
        const byHost = {
          work: () => host.run({ kind: 'data', connection, sql, format: 'json', limits }),
          pids: () => familyOf(process.pid).filter((pid) => !server.pids().includes(pid)),
        }
        const byRoute = { work: () => rows(server, id, query), pids: server.pids }
        lines.push(overheadLine(`${engine} host, ${name}`, await alternateCosts(byHost, control, rounds, inARow), kind))
        lines.push(overheadLine(`${engine} chart data, ${name}`, await alternateCosts(byRoute, control, rounds, inARow), kind))
      }
      return [...lines, ...(await heldBy(server, id, engine))]
    } finally {
      await host.close()
    }
  })

/** How long 50,000 rows block the web process. */
const heldBy = async (server: Server, id: number, engine: string): Promise<Line[]> => {
  const held: number[] = []
  const idle = await server.loopDuring(() => sleep(500))
  for (let round = 0; round < 9; round++) held.push((await server.loopDuring(() => rows(server, id, rawRows(50_000)))).held)
  const middle = median(held)
  const what = `${engine} chart data, web loop held by 50,000 rows (cpu)`
  return [{ what, subject: ms(middle), control: `${ms(idle.held)} idle`, ratio: null, goal: '≤ 10 ms', met: middle <= 10 }]
}

const onDuckdb = async (): Promise<Line[]> => {
  const path = await flightsFile()
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY', threads: String(availableParallelism()) })
  const bare = await instance.connect()
  try {
    return await measured({
      engine: 'DuckDB',
      connection: { key: 'bench', engine: 'duckdb', parameters: { database: path }, timezone: 'UTC' },
      uri: `duckdb:///${path}`,
      schema: 'main',
      table: 'data',
      bare: async (sql) => JSON.stringify((await bare.runAndReadAll(sql)).getRowObjectsJson()),
      kind: 'cpu',
      rounds: 5,
      inARow: 5,
    })
  } finally {
    bare.closeSync()
    instance.closeSync()
  }
}

const onPostgres = async (): Promise<Line[]> => {
  const { uri, parameters, client, stop } = await startFlightsServer()
  try {
    return await measured({
      engine: 'Postgres',
      connection: { key: 'bench', engine: 'postgresql', parameters, timezone: 'UTC' },
      uri,
      schema: 'public',
      table: 'flights',
      bare: async (sql) => JSON.stringify((await client.query(sql)).rows),
      kind: 'wall',
      rounds: 7,
      inARow: 1,
    })
  } finally {
    await stop()
  }
}

export const benches: Bench[] = [
  { name: 'overhead on DuckDB', run: onDuckdb },
  { name: 'overhead on Postgres', run: onPostgres },
]
