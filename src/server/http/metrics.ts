// Our own: prom-client brings OpenTelemetry's API along (4.5 MB).
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAdmin } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { hostNameOf, isLoopbackName } from './edge/allowed-hosts.ts'
import { identify } from './caller/identify.ts'

/** Upper bounds in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

type Series = { labels: string; counts: number[]; sum: number; count: number }

const startSeries = (labels: string): Series => ({ labels, counts: buckets.map(() => 0), sum: 0, count: 0 })

/** One number at the time of asking. */
export type Gauge = { name: string; help: string; type: 'gauge' | 'counter'; value(): number }

export type Metrics = {
  /** Adds a number that other rooms keep: cache hits, queue length, … */
  add(gauge: Gauge): void
  text(): string
}

const escaped = (value: string) =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)

const processGauges = (): Gauge[] => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time',
      type: 'counter',
      value: () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    },
    { name: 'process_resident_memory_bytes', help: 'Resident memory', type: 'gauge', value: () => process.memoryUsage.rss() },
    {
      name: 'process_start_time_seconds',
      help: 'Start of the process, in seconds since 1970',
      type: 'gauge',
      value: () => performance.timeOrigin / 1000,
    },
    { name: 'nodejs_heap_size_used_bytes', help: 'Heap in use', type: 'gauge', value: () => process.memoryUsage().heapUsed },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: '99th percentile of the event loop delay since the last scrape',
      type: 'gauge',
      value: () => {
        const p99 = seconds(delay.percentile(99))
        delay.reset()
        return p99
      },
    },
  ]
}

/** Counts and times every request by route; answers Prometheus text. */
export const metrics = (server: FastifyInstance): Metrics => {
  const requests = new Map<string, Series>()
  const gauges = processGauges()
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${reply.statusCode} ${route}`
    const series = requests.get(key) ?? startSeries(`method="${request.method}",route="${escaped(route)}",status="${reply.statusCode}"`)
    requests.set(key, series)
    const seconds = reply.elapsedTime / 1000
    series.sum += seconds
    series.count++
    for (const [at, bound] of buckets.entries()) if (seconds <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1
  })
  return {
    add: (gauge) => void gauges.push(gauge),
    text: () => [...gauges.flatMap(gaugeLines), ...requestLines([...requests.values()])].join('\n') + '\n',
  }
}

const gaugeLines = ({ name, help, type, value }: Gauge) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value()}`]

const duration = 'http_request_duration_seconds'

const requestLines = (all: Series[]) => [
  `# HELP ${duration} Time from the request to the end of its answer`,
  `# TYPE ${duration} histogram`,
  ...all.flatMap(({ labels, counts, sum, count }) => [
    ...buckets.map((bound, at) => `${duration}_bucket{${labels},le="${bound}"} ${counts[at] ?? 0}`),
    `${duration}_bucket{${labels},le="+Inf"} ${count}`,
    `${duration}_sum{${labels}} ${sum}`,
    `${duration}_count{${labels}} ${count}`,
  ]),
]

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Asked from this machine under its own name, by nobody who passes on others. */
const isLocal = (request: FastifyRequest): boolean =>
  isLoopbackName(request.ip) && isLoopbackName(hostNameOf(request.host)) && forwarding.every((name) => request.headers[name] === undefined)

const bears = (request: FastifyRequest, token: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** For this machine; for everybody else the configured token, or an administrator's. */
export const demandScraper = async (ctx: Context, request: FastifyRequest): Promise<void> => {
  const { metricsToken } = ctx.config
  if (isLocal(request) || (metricsToken !== undefined && bears(request, metricsToken))) return
  if (!isAdmin(await identify(ctx, request))) throw forbidden()
}
