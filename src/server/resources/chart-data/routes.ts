import type { FastifyInstance, FastifyReply } from 'fastify'
import { chartData as chartDataRoute, chartDataFromCache, savedChartData } from '#api/chart-data.ts'
import { can } from '#core/access/can.ts'
import { notFound } from '#core/errors.ts'
import { subjectOf } from '../../access/subjects.ts'
import { serve, type App } from '../../http/serve.ts'
import { encodingFor } from './cache.ts'
import { readRequest } from './read-request.ts'
import { runQueryContext, type Served } from './run.ts'
import { savedQueryContext } from './saved-chart.ts'

const serverTiming = ({ phases, isCached }: Served): string =>
  [...Object.entries(phases).map(([name, ms]) => `${name};dur=${(ms ?? 0).toFixed(1)}`), `cache;desc=${isCached ? 'hit' : 'miss'}`].join(
    ', ',
  )

const sendServed = (reply: FastifyReply, served: Served): FastifyReply => {
  reply.header('server-timing', serverTiming(served)).header('vary', 'Accept-Encoding').header('content-type', served.contentType)
  if (served.disposition) reply.header('content-disposition', served.disposition)
  if (served.encoding !== 'identity') reply.header('content-encoding', served.encoding)
  return reply.send(Buffer.from(served.bytes.buffer, served.bytes.byteOffset, served.bytes.byteLength))
}

/** Bodies are read by the handler: whole numbers keep their digits, and every kind of body has its own refusal. */
const withRawBodies = (server: FastifyInstance, register: (inner: FastifyInstance) => void): void => {
  void server.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    register(inner)
  })
}

export const chartData = (app: App): void => {
  const { ctx, server } = app
  withRawBodies(server, (inner) => {
    serve({ ...app, server: inner, routes: [] }, { ...chartDataRoute, body: undefined }, async ({ principal, request, reply, signal }) => {
      const context = readRequest(request.headers['content-type'], typeof request.body === 'string' ? request.body : '')
      const encoding = encodingFor(request.headers['accept-encoding'])
      return sendServed(reply, await runQueryContext(ctx, { context, principal, signal, encoding }))
    })
  })
  app.routes.push(chartDataRoute)

  serve(app, chartDataFromCache, async () => {
    throw notFound()
  })

  serve(app, savedChartData, async ({ params, query, principal, request, reply, signal }) => {
    const subject = await subjectOf(ctx.db, 'chart', params.pk)
    if (!subject || !can(principal, 'see', subject).allowed) throw notFound()
    const saved = await savedQueryContext(ctx, params.pk)
    const context = {
      ...saved,
      ...(query.type && { result_type: query.type }),
      ...(query.format && { result_format: query.format }),
      force: query.force ?? false,
    }
    const encoding = encodingFor(request.headers['accept-encoding'])
    return sendServed(reply, await runQueryContext(ctx, { context, principal, signal, encoding }))
  })
}
