/** Thirty-two users at once: charts from the cache and from the engine, lists, dashboards, explore. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody, chartQueries } from './charts.ts'
import { flightsFile } from './flights.ts'
import { examplesLoaded, loopDuring, probe, withServer } from './server.ts'
import type { Server } from './server.ts'

const clients = 32
const seconds = 20

type Call = { kind: 'metadata' | 'cached' | 'uncached'; path: string; body?: string }

/** What one user does repeatedly: mostly cached requests, sometimes a new one. */
const callsOf = (id: number): Call[] => {
  const queries = Object.values(chartQueries)
  const data = (kind: Call['kind'], query: object, force: boolean): Call => ({
    kind,
    path: '/api/v1/chart/data',
    body: chartBody({ id, query, force }),
  })
  return [
    { kind: 'metadata', path: '/api/v1/dashboard/?q=(page_size:25)' },
    { kind: 'metadata', path: '/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:the)),page_size:25)' },
    { kind: 'metadata', path: '/api/v1/dashboard/films' },
    { kind: 'metadata', path: '/api/v1/dashboard/films/charts' },
    { kind: 'metadata', path: '/api/v1/me/' },
    { kind: 'metadata', path: `/api/v1/explore/?datasource_id=${id}&datasource_type=table` },
    { kind: 'metadata', path: `/api/v1/dataset/${id}` },
    ...queries.map((query) => data('cached', query, false)),
    ...queries.slice(0, 3).map((query) => data('uncached', query, true)),
  ]
}

type Seen = { kind: Call['kind']; ms: number; status: number }

/** One user, with a pause between calls. */
const person = async (server: Server, calls: Call[], { number, until }: { number: number; until: number }): Promise<Seen[]> => {
  const seen: Seen[] = []
  for (let i = number; performance.now() < until; i += 1 + (number % 3)) {
    const { kind, path, body } = calls[i % calls.length] as Call
    const answer = await server.ask(path, body === undefined ? {} : { method: 'POST', body }).catch(() => null)
    seen.push({ kind, ms: answer?.ms ?? NaN, status: answer?.status ?? 0 })
    await sleep(20 + ((number * 37 + i * 11) % 160))
  }
  return seen
}

const run = async (): Promise<Line[]> => {
  const path = await flightsFile()
  return withServer(async (server) => {
    await examplesLoaded(server)
    const id = await server.dataset(`duckdb:///${path}`, 'main', 'data')
    const calls = callsOf(id)
    for (const { path: each, body } of calls) await server.ask(each, body === undefined ? {} : { method: 'POST', body })
    // The same probe in an idle process: the delay that the machine itself causes.
    const idle = fork(join(import.meta.dirname, 'idle.ts'), [], {
      execArgv: probe,
      env: { ...process.env, BENCH_PARENT: String(process.pid) },
    })
    await once(idle, 'message')
    const until = performance.now() + seconds * 1000
    const crowd = Promise.all(Array.from({ length: clients }, (_, number) => person(server, calls, { number, until })))
    const [loop, bare] = await Promise.all([server.loopDuring(() => crowd), loopDuring(idle, () => crowd)])
    const seen = (await crowd).flat()
    idle.kill()
    const failed = seen.filter(({ status }) => status !== 200)
    const of = (kind: Call['kind']) => seen.filter((call) => call.kind === kind).map((call) => call.ms)
    const metadata = percentile(of('metadata'), 0.95)
    const timing = (kind: Call['kind']): Line => ({
      what: `${kind} chart data, p95 (p50 ${ms(median(of(kind)))})`,
      subject: ms(percentile(of(kind), 0.95)),
      control: '',
      ratio: null,
      goal: '',
    })
    return [
      {
        what: `${clients} clients mixed, ${seen.length} requests in ${seconds} s, failed`,
        subject: String(failed.length),
        control: '',
        ratio: null,
        goal: 'none',
        met: failed.length === 0,
      },
      {
        what: `event loop of the web process, p99 (${ms(loop.heldP99)} of its own work, at most ${ms(loop.held)})`,
        subject: ms(loop.p99),
        control: `${ms(bare.p99)} in an idle process`,
        ratio: null,
        goal: '≤ 25 ms',
        met: loop.p99 <= 25,
      },
      {
        what: `metadata calls, p95 (p50 ${ms(median(of('metadata')))})`,
        subject: ms(metadata),
        control: '',
        ratio: null,
        goal: '≤ 50 ms',
        met: metadata <= 50,
      },
      timing('cached'),
      timing('uncached'),
    ]
  }, [])
}

export const benches: Bench[] = [{ name: 'mixed load', run }]
