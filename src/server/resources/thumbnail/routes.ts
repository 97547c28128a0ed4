import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chartScreenshot, chartThumbnail, dashboardScreenshot, dashboardThumbnail } from '#api/thumbnail.ts'
import { serve, type App } from '../../http/serve.ts'
import { drawChart, drawDashboard } from './picture.ts'
import { screenshots } from './screenshot.ts'

/** Pictures are cached for a while and then revalidated by ETag, because the data may change. */
const send = (request: FastifyRequest, reply: FastifyReply, svg: string) => {
  const tag = `"${createHash('sha1').update(svg).digest('base64url')}"`
  reply.header('cache-control', 'private, max-age=60').header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('image/svg+xml').send(svg)
}

export const thumbnails = (app: App): void => {
  const { ctx } = app
  serve(app, chartThumbnail, async ({ principal, params, query, request, reply, signal }) =>
    send(request, reply, await drawChart(ctx, { id: params.pk, principal, signal, ...query })),
  )
  serve(app, chartScreenshot, async ({ principal, params, query, request, reply, signal }) =>
    send(request, reply, await drawChart(ctx, { id: params.pk, principal, signal, ...query, large: true })),
  )
  for (const route of [dashboardThumbnail, dashboardScreenshot]) {
    serve(app, route, async ({ principal, params, query, request, reply, signal }) =>
      send(request, reply, await drawDashboard(ctx, { id: params.pk, principal, signal, ...query })),
    )
  }
  screenshots(app)
}
