import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isAdmin } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { hostNameOf, isLoopbackName } from './edge/allowed-hosts.ts'
import { identify } from './caller/identify.ts'

/** Upper bounds of the histogram's buckets. */
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Metrics of the process, and every request counted and timed by route. */
export const createMetrics = (server: FastifyInstance): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: bucketSeconds,
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  return registry
}

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
