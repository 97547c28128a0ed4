// Hand-written: prom-client depends on OpenTelemetry's API (4.5 MB).
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAdmin } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { hostNameOf, isLoopbackName } from './edge/allowed-hosts.ts'
import { identify } from './caller/identify.ts'

/** Upper bounds of the histogram's buckets. */
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

type Series = { labels: string; counts: number[]; sum: number; count: number }

const startSeries = (labels: string): Series => ({ labels, counts: bucketSeconds.map(() => 0), sum: 0, count: 0 })

/** A number that is read at scrape time. */
export type Gauge = { name: string; help: string; type: 'gauge' | 'counter'; value(): number }

export type Metrics = {
  /** Adds a number that another module keeps: cache hits, queue length, … */
  add(gauge: Gauge): void
  text(): string
}

const escapeLabel = (value: string) =>
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

/** Counts and times every request by route, and formats the result as Prometheus text. */
export const createMetrics = (server: FastifyInstance): Metrics => {
  const requests = new Map<string, Series>()
  const gauges = processGauges()
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${reply.statusCode} ${route}`
    const series = requests.get(key) ?? startSeries(`method="${request.method}",route="${escapeLabel(route)}",status="${reply.statusCode}"`)
    requests.set(key, series)
    const seconds = reply.elapsedTime / 1000
    series.sum += seconds
    series.count++
    for (const [at, bound] of bucketSeconds.entries()) if (seconds <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1
  })
  return {
    add: (gauge) => void gauges.push(gauge),
    text: () => [...gauges.flatMap(gaugeLines), ...requestLines([...requests.values()])].join('\n') + '\n',
  }
}

const gaugeLines = ({ name, help, type, value }: Gauge) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value()}`]

const durationName = 'http_request_duration_seconds'

const requestLines = (all: Series[]) => [
  `# HELP ${durationName} Time from the request to the end of its response`,
  `# TYPE ${durationName} histogram`,
  ...all.flatMap(({ labels, counts, sum, count }) => [
    ...bucketSeconds.map((bound, at) => `${durationName}_bucket{${labels},le="${bound}"} ${counts[at] ?? 0}`),
    `${durationName}_bucket{${labels},le="+Inf"} ${count}`,
    `${durationName}_sum{${labels}} ${sum}`,
    `${durationName}_count{${labels}} ${count}`,
  ]),
]

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether the request comes from this machine, under a loopback name and not through a proxy. */
const isLocal = (request: FastifyRequest): boolean =>
  isLoopbackName(request.ip) &&
  isLoopbackName(hostNameOf(request.host)) &&
  forwardingHeaders.every((name) => request.headers[name] === undefined)

const hasBearerToken = (request: FastifyRequest, token: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** Allows requests from this machine, with the metrics token, or by an administrator. @throws MessageError 403 */
export const requireMetricsAccess = async (ctx: Context, request: FastifyRequest): Promise<void> => {
  const { metricsToken } = ctx.config
  if (isLocal(request) || (metricsToken !== undefined && hasBearerToken(request, metricsToken))) return
  if (!isAdmin(await identify(ctx, request))) throw forbidden()
}
