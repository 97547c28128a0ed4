import { z } from 'zod'
import { route } from './declare/route.ts'

const tag = 'Operations'

const alive = <const P extends string>(path: P) =>
  route({ method: 'GET', path, access: 'public', summary: 'Whether the web process answers', tag, answers: 'bytes' })

export const healthRoute = alive('/health')
export const healthcheckRoute = alive('/healthcheck')
export const pingRoute = alive('/ping')

export const metricsRoute = route({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Figures of the web process as Prometheus text; for this machine, or an administrator’s bearer token',
  tag,
  answers: 'bytes',
})

export const openApiRoute = route({
  method: 'GET',
  path: '/api/v1/_openapi',
  access: ['can_get', 'OpenApi'],
  summary: 'This interface as an OpenAPI document',
  tag,
  result: z.record(z.string(), z.unknown()),
})
