/** Twelve charts of one dashboard under one category filter: requested together against one by one, over HTTP, bypassing the cache. */
import type { Bench, Line } from './bench.ts'
import { axis, chartBody, simple, sql } from './charts.ts'
import { startFlightsServer } from './flights-server.ts'
import { flightsFile } from './flights.ts'
import { alternateCosts, costText } from './processor-time.ts'
import type { Cost } from './processor-time.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

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

type Filter = { what: string; clause: object; most: number }

const tenAirports = ['ORD', 'DFW', 'ATL', 'LAX', 'PHX', 'STL', 'DTW', 'MSP', 'LAS', 'DEN']

/** Filters that pass a third of the rows or more are read separately: the goal is that finding out costs nothing. */
const filters: Filter[] = [
  { what: 'one airport (2 % of the rows)', clause: { col: 'origin', op: '==', val: 'SFO' }, most: 0.5 },
  { what: 'three airports (15 %)', clause: { col: 'origin', op: 'IN', val: ['ORD', 'DFW', 'ATL'] }, most: 0.5 },
  { what: 'ten airports (31 %)', clause: { col: 'origin', op: 'IN', val: tenAirports }, most: 1.1 },
  { what: 'all but one (94 %)', clause: { col: 'origin', op: '!=', val: 'ORD' }, most: 1.1 },
]

/** CPU time of the server where it is the engine; wall time for other engines. */
type Place = { name: string; uri: string; schema: string; table: string; kind: keyof Cost; rounds: number }

/** Queries the flights on one server. */
const asking = async (server: Server, { uri, schema, table }: Place) => {
  const id = await server.dataset(uri, schema, table)
  const ask = async (query: object) => {
    const { status, text } = await server.ask('/api/v1/chart/data', { method: 'POST', body: chartBody({ id, query }) })
    if (status !== 200) throw new Error(text)
  }
  await ask({ metrics: ['count'] })
  return ask
}

const compared = async ({ sharing, single }: { sharing: Server; single: Server }, place: Place): Promise<Line[]> => {
  const { name, kind, rounds } = place
  const askShared = await asking(sharing, place)
  const askSingle = await asking(single, place)
  const lines: Line[] = []
  for (const { what, clause, most } of filters) {
    const asked = queries.map((query) => ({ row_limit: 10_000, ...query, filters: [clause] }))
    const together = () => Promise.all(asked.map(askShared))
    const oneByOne = async () => {
      for (const query of asked) await askSingle(query)
    }
    const costs = await alternateCosts({ work: together, pids: sharing.pids }, { work: oneByOne, pids: single.pids }, rounds)
    const [subject, control] = [costText(costs.subject), costText(costs.control)]
    const ratio = costs.subject[kind] / costs.control[kind]
    lines.push({ what: `12 charts, ${what}, ${name}`, subject, control, ratio, goal: `≤ ${most} × (${kind})`, met: ratio <= most })
  }
  return lines
}

/** One server by default, and one without shared scans. */
const withServers = (place: Place): Promise<Line[]> =>
  withServer((sharing) => withServer((single) => compared({ sharing, single }, place), ['--no-examples', '--shared-scans', '0']))

const onDuckdb = async (): Promise<Line[]> =>
  withServers({ name: 'DuckDB', uri: `duckdb:///${await flightsFile()}`, schema: 'main', table: 'data', kind: 'cpu', rounds: 7 })

const onPostgres = async (): Promise<Line[]> => {
  const flights = await startFlightsServer()
  try {
    return await withServers({ name: 'Postgres', uri: flights.uri, schema: 'public', table: 'flights', kind: 'wall', rounds: 3 })
  } finally {
    await flights.stop()
  }
}

export const benches: Bench[] = [
  { name: 'shared scans on DuckDB', run: onDuckdb },
  { name: 'shared scans on Postgres', run: onPostgres },
]
