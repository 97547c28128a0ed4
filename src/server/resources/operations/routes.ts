import type { FastifyReply } from 'fastify'
import { healthcheckRoute, healthRoute, metricsRoute, openApiRoute, pingRoute } from '#api/operations.ts'
import { requireMetricsAccess } from '../../http/metrics.ts'
import { buildOpenApi } from '../../http/openapi.ts'
import { serve, type App } from '../../http/serve.ts'
import { registerQueryMetrics } from './gauges.ts'

/** Health, metrics, version and OpenAPI. */
export const operations = (app: App): void => {
  const alive = async ({ reply }: { reply: FastifyReply }) => reply.type('text/html; charset=utf-8').send('OK')
  serve(app, healthRoute, alive)
  serve(app, healthcheckRoute, alive)
  serve(app, pingRoute, alive)

  registerQueryMetrics(app.metrics, app.ctx.host)
  serve(app, metricsRoute, async ({ request, reply }) => {
    await requireMetricsAccess(app.ctx, request)
    return reply.type(app.metrics.contentType).send(await app.metrics.metrics())
  })

  let document: string | undefined
  serve(app, openApiRoute, async ({ reply }) => {
    document ??= JSON.stringify(buildOpenApi(app.routes, app.ctx.config))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
