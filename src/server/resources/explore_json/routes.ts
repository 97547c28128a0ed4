import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { annotationJson, exploreJson, exploreJsonFromCache, exploreJsonGet, exploreJsonOf, exploreJsonOfGet } from '#api/explore-json.ts'
import type { WireQueryAnswer } from '#api/chart-answer.ts'
import { BodyError, MessageError } from '#core/errors.ts'
import type { Principal } from '#core/access/principal.ts'
import { exactJson } from '#core/encoding/json/exact-json.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { instantOf, midnight } from '#core/time/moment.ts'
import { holidaysOf } from '#core/time/holidays.ts'
import { resolveTimeRange } from '#core/time/time-range.ts'
import { toWall } from '#core/time/zone.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import type { Context } from '../../context.ts'
import { serve, type App } from '../../http/serve.ts'
import { annotationColumns, readLayerRecords } from '../annotation_layer/store.ts'
import { chartDataState } from '../chart-data/kept/state.ts'
import { parseLong } from '../chart-data/request/read-request.ts'
import { runQueryContext } from '../chart-data/run.ts'
import { contextOfForm, parseForm, readForm } from './form.ts'
import { layeredData, layeredType } from './layers.ts'
import { failedPayload, layeredPayload, payloadOf } from './payload.ts'

type Flags = Partial<Record<'csv' | 'query' | 'results' | 'samples' | 'force', string | undefined>>

const isOn = (flag: string | undefined): boolean => flag?.toLowerCase() === 'true'

/** What an address asks for, in the order in which the flags win. */
const asked = (flags: Flags): Pick<QueryContext, 'result_type' | 'result_format'> => {
  if (isOn(flags.csv)) return { result_type: 'full', result_format: 'csv' }
  const result_type = (['query', 'results', 'samples'] as const).find((flag) => isOn(flags[flag])) ?? 'full'
  return { result_type, result_format: 'json' }
}

/** Errors of resource handlers in the shape of the old views. */
const asOldError = (error: unknown): unknown => {
  if (!(error instanceof MessageError) || error instanceof QueryError) return error
  const text = error.status === 404 ? t('Datasource does not exist') : error.body
  return new BodyError(error.status, { error: text }, { cause: error })
}

const json = 'application/json; charset=utf-8'

