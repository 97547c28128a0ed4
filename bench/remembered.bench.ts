/** What is cached between requests against recomputing it, in one process: CPU time of requests for chart data. */
import { setStoreVersion } from '../src/server/db/cached-until-change.ts'
import type { Memo } from '../src/server/resources/chart-data/kept/memo.ts'
import { chartDataState } from '../src/server/resources/chart-data/kept/state.ts'
import { startStage, type Stage } from '../test/api/chart-data/stage.ts'
import { median, type Bench, type Line } from './bench.ts'

const requests = 200
const rounds = 9

const query = {
  columns: ['origin'],
  metrics: ['count', { expressionType: 'SQL', sqlExpression: 'AVG(delay)', label: 'mean' }],
  filters: [
    { col: 'origin', op: 'IN', val: ['SFO', 'ORD'] },
    { col: 'date', op: 'TEMPORAL_RANGE', val: '2001-01-01 : 2001-03-01' },
  ],
  extras: { where: 'delay > 3 AND distance < 2000' },
}

const forgetful: Memo = { get: () => undefined, set: () => {}, clear: () => {} }

/** Microseconds of CPU time per request. */
const costOf = async (stage: Stage, resultType: 'full' | 'query'): Promise<number> => {
  const datasource = { id: stage.datasetId('flights_20k'), type: 'table' }
  const payload = { datasource, queries: [query], result_type: resultType }
  const before = process.cpuUsage()
  for (let i = 0; i < requests; i++) {
    const { statusCode, body } = await stage.caller.inject({ method: 'POST', url: '/api/v1/chart/data', payload })
    if (statusCode !== 200) throw new Error(body)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

type Comparison = { what: string; goal: number; subject(): Promise<number>; control(): Promise<number> }

const compared = async ({ what, goal, subject, control }: Comparison): Promise<Line> => {
  const costs: { subject: number[]; control: number[] } = { subject: [], control: [] }
  await control()
  await subject()
  for (let i = 0; i < rounds; i++) {
    costs.control.push(await control())
    costs.subject.push(await subject())
  }
  const [own, other] = [median(costs.subject), median(costs.control)]
  const text = (cost: number) => `${Math.round(cost)} µs`
  return { what, subject: text(own), control: text(other), ratio: own / other, goal: `≤ ${goal} × (cpu)`, met: own / other <= goal }
}

const run = async (): Promise<Line[]> => {
  const stage = await startStage('duckdb')
  const state = chartDataState(stage.ctx)
  const { memo } = state
  let writes = 0
  try {
    return [
      await compared({
        what: 'an answer from the cache, its request known word for word, against planning it',
        goal: 0.5,
        subject: () => costOf(stage, 'full'),
        control: async () => {
          state.memo = forgetful
          const cost = await costOf(stage, 'full')
          state.memo = memo
          return cost
        },
      }),
      await compared({
        what: 'a planned query, its dataset remembered, against reading it',
        goal: 0.9,
        subject: async () => {
          setStoreVersion(stage.ctx.db, () => 'unchanged')
          return costOf(stage, 'query')
        },
        control: async () => {
          setStoreVersion(stage.ctx.db, () => String(writes++))
          return costOf(stage, 'query')
        },
      }),
    ]
  } finally {
    await stage.close()
  }
}

export const benches: Bench[] = [{ name: 'remembered', run }]
