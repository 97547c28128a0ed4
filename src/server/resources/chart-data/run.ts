import { createHash } from 'node:crypto'
import { can } from '#core/access/can.ts'
import { demand, refusal } from '#core/access/demand.ts'
import { hasPair, userOf, type Principal } from '#core/access/principal.ts'
import { forbidden, MessageError } from '#core/errors.ts'
import { asRecord } from '#core/query/read.ts'
import type { QueryContext, QueryObject, ResultFormat, ResultType } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import type { Timings } from '#engines/host/protocol.ts'
import type { Context } from '../../context.ts'
import { annotationData } from './annotations.ts'
import { columnsAnswer, queryAnswer, queryError, timeGrainsAnswer } from './bare.ts'
import { encodeBody, type Answer, type Encoding } from './cache.ts'
import { downloadOf } from './download.ts'
import { execute } from './execute.ts'
import { postProcessed } from './post-processed.ts'
import { demandColumns, prepareQuery, type Ask, type Prepared } from './prepare.ts'
import { resultBytes, rowsBytes, type QueryResult } from './result.ts'
import { rowRules } from './rules.ts'
import { loadSource, type Source } from './source.ts'
import { chartDataState, databaseTag, datasetTag } from './state.ts'
import { throughDashboard } from './through.ts'

export type Phases = { plan: number } & Partial<Timings>

export type Served = Answer & { encoding: Encoding; phases: Phases; isCached: boolean }

export type RunInput = {
  context: QueryContext
  principal: Principal
  signal?: AbortSignal | undefined
  encoding: Encoding
}

type Part = {
  query: QueryObject
  resultType: ResultType
  source: Source
  /** Null for answers without rows, and for a query that is only shown and has none. */
  prepared: Prepared | null
  error: unknown
}

const rowTypes: ReadonlySet<ResultType> = new Set(['full', 'results', 'samples', 'drill_detail', 'post_processed'])

const userName = (principal: Principal): string => String(userOf(principal)?.id ?? principal.kind)

/** The dataset that a query asks, when the viewer may read it there. */
const openSource = async (ctx: Context, { context, principal }: RunInput, query: QueryObject | null): Promise<Source> => {
  const source = await loadSource(ctx, query?.datasource ?? context.datasource)
  const decision = can(principal, 'query', source.subject)
  if (decision.allowed) return source
  const through = await throughDashboard(ctx, asRecord(context.form_data), source)
  if (!through) throw refusal(decision)
  demand(principal, 'query', { ...source.subject, through })
  return source
}

const prepared = async (ctx: Context, source: Source, ask: Ask): Promise<Pick<Part, 'prepared' | 'error'>> => {
  try {
    return { prepared: await prepareQuery(ctx, source, ask), error: null }
  } catch (error) {
    if (ask.resultType !== 'query') throw error
    return { prepared: null, error }
  }
}

const partsOf = async (ctx: Context, input: RunInput): Promise<Part[]> => {
  const { context, principal } = input
  const parts: Part[] = []
  if (!context.queries.length) await openSource(ctx, input, null)
  for (const query of context.queries) {
    const resultType = query.result_type ?? context.result_type ?? 'full'
    const source = await openSource(ctx, input, query)
    if (resultType === 'columns' || resultType === 'timegrains') {
      parts.push({ query, resultType, source, prepared: null, error: null })
      continue
    }
    const rules = await rowRules(ctx, principal, source)
    const ask: Ask = { query, resultType, principal, rules, xAxis: asRecord(context.form_data)['x_axis'] }
    const part = await prepared(ctx, source, ask)
    if (part.prepared && resultType !== 'query') demandColumns(part.prepared)
    parts.push({ query, resultType, source, ...part })
  }
  return parts
}

/** Seconds that the answer may be kept: the request's own, the chart's, the dataset's, the database's, the server's. */
const timeoutOf = async (ctx: Context, { context }: RunInput, parts: Part[]): Promise<number> => {
  if (context.custom_cache_timeout !== null && context.custom_cache_timeout !== undefined) return context.custom_cache_timeout
  const sliceId = Number(asRecord(context.form_data)['slice_id'])
  if (Number.isInteger(sliceId) && sliceId > 0) {
    const chart = await ctx.db
      .selectFrom('charts')
      .select('cache_timeout')
      .where('id', '=', sliceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (chart && chart.cache_timeout !== null) return chart.cache_timeout
  }
  const own = parts.map(({ source }) => source.cacheTimeout).filter((seconds) => seconds !== null)
  return own.length ? Math.min(...own) : ctx.config.cacheTimeout
}

const contextKey = (parts: Part[], { format, formData }: { format: ResultFormat; formData: unknown }): string => {
  const shaping = parts.some(({ resultType }) => resultType === 'post_processed') ? JSON.stringify(formData) : ''
  const value = [format, shaping, ...parts.map(({ resultType, prepared: p }) => [resultType, p?.key])]
  return createHash('md5').update(JSON.stringify(value)).digest('hex')
}

const encoder = new TextEncoder()

const concat = (pieces: Uint8Array[]): Uint8Array => (pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces))

