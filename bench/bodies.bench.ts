/** Large and malicious bodies, one after the other: small requests meanwhile are not delayed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { flightsFile } from './flights.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const goalMs = 100
const times = 3
/** Bodies that are rejected at once are sent for so long, so that /health is asked beside them. */
const minMs = 300

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const bodyOf = (id: number, query: object, queries = 1) =>
  JSON.stringify({ datasource: { id, type: 'table' }, queries: many(queries, () => query), force: true })
const metric = (sqlExpression: string, label: string) => ({ expressionType: 'SQL', sqlExpression, label })

/** The largest allowed bodies, and some that are rejected. */
const bodies = (id: number): [name: string, path: string, body: string][] => {
  const data = (query: object, queries?: number) => bodyOf(id, query, queries)
  return [
    ['57 MB of small objects', '/api/v1/chart/', `[${many(8_000_000, () => '{"a":1}').join(',')}]`],
    ['a million keys', '/api/v1/chart/data', `{${many(1_000_000, (i) => `"k${i}":1`).join(',')}}`],
    ['a number of 20 MB', '/api/v1/chart/data', `{"a":${'9'.repeat(20_000_000)}}`],
    ['a number of 2 MB', '/api/v1/chart/data', `{"a":${'9'.repeat(2_000_000)}}`],
    ['10,000 queries', '/api/v1/chart/data', data({ metrics: ['count'] }, 10_000)],
    ['50 queries', '/api/v1/chart/data', data({ metrics: ['count'], columns: ['origin'] }, 50)],
    ['10,000 fields of a chart', '/api/v1/chart/', `{${many(10_000, (i) => `"k${i}":1`).join(',')}}`],
    ['150,000 values', '/api/v1/chart/', `[${many(149_000, () => 1).join(',')}]`],
    [
      '100,000 values to filter by',
      '/api/v1/chart/data',
      data({ metrics: ['count'], filters: [{ col: 'distance', op: 'IN', val: many(100_000, Number) }] }),
    ],
    [
      '4,000 filters',
      '/api/v1/chart/data',
      data({ metrics: ['count'], filters: many(4_000, (i) => ({ col: 'distance', op: '>', val: i })) }),
    ],
    ['4,000 metrics in SQL', '/api/v1/chart/data', data({ metrics: many(4_000, (i) => metric(`SUM(distance + ${i})`, `m${i}`)) })],
    [
      '4,000 columns in SQL',
      '/api/v1/chart/data',
      data({ columns: many(4_000, (i) => metric(`distance + ${i}`, `c${i}`)), metrics: ['count'] }),
    ],
    [
      'a clause of 2 MB',
      '/api/v1/chart/data',
      data({ metrics: ['count'], extras: { where: many(100_000, (i) => `distance > ${i}`).join(' AND ') } }),
    ],
    [
      'a clause of 900 KB in brackets',
      '/api/v1/chart/data',
      data({ metrics: ['count'], extras: { where: `${'('.repeat(450_000)}1${')'.repeat(450_000)}` } }),
    ],
    [
      '10,000 operations',
      '/api/v1/chart/data',
      data({
        metrics: ['count'],
        columns: ['origin'],
        post_processing: many(5_000, () => ({ operation: 'sort', options: { by: 'count' } })),
      }),
    ],
    [
      '2,000 time offsets',
      '/api/v1/chart/data',
      data({ metrics: ['count'], granularity: 'date', time_offsets: many(2_000, (i) => `${i + 1} days ago`) }),
    ],
    [
      '2,000 annotation layers',
      '/api/v1/chart/data',
      data({
        metrics: ['count'],
        annotation_layers: many(2_000, (i) => ({ name: `a${i}`, annotationType: 'EVENT', sourceType: 'NATIVE', value: i })),
      }),
    ],
    [
      'templates in 3,000 filters',
      '/api/v1/chart/data',
      data({ metrics: ['count'], filters: many(3_000, (i) => ({ col: 'origin', op: '==', val: `{{ "${i}" }}` })) }),
    ],
    [
      'a layout of 8 MB',
      '/api/v1/dashboard/',
      JSON.stringify({
        dashboard_title: 'Large',
        position_json: JSON.stringify(
          Object.fromEntries(
            many(9_000, (i) => [`M-${i}`, { id: `M-${i}`, type: 'MARKDOWN', children: [], meta: { code: 'x'.repeat(700) } }]),
          ),
        ),
      }),
    ],
  ]
}

/** Response times of /health during some work, measured by a separate process. */
const healthBeside = async (server: Server, work: () => Promise<unknown>): Promise<number[]> => {
  const watcher = fork(join(import.meta.dirname, 'health-watcher.ts'), [`${server.base}/health`])
  await once(watcher, 'message')
  await work()
  watcher.send('report')
  const [found] = (await once(watcher, 'message')) as [number[]]
  watcher.kill()
  return found
}

const measure = async (server: Server): Promise<Line[]> => {
  const id = await server.dataset(`duckdb:///${await flightsFile()}`, 'main', 'data')
  const idle = percentile(await healthBeside(server, () => sleep(3_000)), 0.99)
  const lines: Line[] = []
  for (const [what, path, body] of bodies(id)) {
    let answer = ''
    const found = await healthBeside(server, async () => {
      const start = performance.now()
      for (let i = 0; i < times || performance.now() - start < minMs; i++) {
        const began = performance.now()
        const { status } = await server.ask(path, { method: 'POST', body }).catch(() => ({ status: 'cut off' }))
        answer = `${status} in ${ms(performance.now() - began)}`
      }
    })
    const worst = percentile(found, 0.99)
    lines.push({
      what: `/health p99 beside ${what} (${answer})`,
      subject: ms(worst),
      control: `${ms(idle)} idle`,
      ratio: worst / idle,
      goal: `≤ ${goalMs} ms`,
      met: worst <= goalMs,
    })
  }
  return lines
}

export const benches: Bench[] = [{ name: 'bodies', run: () => withServer(measure) }]
