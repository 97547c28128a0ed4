/** Twelve charts of one dashboard under one category filter: asked together against one by one, over HTTP, no cache. */
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { adminOf, as } from '../src/server/access/test-people.ts'
import { issueToken } from '../src/server/access/tokens.ts'
import { buildApp } from '../src/server/app.ts'
import { testContext } from '../src/server/test-context.ts'
import { startPostgres } from '../test/engines/servers.ts'
import type { Bench, Line } from './bench.ts'
import { flightsCsv, flightsFile } from './flights.ts'
import { alternateCosts, costText, countProcess } from './processor-time.ts'

const sql = (label: string, sqlExpression: string) => ({ label, sqlExpression, expressionType: 'SQL' })
const simple = (aggregate: string, column_name: string) => ({
  label: `${aggregate}(${column_name})`,
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
})
const axis = (timeGrain: string) => ({ ...sql('date', 'date'), columnType: 'BASE_AXIS', timeGrain })

const delay = simple('AVG', 'delay')

/** Big numbers, lines, bars, a heat map, a histogram, tables. */
const queries = [
  { metrics: ['count'] },
  { metrics: [delay] },
  { columns: [axis('P1D')], metrics: ['count'] },
  { columns: [axis('P1W'), 'destination'], metrics: [delay], series_columns: ['destination'], series_limit: 10 },
  { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 25 },
  { columns: ['destination'], metrics: ['count', simple('SUM', 'distance')], orderby: [['count', false]], row_limit: 25 },
  { columns: ['origin', 'destination'], metrics: ['count'], orderby: [['count', false]], row_limit: 1000 },
  { columns: [sql('day', 'EXTRACT(dow FROM date)'), sql('hour', 'EXTRACT(hour FROM date)')], metrics: [delay] },
  { columns: [axis('P1D')], metrics: [simple('COUNT_DISTINCT', 'destination')] },
  { columns: [sql('miles', 'FLOOR(distance / 100) * 100')], metrics: ['count'] },
  { columns: ['destination'], metrics: [delay, simple('MAX', 'delay')], orderby: [[delay, false]], row_limit: 50 },
  { columns: [axis('P1M')], metrics: [simple('MAX', 'delay'), simple('MIN', 'delay')] },
]

const filters: Record<string, object> = {
  'one airport (2 %)': { col: 'origin', op: '==', val: 'SFO' },
  'three airports (15 %)': { col: 'origin', op: 'IN', val: ['ORD', 'DFW', 'ATL'] },
  'ten airports (31 %)': { col: 'origin', op: 'IN', val: ['ORD', 'DFW', 'ATL', 'LAX', 'PHX', 'STL', 'DTW', 'MSP', 'LAS', 'DEN'] },
  'all but one airport': { col: 'origin', op: '!=', val: 'ORD' },
}

type Place = { uri: string; schema: string; table: string }
type Server = { ask(query: object): Promise<void>; close(): Promise<void> }

const startServer = async ({ uri, schema, table }: Place, megabytes: number): Promise<Server> => {
  const ctx = await testContext(['--shared-scans', String(megabytes)])
  const app = await buildApp(ctx)
  const adminId = await adminOf(ctx)
  const admin = await as(ctx, app, adminId)
  const made = async (url: string, payload: object) => ((await admin.post(url, payload)).json() as { id: number }).id
  const database = await made('/api/v1/database/', { database_name: 'bench', sqlalchemy_uri: uri })
  const id = await made('/api/v1/dataset/', { database, schema, table_name: table })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${await issueToken(ctx, adminId, 'access', true)}`, 'content-type': 'application/json' }
  const ask = (query: object) =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ port, agent, headers, method: 'POST', path: '/api/v1/chart/data' }, (answer) => {
        answer.resume()
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`status ${answer.statusCode}`))))
      })
      sent.on('error', reject)
      sent.end(JSON.stringify({ datasource: { id, type: 'table' }, queries: [query], force: true }))
    })
  await ask({ metrics: ['count'] })
  for (const { pid } of ctx.host.stats().hosts) if (pid) countProcess(pid)
  return {
    ask,
    close: async () => {
      agent.destroy()
      await app.close()
      await ctx.close()
    },
  }
}

const compared = async (name: string, place: Place, rounds: number): Promise<Line[]> => {
  const shared = await startServer(place, 256)
  const single = await startServer(place, 0)
  const lines: Line[] = []
  for (const [filter, clause] of Object.entries(filters)) {
    const asked = queries.map((query) => ({ row_limit: 10_000, ...query, filters: [clause] }))
    const oneByOne = async () => {
      for (const query of asked) await single.ask(query)
    }
    const costs = await alternateCosts(() => Promise.all(asked.map(shared.ask)), oneByOne, rounds)
    const share = filter.startsWith('all') ? '≤ 1.1 ×' : '≤ 0.5 ×'
    lines.push({
      what: `${name}, ${filter}`,
      subject: costText(costs.subject),
      control: costText(costs.control),
      ratio: costs.subject.wall / costs.control.wall,
      goal: `${share} of the time one by one (cpu ${(costs.subject.cpu / costs.control.cpu).toFixed(2)} ×)`,
    })
  }
  await shared.close()
  await single.close()
  return lines
}

const onDuckdb = async () => compared('DuckDB', { uri: `duckdb:///${await flightsFile()}`, schema: 'main', table: 'data' }, 7)

const onPostgres = async (): Promise<Line[]> => {
  const server = await startPostgres()
  const { username, host, port, password, database } = server.parameters
  const client = new Client({ user: username, host, port, password, database })
  await client.connect()
  try {
    await client.query('CREATE TABLE flights (date TIMESTAMP, delay BIGINT, distance BIGINT, origin TEXT, destination TEXT)')
    await client.query(`COPY flights FROM '${await flightsCsv()}' (FORMAT csv)`)
    await client.query('VACUUM ANALYZE flights')
    const uri = `postgresql://${username}:${password}@${host}:${port}/${database}`
    return await compared('Postgres', { uri, schema: 'public', table: 'flights' }, 3)
  } finally {
    await client.end()
    await server.stop()
  }
}

export const benches: Bench[] = [
  { name: 'shared scans on DuckDB', run: onDuckdb },
  { name: 'shared scans on Postgres', run: onPostgres },
]
