import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prepareBrush } from '#api/chart-brush.ts'
import { annotationData } from '#api/annotation-data.ts'
import {
  chartData as chartDataRoute,
  chartDataFromCache,
  invalidateAnswers,
  invalidationBody,
  savedChartData,
  warmUpChart,
  warmUpDataset as warmUpDatasetRoute,
} from '#api/chart-data.ts'
import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { subjectOf } from '../../access/subjects.ts'
import { fieldTexts, pythonText } from '../../http/errors/faults.ts'
import { serve, type App } from '../../http/serve.ts'
import { encodingFor } from '../../doors/encoding.ts'
import { localeOf } from '../../http/language.ts'
import { drawLater } from '../dashboard/first-picture/draw-later.ts'
import { windowWidthOf } from '../dashboard/first-picture/window-width.ts'
import { readAnnotationData } from './annotations.ts'
import { streamFullCsv } from './answer/full-csv.ts'
import { countQuery } from '../dataset/usage/store.ts'
import { invalidateDatasets } from './kept/invalidate.ts'
import { isQueryType } from './request/query-source.ts'
import { readQueryContext, readRequest, type RequestBody } from './request/read-request.ts'
import { prepareRollUps } from './rollups/prepare.ts'
import { runQueryContext, type Served } from './run.ts'
import { savedQueryContext } from './request/saved-chart.ts'
import { chartDataState } from './kept/state.ts'
import { warmUp, warmUpDataset } from './kept/warm-up.ts'

const serverTiming = ({ phases, isCached, isStale }: Pick<Served, 'phases' | 'isCached' | 'isStale'>): string => {
  const laps = Object.entries(phases).map(([name, ms]) => `${name};dur=${(ms ?? 0).toFixed(1)}`)
  return [...laps, `cache;desc=${isStale ? 'stale' : isCached ? 'hit' : 'miss'}`].join(', ')
}

const sendServed = (reply: FastifyReply, served: Omit<Served, 'key'>): FastifyReply => {
  reply.header('server-timing', serverTiming(served)).header('vary', 'Accept-Encoding').header('content-type', served.contentType)
  if (served.disposition) reply.header('content-disposition', served.disposition)
  if (served.encoding !== 'identity') reply.header('content-encoding', served.encoding)
  return reply.send(Buffer.from(served.bytes.buffer, served.bytes.byteOffset, served.bytes.byteLength))
}

/** Seconds past its expiry that a response may be: `Cache-Control: max-stale=60`. */
const maxStaleOf = ({ headers }: FastifyRequest): number => {
  const [, seconds] = /\bmax-stale(?:=(\d+))?/.exec(headers['cache-control'] ?? '') ?? [null, '0']
  return seconds === undefined ? Infinity : Number(seconds)
}

/** Registers routes whose handlers parse the bodies, to keep the digits of long numbers and to give Superset's errors. */
const withRawBodies = (server: FastifyInstance, register: (inner: FastifyInstance) => void): void => {
  void server.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    inner.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    register(inner)
  })
}

/** The dataset of a request; null for a statement of SQL Lab. */
const datasetIdOf = ({ datasource: { id, type } }: QueryContext): number | null => (isQueryType(type) ? null : Number(id))

type AnswerInput = {
  context: QueryContext
  full: boolean | undefined
  explain?: boolean | undefined
  principal: Principal
  request: FastifyRequest
  signal: AbortSignal
}

