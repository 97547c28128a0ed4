/** An hour of requests at a steady rate, one in five a cache miss: the memory of the web process stays flat. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { megabytes, median } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody } from './charts.ts'
import { flightsFile } from './flights.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const requestsPerSecond = 61
const requestsPerHour = requestsPerSecond * 3_600
/** One request in five is a cache miss. */
const newEvery = 5
const clients = 8
/** The cache is full well before the first third ends, so that filling it does not look like a leak. */
const cacheMb = 16

const residentBytes = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096

/** A small part of the flights, with results of some hundred rows: memory is measured, not the engine. */
const flights = 'SELECT origin, distance FROM data LIMIT 20000'

const question = (id: number, number: number) =>
  chartBody({
    id,
    force: false,
    query: {
      metrics: ['count'],
      columns: ['origin'],
      filters: [{ col: 'distance', op: '>', val: number / 100 }],
      row_limit: 500,
    },
  })

type Load = { server: Server; id: number; seconds: number }

/** Prints the progress of a long run. */
const reportProgress = (sent: number, pid: number) =>
  console.error(`memory: ${Math.round((sent / requestsPerHour) * 100)} % sent, ${megabytes(residentBytes(pid))}`)

/** Sends an hour of requests within the given time; returns the number of failures. */
const send = async ({ server, id, seconds }: Load): Promise<number> => {
  const began = performance.now()
  const paceMs = (seconds * 1000) / requestsPerHour
  let sent = 0
  let failed = 0
  const client = async () => {
    while (sent < requestsPerHour) {
      const number = sent++
      if (number % (requestsPerHour / 20) === 0) reportProgress(number, server.pid)
      const early = number * paceMs - (performance.now() - began)
      if (early > 1) await sleep(early)
      const newest = Math.floor(number / newEvery)
      const asked = number % newEvery === 0 ? newest : Math.floor(Math.random() * newest)
      const { status } = await server.ask('/api/v1/chart/data', { method: 'POST', body: question(id, asked) })
      if (status !== 200) failed++
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return failed
}

const measure = async (server: Server, seconds: number): Promise<Line[]> => {
  const whole = await server.dataset(`duckdb:///${await flightsFile()}`, 'main', 'data')
  const id = await server.virtualDataset(whole, flights)
  const memory: number[] = []
  const watch = setInterval(() => memory.push(residentBytes(server.pid)), 1_000)
  const began = performance.now()
  const failed = await send({ server, id, seconds }).finally(() => clearInterval(watch))
  const took = (performance.now() - began) / 1000
  const third = Math.floor(memory.length / 3)
  const [early, late] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))]
  return [
    {
      what: `${requestsPerHour} requests (an hour at ${requestsPerSecond}/s) in ${Math.round(took)} s: memory, last third`,
      subject: megabytes(late),
      control: `${megabytes(early)} second third`,
      ratio: late / early,
      goal: '≤ 1.10 ×',
      met: late <= early * 1.1,
    },
    { what: 'failed', subject: String(failed), control: '', ratio: null, goal: 'none', met: failed === 0 },
  ]
}

const run = ({ seconds = 600 }): Promise<Line[]> =>
  withServer((server) => measure(server, seconds), ['--no-examples', '--cache-size', String(cacheMb)])

export const benches: Bench[] = [{ name: 'memory', run }]
