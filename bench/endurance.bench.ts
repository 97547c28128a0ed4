/** Mixed load for a long time, with the query host killed every few seconds: no request hangs, no queue grows, nothing leaks. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { megabytes, median, ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody, chartQueries, rawRows } from './charts.ts'
import { startFlightsServer } from './flights-server.ts'
import type { FlightsServer } from './flights-server.ts'
import { flightsFile } from './flights.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const clients = 8
const killEveryMs = 4_000
/** Longer than the query timeout, including one killed host. */
const hungMs = 90_000

type Ended = { ms: number; status: number | 'left' | 'hung' | 'cut'; text?: string }

/** One request: answered, aborted on purpose, or hung. */
const once = async (server: Server, { path, body, leaveAfter }: { path: string; body?: string; leaveAfter?: number }): Promise<Ended> => {
  const began = performance.now()
  const [left, hung] = [AbortSignal.timeout(leaveAfter ?? 2 ** 31 - 1), AbortSignal.timeout(hungMs)]
  try {
    const { status, text } = await server.ask(path, {
      ...(body !== undefined && { method: 'POST', body }),
      signal: AbortSignal.any([left, hung]),
    })
    return { ms: performance.now() - began, status, ...(status >= 400 && { text: text.slice(0, 200) }) }
  } catch {
    return { ms: performance.now() - began, status: hung.aborted ? 'hung' : left.aborted ? 'left' : 'cut' }
  }
}

const hostsOf = (server: Server): number[] =>
  server.pids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engines/host/main')
    } catch {
      return false
    }
  })

const sessionsAt = async ({ client }: FlightsServer): Promise<number> => {
  const sql = "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'chartroom'"
  return Number((await client.query<{ n: string }>(sql)).rows[0]?.n)
}

const residentOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096

type Stage = { server: Server; datasets: number[]; until: number }

/** Charts of both engines, downloads, lists; every fourth request is aborted. */
const person = async ({ server, datasets, until }: Stage, number: number): Promise<Ended[]> => {
  const queries = [...Object.values(chartQueries), rawRows(20_000)]
  const ended: Ended[] = []
  for (let i = number; performance.now() < until; i++) {
    const id = datasets[i % datasets.length] ?? 0
    const query = queries[(i * 5) % queries.length] ?? {}
    const leaveAfter = i % 4 === 3 ? 30 + ((i * 53) % 400) : undefined
    const asked =
      i % 11 === 0
        ? { path: '/api/v1/chart/?q=(page_size:25)' }
        : i % 17 === 0
          ? { path: '/api/v1/chart/data?full=true', body: chartBody({ id, query: rawRows(50_000), format: 'csv' }), leaveAfter: 1_500 }
          : { path: '/api/v1/chart/data', body: chartBody({ id, query, force: i % 3 > 0 }) }
    ended.push(await once(server, { ...(leaveAfter !== undefined && { leaveAfter }), ...asked }))
  }
  return ended
}

const killing = async ({ server, until }: Stage): Promise<number> => {
  let kills = 0
  while (performance.now() < until) {
    await sleep(killEveryMs)
    for (const pid of hostsOf(server)) {
      process.kill(pid, 'SIGKILL')
      kills++
    }
  }
  return kills
}

/** Resident memory of the web process, read every second. */
const watching = async ({ server, until }: Stage): Promise<number[]> => {
  const found: number[] = []
  while (performance.now() < until) {
    await sleep(1_000)
    found.push(residentOf(server.pid))
  }
  return found
}

const count = (ended: Ended[], ...statuses: Ended['status'][]) => ended.filter(({ status }) => statuses.includes(status)).length

const endure = async (server: Server, flights: FlightsServer, seconds: number): Promise<Line[]> => {
  const datasets = [
    await server.dataset(`duckdb:///${await flightsFile()}`, 'main', 'data'),
    await server.dataset(flights.uri, 'public', 'flights'),
  ]
  const stage = { server, datasets, until: performance.now() + seconds * 1000 }
  const crowd = Promise.all(Array.from({ length: clients }, (_, number) => person(stage, number)))
  const [people, kills, memory] = await Promise.all([crowd, killing(stage), watching(stage)])
  const ended = people.flat()
  // A host killed under its connections leaves them to the server to notice; no abandoned statement may stay.
  await sleep(5_000)
  const afterwards = await server.ask('/api/v1/chart/data', {
    method: 'POST',
    body: chartBody({ id: datasets[1] ?? 0, query: { metrics: ['count'] } }),
  })
  const active = Number(
    (
      await flights.client.query<{ n: string }>(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'chartroom' AND state = 'active'",
      )
    ).rows[0]?.n,
  )
  const third = Math.floor(memory.length / 3)
  const [early, late] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))]
  const answered = ended.filter(({ status }) => status === 200).map((each) => each.ms)
  // A query during which two hosts crashed is blamed for it and fails.
  const isTold = ({ status, text = '' }: Ended) => status === 503 || text.includes('crashed the database engine')
  const failed = ended.filter((each) => each.status !== 200 && each.status !== 'left' && !isTold(each))
  const others = [...new Set(ended.map(({ status }) => status))].map((status) => `${status}: ${count(ended, status)}`).join(', ')
  return [
    {
      what: `${ended.length} requests of ${clients} clients in ${seconds} s, ${kills} hosts killed; hung`,
      subject: String(count(ended, 'hung')),
      control: others,
      ratio: null,
      goal: 'none',
      met: count(ended, 'hung') === 0,
    },
    {
      what: 'neither answered, left, nor told of the killed host',
      subject: String(failed.length),
      control: failed.find(({ text }) => text)?.text ?? '',
      ratio: null,
      goal: 'none',
      met: failed.length === 0,
    },
    { what: 'answered, p99', subject: ms(percentile(answered, 0.99)), control: `${ms(median(answered))} p50`, ratio: null, goal: '' },
    {
      what: 'memory of the web process, last third',
      subject: megabytes(late),
      control: `${megabytes(early)} second third`,
      ratio: late / early,
      goal: '≤ 1.10 ×',
      met: late <= early * 1.1,
    },
    {
      what: 'afterwards: an answer, statements still running in Postgres',
      subject: `${afterwards.status}, ${active}`,
      control: `${await sessionsAt(flights)} sessions`,
      ratio: null,
      goal: '200, 0',
      met: afterwards.status === 200 && active === 0,
    },
  ]
}

const run = async ({ seconds = 60 }): Promise<Line[]> => {
  const flights = await startFlightsServer()
  try {
    const lines = await withServer((server) => endure(server, flights, seconds))
    await sleep(2_000)
    const left = await sessionsAt(flights)
    return [
      ...lines,
      {
        what: 'sessions in Postgres once the server has stopped',
        subject: String(left),
        control: '',
        ratio: null,
        goal: 'none',
        met: left === 0,
      },
    ]
  } finally {
    await flights.stop()
  }
}

export const benches: Bench[] = [{ name: 'endurance', run }]
