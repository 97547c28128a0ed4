import type { FastifyReply } from 'fastify'
import { healthcheckRoute, healthRoute, metricsRoute, openApiRoute, pingRoute } from '#api/operations.ts'
import { requireMetricsAccess } from '../../http/metrics.ts'
import { buildOpenApi } from '../../http/openapi.ts'
import { serve, type App } from '../../http/serve.ts'
import { queryGauges } from './gauges.ts'

/** Health, metrics, version and OpenAPI. */
export const operations = (app: App): void => {
  const alive = async ({ reply }: { reply: FastifyReply }) => reply.type('text/html; charset=utf-8').send('OK')
  serve(app, healthRoute, alive)
  serve(app, healthcheckRoute, alive)
  serve(app, pingRoute, alive)

  for (const gauge of queryGauges(app.ctx.host)) app.metrics.add(gauge)
  serve(app, metricsRoute, async ({ request, reply }) => {
    await requireMetricsAccess(app.ctx, request)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(app.metrics.text())
  })

  let document: string | undefined
  serve(app, openApiRoute, async ({ reply }) => {
    document ??= JSON.stringify(buildOpenApi(app.routes, app.ctx.config))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
