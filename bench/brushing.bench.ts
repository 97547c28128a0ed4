/** A range that is dragged over an axis of ten million rows: four other charts follow each step, from roll-ups and from the table. */
import { ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody, simple, sql } from './charts.ts'
import { processorTimeOf } from './processor-time.ts'
import { salesFile } from './sales.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const steps = 40
const controls = 8

const days = { ...sql('sold_at', 'sold_at'), columnType: 'BASE_AXIS', timeGrain: 'P1D' }
const revenue = simple('SUM', 'price')

const charts = [
  { columns: ['channel'], metrics: ['count', revenue], orderby: [['count', false]] },
  { columns: ['country'], metrics: ['count', simple('AVG', 'items')], orderby: [['count', false]], row_limit: 25 },
  { columns: ['hour'], metrics: ['count'], orderby: [['hour', true]] },
  { columns: [], metrics: ['count', revenue] },
]
const onDays = [...charts.slice(0, 3), { columns: [days], metrics: ['count'] }]

type Brush = { what: string; column: string; step: string | number; queries: object[]; filters(step: number): object[] }

const dayText = (n: number) => new Date(Date.UTC(2022, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)

const brushes: Brush[] = [
  {
    what: 'a time axis',
    column: 'sold_at',
    step: 'P1D',
    queries: charts,
    filters: (i) => [{ col: 'sold_at', op: 'TEMPORAL_RANGE', val: `${dayText(60)} : ${dayText(70 + i * 14)}` }],
  },
  {
    what: 'a numeric axis',
    column: 'price',
    step: 2,
    queries: onDays,
    filters: (i) => [
      { col: 'price', op: '>=', val: 20 },
      { col: 'price', op: '<=', val: 30 + i * 10 },
    ],
  },
]

type Cost = { wall: number; cpu: number }

const post = async ({ ask }: Server, path: string, body: string): Promise<void> => {
  const { status, text } = await ask(path, { method: 'POST', body })
  if (status !== 200) throw new Error(text)
}

const brushed = async (server: Server, id: number, { what, column, step, queries, filters }: Brush): Promise<Line> => {
  const contexts = queries.map((query) => JSON.parse(chartBody({ id, query, force: false })) as object)
  const began = performance.now()
  await post(server, '/api/v1/chart/data/brush', JSON.stringify({ contexts, column, step }))
  const prepared = performance.now() - began
  const follow = async (i: number, force: boolean) => {
    const [start, before] = [performance.now(), processorTimeOf(server.pids())]
    await Promise.all(
      queries.map((query) => post(server, '/api/v1/chart/data', chartBody({ id, query: { ...query, filters: filters(i) }, force }))),
    )
    return { wall: performance.now() - start, cpu: processorTimeOf(server.pids()) - before }
  }
  const times = { subject: [] as Cost[], control: [] as Cost[] }
  for (let i = 0; i < steps; i++) {
    times.subject.push(await follow(i, false))
    if (i % (steps / controls) === 0) times.control.push(await follow(i, true))
  }
  const walls = (costs: Cost[]) => costs.map(({ wall }) => wall)
  const cpu = (costs: Cost[]) => costs.reduce((sum, cost) => sum + cost.cpu, 0) / costs.length
  const [subject, control] = [percentile(walls(times.subject), 0.95), percentile(walls(times.control), 0.95)]
  return {
    what: `four charts at a step along ${what}, p95 (p50 ${ms(percentile(walls(times.subject), 0.5))}, prepared in ${ms(prepared)})`,
    subject: `${ms(subject)} (cpu ${ms(cpu(times.subject))})`,
    control: `${ms(control)} (cpu ${ms(cpu(times.control))}) plain queries`,
    ratio: subject / control,
    goal: '≤ 50 ms',
    met: subject <= 50,
  }
}

const brushing: Bench = {
  name: 'brushing',
  run: () =>
    withServer(async (server) => {
      const id = await server.dataset(`duckdb:///${await salesFile()}`, 'main', 'sales')
      const lines: Line[] = []
      for (const brush of brushes) lines.push(await brushed(server, id, brush))
      return lines
    }),
}

export const benches: Bench[] = [brushing]
