/** The server idle and at its fastest: metadata calls, answers from the cache, start and memory. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { median, ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody } from './charts.ts'
import { flightsFile } from './flights.ts'
import { familyOf, processorTimeOf } from './processor-time.ts'
import { examplesLoaded, startServer, withServer } from './server.ts'

const root = join(import.meta.dirname, '..')

type Target = { url: string; token: string; body: string; pids: () => number[] }
type Loaded = { rate: number; cpu: number }

/** Requests per second of eight clients, and CPU time per request. */
const load = async ({ url, token, body, pids }: Target): Promise<Loaded> => {
  const counted = pids()
  const before = processorTimeOf(counted)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { requests, non2xx } = await autocannon({ url, connections: 8, duration: 4, method: 'POST', headers, body })
  if (non2xx) throw new Error(`${non2xx} requests were refused`)
  return { rate: requests.average, cpu: (processorTimeOf(counted) - before) / requests.total }
}

const cached: Bench = {
  name: 'cached chart data',
  run: () =>
    withServer(async (server) => {
      const id = await server.dataset(`duckdb:///${await flightsFile()}`, 'main', 'data')
      const query = { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 250 }
      const { token } = server
      const body = chartBody({ id, query, force: false })
      const hello = fork(join(import.meta.dirname, 'hello.ts'))
      const [address] = (await once(hello, 'message')) as [string]
      const subject = { url: `${server.base}/api/v1/chart/data`, token, body, pids: () => [server.pid] }
      const control = { url: `${address}/hello`, token, body, pids: () => familyOf(hello.pid ?? 0) }
      const found = { subject: [] as Loaded[], control: [] as Loaded[] }
      await load(subject)
      for (let round = 0; round < 3; round++) {
        found.subject.push(await load(subject))
        found.control.push(await load(control))
      }
      hello.kill()
      const middle = (list: Loaded[], of: keyof Loaded) => median(list.map((each) => each[of]))
      const [rate, bareRate] = [middle(found.subject, 'rate'), middle(found.control, 'rate')]
      const [cpu, bareCpu] = [middle(found.subject, 'cpu'), middle(found.control, 'cpu')]
      return [
        {
          what: 'requests per second at 8 clients',
          subject: rate.toFixed(0),
          control: `${bareRate.toFixed(0)} hello`,
          ratio: rate / bareRate,
          goal: '≥ 5,000 on an idle machine',
          met: rate >= 5_000,
        },
        {
          what: 'processor time per request',
          subject: ms(cpu),
          control: `${ms(bareCpu)} hello`,
          ratio: cpu / bareCpu,
          goal: '≤ 3 × a bare hello',
          met: cpu <= 3 * bareCpu,
        },
      ]
    }),
}

const metadata: Bench = {
  name: 'metadata calls',
  run: () =>
    withServer(async (server) => {
      await examplesLoaded(server)
      const calls: [string, string, number][] = [
        ['dashboard list', '/api/v1/dashboard/?q=(page_size:25)', 4],
        ['chart search', '/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:the)),page_size:25)', 5],
        ['dashboard get', '/api/v1/dashboard/films', 2],
        ['me', '/api/v1/me/', 2],
      ]
      const lines: Line[] = []
      for (const [what, path, goal] of calls) {
        const times = { subject: [] as number[], control: [] as number[] }
        for (let round = 0; round < 60; round++) {
          for (const [kind, address] of [
            ['subject', path],
            ['control', '/health'],
          ] as const) {
            times[kind].push((await server.ask(address)).ms)
          }
        }
        const [subject, control] = [median(times.subject), median(times.control)]
        lines.push({
          what: `${what}, p50 (p95 ${ms(percentile(times.subject, 0.95))})`,
          subject: ms(subject),
          control: `${ms(control)} health`,
          ratio: subject / control,
          goal: `≤ ${goal} ms`,
          met: subject <= goal,
        })
      }
      return lines
    }, []),
}

const starting: Bench = {
  name: 'start and memory',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-bench-'))
    const times: number[] = []
    let idle = 0
    for (let round = 0; round < 5; round++) {
      const server = await startServer(dataDir)
      if (round === 0) await examplesLoaded(server)
      else times.push(server.startMs)
      if (round === 4) {
        await new Promise((resolve) => setTimeout(resolve, 10_000))
        idle = pssMb(server.pid)
      }
      await server.stop()
    }
    rmSync(dataDir, { recursive: true, force: true })
    const bare: number[] = []
    for (let round = 0; round < 5; round++) {
      const began = performance.now()
      const child = spawn(
        process.execPath,
        ['-e', "import('fastify').then(({default: f}) => f().listen({port: 0}).then(() => process.exit(0)))"],
        { cwd: root },
      )
      await new Promise((resolve) => child.once('exit', resolve))
      bare.push(performance.now() - began)
    }
    return [
      {
        what: 'start to the first 200, warm',
        subject: ms(median(times)),
        control: `${ms(median(bare))} bare Fastify`,
        ratio: median(times) / median(bare),
        goal: '≤ 700 ms',
        met: median(times) <= 700,
      },
      {
        what: 'memory of all processes, idle for 10 s (PSS)',
        subject: `${idle.toFixed(0)} MB`,
        control: '',
        ratio: null,
        goal: '≤ 200 MB',
        met: idle <= 200,
      },
    ]
  },
}

const pssMb = (pid: number): number => {
  const own = Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0) / 1024
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  return children.reduce((sum, child) => sum + pssMb(child), own)
}

export const benches: Bench[] = [metadata, cached, starting]
