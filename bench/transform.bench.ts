/** Post-processing of 100,000 rows in the query host against DuckDB doing the same in SQL. */
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createQueryHost } from '../src/engines/host/client.ts'
import type { DataJob } from '../src/engines/host/protocol.ts'
import type { Bench, Line } from './bench.ts'
import { benchFolder, flightsFile } from './flights.ts'
import { alternateCosts, costText, familyOf } from './processor-time.ts'

const groups = 50
const groupNames = Array.from({ length: groups }, (_, i) => `group ${i}`)

/** An hourly series for each of 50 groups. */
const series = `SELECT TIMESTAMP '2020-01-01' + INTERVAL 1 HOUR * (i // ${groups}) AS t, 'group ' || (i % ${groups}) AS g, ((i * 7919) % 100003) / 10.0 AS v FROM range(100000) r(i)`
const aDayBefore = `SELECT t, g, v FROM (${series}) WHERE t < TIMESTAMP '2020-03-23'`

const pivot = {
  operation: 'pivot',
  options: { index: ['t'], columns: ['g'], aggregates: { v: { operator: 'mean' } }, drop_missing_columns: false },
}
const flatten = { operation: 'flatten', options: {} }
const names = Object.fromEntries(groupNames.map((name) => [`v, ${name}`, `v, ${name}`]))
const rolling = { operation: 'rolling', options: { columns: names, rolling_type: 'mean', window: 7, min_periods: 0 } }

type Case = Pick<DataJob, 'sql' | 'operations' | 'offsets'> & { inSql: string }

const cases: Record<string, Case> = {
  'pivot of 100,000 rows': {
    sql: series,
    operations: [pivot, flatten],
    inSql: `PIVOT (${series}) ON g USING avg(v) GROUP BY t ORDER BY t`,
  },
  'rolling mean per group': {
    sql: series,
    operations: [pivot, flatten, rolling],
    inSql: `PIVOT (SELECT t, g, avg(v) OVER (PARTITION BY g ORDER BY t ROWS 6 PRECEDING) AS v FROM (${series})) ON g USING avg(v) GROUP BY t ORDER BY t`,
  },
  'time compare, a day before': {
    sql: series,
    offsets: [
      { sql: aDayBefore, offset: '1 day ago', joinOn: ['t', 'g'], timeColumn: 't', shift: '1 day ago', rename: { v: 'v__1 day ago' } },
    ],
    inSql: `SELECT a.t, a.g, a.v, b.v AS "v__1 day ago" FROM (${series}) a LEFT JOIN (${aDayBefore}) b ON b.t = a.t - INTERVAL 1 DAY AND b.g = a.g`,
  },
}

const run = async (): Promise<Line[]> => {
  const path = await flightsFile()
  const tempDirectory = join(benchFolder, 'spill')
  await mkdir(tempDirectory, { recursive: true })
  const host = createQueryHost({ tempDirectory })
  const instance = await DuckDBInstance.create(':memory:', { threads: String(availableParallelism()) })
  const bare = await instance.connect()
  const connection = { key: 'bench', engine: 'duckdb', parameters: { database: path }, timezone: 'UTC' }
  const limits = { timeoutMs: 60_000, rows: 1_000_000, bytes: 2 ** 30 }
  const lines: Line[] = []
  try {
    for (const [name, { inSql, ...asked }] of Object.entries(cases)) {
      const costs = await alternateCosts(
        { work: () => host.run({ kind: 'data', connection, format: 'json', limits, ...asked }), pids: () => familyOf(process.pid) },
        {
          work: async () => JSON.stringify((await bare.runAndReadAll(inSql)).getRowObjectsJson()),
          pids: () => [process.pid],
        },
        9,
      )
      const ratio = costs.subject.cpu / costs.control.cpu
      const [subject, control] = [costText(costs.subject), costText(costs.control)]
      lines.push({ what: `${name}, JSON included`, subject, control, ratio, goal: '≤ 1.5 × (cpu)', met: ratio <= 1.5 })
    }
    return lines
  } finally {
    await host.close()
    bare.closeSync()
    instance.closeSync()
  }
}

export const benches: Bench[] = [{ name: 'post-processing', run }]