/** The client's cache may keep an answer to a GET, and asks each time whether it still holds. */
const sendRevalidated = (request: FastifyRequest, reply: FastifyReply, { body, tag }: { body: string; tag: string }): FastifyReply => {
  const etag = `W/"${createHash('md5').update(tag).digest('hex')}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'Cookie, Authorization, Accept-Language')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(json).send(body)
}

type Sending = { principal: Principal; request: FastifyRequest; reply: FastifyReply; signal: AbortSignal; flags: Flags }

/** A chart of several layers has the features of each. */
const runLayers = async (ctx: Context, form: FormData, { principal, reply, signal, flags }: Sending): Promise<FastifyReply> => {
  const featuresOf = async (layer: FormData): Promise<unknown[]> => {
    const context = { ...contextOfForm(layer), force: isOn(flags.force) }
    const served = await runQueryContext(ctx, { context, principal, signal, encoding: 'identity' })
    const { result } = parseLong(Buffer.from(served.bytes).toString()) as { result: WireQueryAnswer[] }
    const { data } = await payloadOf(layer, result, 0)
    return asList(asRecord(data)['features'])
  }
  const data = await layeredData({ ctx, principal }, form, featuresOf)
  const today = midnight(toWall(ctx.now().getTime(), ctx.config.timezone))
  return reply.type(json).send(exactJson(layeredPayload(form, data, { cacheTimeout: ctx.config.cacheTimeout, today })))
}

const run = async (ctx: Context, form: FormData, sending: Sending): Promise<FastifyReply> => {
  if (form.viz_type === layeredType) return runLayers(ctx, form, sending)
  const { principal, request, reply, signal, flags } = sending
  const wanted = asked(flags)
  const context = { ...contextOfForm(form), ...wanted, force: isOn(flags.force) }
  const served = await runQueryContext(ctx, { context, principal, signal, encoding: 'identity' })
  if (wanted.result_format === 'csv') {
    if (served.disposition) reply.header('content-disposition', served.disposition)
    return reply.type(served.contentType).send(Buffer.from(served.bytes))
  }
  const { result } = parseLong(Buffer.from(served.bytes).toString()) as { result: WireQueryAnswer[] }
  if (wanted.result_type !== 'full') {
    const [first = {}] = result
    return reply.type(json).send(exactJson(wanted.result_type === 'query' ? first : rowsOnly(first)))
  }
  const payload = await payloadOf(form, result, midnight(toWall(ctx.now().getTime(), ctx.config.timezone)))
  const { cached_dttm: _cachedAt, is_cached: _isCached, to_dttm: _until, ...lasting } = payload
  const body = exactJson(payload)
  return request.method === 'GET' ? sendRevalidated(request, reply, { body, tag: exactJson(lasting) }) : reply.type(json).send(body)
}

const rowsOnly = ({ data, colnames, coltypes, rowcount, sql_rowcount }: WireQueryAnswer) => ({
  data,
  colnames,
  coltypes,
  rowcount,
  sql_rowcount: sql_rowcount ?? null,
})

/** A query that cannot run answers a payload with 400, other errors as the old views do. */
const runOrFail = async (ctx: Context, form: FormData, sending: Sending): Promise<FastifyReply> => {
  try {
    return await run(ctx, form, sending)
  } catch (error) {
    if (error instanceof QueryError) {
      const today = midnight(toWall(ctx.now().getTime(), ctx.config.timezone))
      const failed = failedPayload(form, error, { cacheTimeout: ctx.config.cacheTimeout, today })
      return sending.reply.code(400).type(json).send(JSON.stringify(failed))
    }
    throw asOldError(error)
  }
}

export const exploreJsonRoutes = (app: App): void => {
  const { ctx } = app

  for (const route of [exploreJsonGet, exploreJson]) {
    serve(app, route, async ({ query, request, ...rest }) => {
      const form = await readForm(ctx, { principal: rest.principal, query, body: asRecord(request.body) })
      return runOrFail(ctx, form, { ...rest, request, flags: query })
    })
  }

  for (const route of [exploreJsonOfGet, exploreJsonOf]) {
    serve(app, route, async ({ query, params, request, ...rest }) => {
      const form = await readForm(ctx, { principal: rest.principal, query, body: asRecord(request.body), datasource: params })
      return runOrFail(ctx, form, { ...rest, request, flags: query })
    })
  }

  serve(app, exploreJsonFromCache, async ({ params, query, ...rest }) => {
    const known = chartDataState(ctx).contexts.get(params.cache_key)
    const form = asRecord(known?.form_data)
    if (!known || typeof form['datasource'] !== 'string') throw new BodyError(404, { error: t('Cached data not found') })
    return runOrFail(ctx, form as FormData, { ...rest, flags: query })
  })

  serve(app, annotationJson, async ({ params, query, body }) => {
    const form = { ...parseForm(query.form_data), ...parseForm(body?.['form_data']) }
    const all = await readLayerRecords(ctx.db, params.id)
    if (!all) throw new BodyError(404, { error: t('Annotation layer not found.') })
    const range = typeof form['time_range'] === 'string' ? form['time_range'] : null
    const { timezone, relativeStart, relativeEnd } = ctx.config
    const { since, until } = range
      ? resolveTimeRange(range, { now: toWall(ctx.now().getTime(), timezone), holidays: holidaysOf, relativeStart, relativeEnd })
      : { since: null, until: null }
    const records = all.filter(
      ({ start_dttm, end_dttm }) => (!since || end_dttm >= instantOf(since)) && (!until || start_dttm <= instantOf(until)),
    )
    return {
      data: { columns: [...annotationColumns], records },
      form_data: { ...form, layer_id: params.id },
      errors: [],
      status: 'success' as const,
      rowcount: records.length,
    }
  })
}