export const chartData = (app: App): void => {
  const { ctx, server } = app

  const answer = async (
    reply: FastifyReply,
    { context, full, explain, principal, request, signal }: AnswerInput,
  ): Promise<Served | null> => {
    if (full && context.result_format === 'csv') {
      const streamed = await streamFullCsv(ctx, { context, principal, signal })
      if (streamed) {
        await reply.headers(streamed.headers).send(streamed.body)
        return null
      }
    }
    const encoding = encodingFor(request.headers['accept-encoding'])
    const served = await runQueryContext(ctx, { context, principal, signal, encoding, maxStale: maxStaleOf(request), explain })
    const datasetId = datasetIdOf(context)
    if (datasetId !== null) countQuery(ctx, principal, datasetId)
    return served
  }

  /** The cached response to an identical earlier request. */
  const remembered = async (principal: Principal, text: string, request: FastifyRequest) => {
    const known = chartDataState(ctx).memo.get(principal, text)
    const stored = known && (await ctx.cache.get(known.key, encodingFor(request.headers['accept-encoding'])))
    if (!known || !stored) return null
    if (known.datasetId !== null) countQuery(ctx, principal, known.datasetId)
    return { ...stored, phases: { plan: 0 }, isCached: true }
  }

  withRawBodies(server, (inner) => {
    const route = { ...chartDataRoute, body: undefined }
    serve({ ...app, server: inner, routes: [] }, route, async ({ principal, request, reply, query, signal }) => {
      const body = (request.body ?? '') as RequestBody
      // A window of another width gets pictures of its own, so its requests are planned.
      const text = typeof body === 'string' && !query.full ? `${windowWidthOf(request)} ${body}` : null
      const known = text === null ? null : await remembered(principal, text, request)
      if (known) return sendServed(reply, known)
      const context = readRequest(request.headers['content-type'], body)
      const served = await answer(reply, { context, full: query.full, explain: query.explain, principal, request, signal })
      if (!served) return reply
      // Annotation layers are looked up every time.
      const isFixed = !context.force && !context.queries.some((each) => each.annotation_layers?.length)
      if (text !== null && served.key !== null && isFixed)
        chartDataState(ctx).memo.set(principal, text, { key: served.key, datasetId: datasetIdOf(context) })
      if (served.key !== null)
        drawLater(ctx, { principal, locale: await localeOf(ctx, { request, principal }), windowWidth: windowWidthOf(request), context })
      return sendServed(reply, served)
    })
  })
  app.routes.push(chartDataRoute)

  serve(app, prepareBrush, async ({ principal, body, signal }) => ({
    result: { prepared: await prepareRollUps(ctx, { ...body, principal, signal }) },
  }))

  serve(app, chartDataFromCache, async ({ principal, params, request, reply, signal }) => {
    const known = chartDataState(ctx).contexts.get(params.cache_key)
    if (!known) throw notFound()
    const context = { ...known, force: false }
    const served = await answer(reply, { context, full: false, principal, request, signal })
    return served ? sendServed(reply, served) : reply
  })

  serve(app, savedChartData, async ({ params, query, principal, request, reply, signal }) => {
    const subject = await subjectOf(ctx.db, 'chart', params.pk)
    if (!subject || !can(principal, 'see', subject).allowed) throw notFound()
    const saved = await savedQueryContext(ctx, params.pk)
    const context = readQueryContext({
      ...saved,
      ...(query.type && { result_type: query.type }),
      ...(query.format && { result_format: query.format }),
      force: query.force ?? false,
    })
    const served = await answer(reply, { context, full: query.full, principal, request, signal })
    return served ? sendServed(reply, served) : reply
  })

  serve(app, annotationData, async ({ principal, body, signal }) => {
    const { layer, time_range, time_grain_sqla } = body
    const query = { annotation_layers: [layer], time_range: time_range ?? null, extras: { time_grain_sqla: time_grain_sqla ?? null } }
    const runContext = async (context: QueryContext, runSignal: AbortSignal) =>
      (await runQueryContext(ctx, { context, principal, signal: runSignal, encoding: 'identity' })).bytes
    const { [layer.name]: data } = await readAnnotationData(ctx, { query, principal, signal, runContext })
    return { result: data ?? null }
  })

  serve(app, warmUpChart, async ({ principal, body, signal }) => ({
    result: [await warmUp(ctx, body.chart_id, { ...body, principal, signal })],
  }))

  serve(app, warmUpDatasetRoute, async ({ principal, body, signal }) => ({
    result: await warmUpDataset(ctx, body, { ...body, principal, signal }),
  }))

  serve(app, invalidateAnswers, async ({ principal, body, reply }) => {
    const parsed = invalidationBody.safeParse(body)
    if (!parsed.success) throw new MessageError(400, pythonText(fieldTexts(parsed.error)))
    await invalidateDatasets(ctx, principal, parsed.data)
    reply.code(201)
    return {}
  })
}