/** `{"result":[…]}` around finished results. */
const jsonAnswer = (results: Uint8Array[][]): Answer => {
  const pieces: Uint8Array[] = [encoder.encode('{"result":[')]
  results.forEach((result, i) => {
    if (i) pieces.push(encoder.encode(','))
    pieces.push(...result)
  })
  return { contentType: 'application/json; charset=utf-8', bytes: concat([...pieces, encoder.encode(']}')]) }
}

type Finished = { part: Part; result: QueryResult | null }

const bareBytes = (ctx: Context, { part, timeout, key }: { part: Part; timeout: number; key: string }): Uint8Array[] => {
  const body = (): unknown => {
    if (part.resultType === 'columns') return columnsAnswer(part.source)
    if (part.resultType === 'timegrains') return timeGrainsAnswer(part.source)
    if (!part.prepared) return queryError(part.error)
    const storedAt = chartDataState(ctx).cache.storedAt(key)
    return queryAnswer(part.prepared, {
      key: part.prepared.key,
      stored_on: storedAt === null ? null : new Date(storedAt).toISOString(),
      age_seconds: storedAt === null ? null : Math.round((ctx.now().getTime() - storedAt) / 1000),
      timeout,
    })
  }
  return [encoder.encode(JSON.stringify(body()))]
}

const demandDownload = (principal: Principal, parts: Part[]): void => {
  if (!hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  if (parts.some(({ resultType }) => !rowTypes.has(resultType))) throw new MessageError(400, t('This result type has no rows to download.'))
}

/**
 * Answers a query context. What was answered before, and is still true, comes from the cache as it lies there; several who ask the
 * same at once wait for one run.
 * @throws what the queries are refused with; the first that fails decides
 */
export const runQueryContext = async (ctx: Context, input: RunInput): Promise<Served> => {
  const started = performance.now()
  const { context, principal, signal, encoding } = input
  const { cache, flights } = chartDataState(ctx)
  const format = context.result_format ?? 'json'
  const parts = await partsOf(ctx, input)
  if (format !== 'json') demandDownload(principal, parts)
  const timeout = await timeoutOf(ctx, input, parts)
  const key = contextKey(parts, { format, formData: context.form_data })
  const keep = timeout >= 0 && parts.every(({ resultType }) => rowTypes.has(resultType))
  const plan = performance.now() - started
  const stored = keep && !context.force ? await cache.get(key, encoding) : null
  if (stored) return { ...stored, phases: { plan }, isCached: true }

  const produce = async (flightSignal: AbortSignal): Promise<{ answer: Answer; phases: Partial<Timings> }> => {
    const queriedAt = ctx.now().toISOString()
    const finished = await Promise.all(
      parts.map(async (part): Promise<Finished> => {
        if (!part.prepared || !rowTypes.has(part.resultType)) return { part, result: null }
        const given = {
          source: part.source,
          prepared: part.prepared,
          format: part.resultType === 'post_processed' ? 'json' : format,
        } as const
        const [answer, annotations] = await Promise.all([
          execute(ctx, given, { signal: flightSignal, user: userName(principal) }),
          annotationData(ctx, { query: part.query, principal, signal: flightSignal }),
        ])
        const result: QueryResult = {
          prepared: part.prepared,
          answer,
          cacheKey: part.prepared.key,
          cacheTimeout: timeout,
          queriedAt,
          annotationData: annotations,
          format,
        }
        return {
          part,
          result:
            part.resultType === 'post_processed'
              ? await postProcessed(ctx, { result, format, form: asRecord(context.form_data), source: part.source })
              : result,
        }
      }),
    )
    const phases = slowest(finished)
    if (format !== 'json') {
      const answer = downloadOf(
        finished.flatMap(({ result }) => (result ? [result.answer.bytes] : [])),
        format,
        ctx.now(),
      )
      if (keep) void cache.set(key, answer, { seconds: timeout, tags: tagsOf(parts) })
      return { answer, phases }
    }
    const bodyAs = (shown: { isCached: boolean; cachedAt: string | null }) =>
      jsonAnswer(
        finished.map(({ part, result }) => {
          if (!result) return bareBytes(ctx, { part, timeout, key })
          return part.resultType === 'results' ? [encoder.encode(''), ...rowsBytes(result)] : resultBytes(result, part.query, shown)
        }),
      )
    if (keep) void cache.set(key, bodyAs({ isCached: true, cachedAt: queriedAt }), { seconds: timeout, tags: tagsOf(parts) })
    return { answer: bodyAs({ isCached: false, cachedAt: null }), phases }
  }

  const { answer, phases } = await flights(key, signal, produce)
  const body = await encodeBody(answer.bytes, encoding)
  return { ...answer, ...body, phases: { plan, ...phases }, isCached: false }
}

const tagsOf = (parts: Part[]): string[] => [
  ...new Set(parts.flatMap(({ source }) => [datasetTag(source.dataset.id), databaseTag(source.subject.database.id)])),
]

const slowest = (finished: Finished[]): Partial<Timings> => {
  const phases: Partial<Timings> = {}
  for (const { result } of finished) {
    for (const [name, ms] of Object.entries(result?.answer.timings ?? {}) as [keyof Timings, number][]) {
      phases[name] = Math.max(phases[name] ?? 0, ms)
    }
  }
  return phases
}
