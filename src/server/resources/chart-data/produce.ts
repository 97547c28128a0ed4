import { userOf, type Principal } from '#core/access/principal.ts'
import { giveBack } from '#core/encoding/give-back.ts'
import { exactJson } from '#core/encoding/json/exact-json.ts'
import { asRecord } from '#core/query/read.ts'
import type { QueryContext, ResultFormat } from '#core/query/query-object.ts'
import type { Timings } from '#engines/host/protocol.ts'
import type { Context } from '../../context.ts'
import { readAnnotationData, type AnnotationInput } from './annotations.ts'
import { columnsAnswer, queryError, timeGrainsAnswer } from './request/without-rows.ts'
import type { CachedBody } from '../../doors/cache.ts'
import { buildDownload } from './answer/download.ts'
import { execute } from './execute.ts'
import { withoutRuleText } from './prepare/broken-rules.ts'
import { explainQuery, toLastRun } from './answer/explain.ts'
import { hasRows, type Part } from './request/parts.ts'
import { resultBytes, rowsBytes, statementText, type QueryResult, type CacheInfo } from './answer/result.ts'
import { shapeOf } from './shaped/shape.ts'
import { chartDataState } from './kept/state.ts'

type Finished = { part: Part; result: QueryResult | null }

export type Produced = {
  phases: Partial<Timings>
  /** The response, as sent now or as sent from the cache. */
  answer(shown: CacheInfo): CachedBody
  /** Frees the rows; call it when no more responses are made of them. */
  release(): void
}

export type ProduceInput = {
  context: QueryContext
  principal: Principal
  parts: Part[]
  format: ResultFormat
  timeoutSeconds: number
  explain: boolean
  /** The cache key of the response with the rows. */
  rowsKey(): string
  /** For annotation layers with data from another chart. */
  runContext: AnnotationInput['runContext']
}

const encoder = new TextEncoder()

const concat = (pieces: Uint8Array[]): Uint8Array => (pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces))

/** Wraps finished results in `{"result":[…]}`. */
const jsonAnswer = (results: Uint8Array[][]): CachedBody => {
  const pieces: Uint8Array[] = [encoder.encode('{"result":[')]
  results.forEach((result, i) => {
    if (i) pieces.push(encoder.encode(','))
    pieces.push(...result)
  })
  return { contentType: 'application/json; charset=utf-8', bytes: concat([...pieces, encoder.encode(']}')]) }
}

const bytesWithoutRows = async (
  ctx: Context,
  part: Part,
  { context, timeoutSeconds, explain, rowsKey }: ProduceInput,
): Promise<Uint8Array[]> => {
  const body = async (): Promise<unknown> => {
    const { source, query, prepared, resultType } = part
    if (resultType === 'columns') return columnsAnswer(source)
    if (resultType === 'timegrains') return timeGrainsAnswer(source)
    if (!prepared) return queryError(part.error)
    const answer = { query: statementText(prepared), language: 'sql' }
    if (!explain) return answer
    const kept = await ctx.cache.peek(rowsKey())
    const lastRun = chartDataState(ctx).runs.get(prepared.key)
    return {
      ...answer,
      explain: explainQuery(prepared, { source, context, query, kept, timeoutSeconds, lastRun, now: ctx.now() }),
    }
  }
  return [encoder.encode(exactJson(await body()))]
}

const finish = async (ctx: Context, part: Part, input: ProduceInput & { signal: AbortSignal }): Promise<Finished> => {
  const { context, principal, format, signal, timeoutSeconds, runContext } = input
  const { prepared, source, query } = part
  if (!prepared || !hasRows(part)) return { part, result: null }
  const queriedAt = ctx.now().toISOString()
  const form = asRecord(context.form_data)
  const shape = part.resultType === 'post_processed' ? shapeOf(form) : undefined
  const user = String(userOf(principal)?.id ?? principal.kind)
  const [answer, annotations] = await Promise.all([
    execute(
      { config: ctx.config, sharing: chartDataState(ctx).sharing, rollUps: chartDataState(ctx).rollUps },
      { source, prepared, format: shape ? 'json' : format },
      { signal, user, isForced: context.force ?? false },
    ).catch(async (error: unknown) => {
      throw await withoutRuleText(ctx, { source, viewer: { principal, rules: prepared.rules }, ran: prepared }, error)
    }),
    readAnnotationData(ctx, { query, principal, signal, runContext }),
  ])
  chartDataState(ctx).runs.set(prepared.key, toLastRun(answer, ctx.now()))
  const shaped = await shape?.(answer, { form, dataset: source.dataset, format })
  return {
    part,
    result: {
      prepared,
      answer,
      ...(shaped && { shaped }),
      cacheKey: prepared.key,
      cacheTimeout: timeoutSeconds,
      queriedAt,
      annotationData: annotations,
      dataOn: source.dataOn,
      format,
    },
  }
}

const slowestPhases = (finished: Finished[]): Partial<Timings> => {
  const phases: Partial<Timings> = {}
  for (const { result } of finished) {
    for (const [name, ms] of Object.entries(result?.answer.timings ?? {}) as [keyof Timings, number][]) {
      phases[name] = Math.max(phases[name] ?? 0, ms)
    }
  }
  return phases
}

/** Queries of one context that are in the queue at the same time. */
const maxConcurrent = 32

const mapConcurrently = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [i, item] of left) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, lane))
  return results
}

/** Runs the queries of a context concurrently. @throws the first query's error, after which the others are cancelled */
export const produce = async (ctx: Context, input: ProduceInput & { signal: AbortSignal }): Promise<Produced> => {
  const { parts, format } = input
  const failure = new AbortController()
  const signal = AbortSignal.any([input.signal, failure.signal])
  const finished = await mapConcurrently(parts, (part) => finish(ctx, part, { ...input, signal })).catch((error: unknown) => {
    failure.abort(error)
    throw error
  })
  const phases = slowestPhases(finished)
  if (format !== 'json') {
    const files = finished.flatMap(({ result }) => (result ? [(result.shaped ?? result.answer).bytes] : []))
    return { phases, answer: () => buildDownload(files, format, ctx.now()), release: () => {} }
  }
  const bare = await Promise.all(finished.map(({ part, result }) => (result ? [] : bytesWithoutRows(ctx, part, input))))
  const answerOf = (shown: CacheInfo): CachedBody =>
    jsonAnswer(
      finished.map(({ part, result }, i) => {
        if (!result) return bare[i] ?? []
        const hidesSql = input.principal.kind === 'guest'
        return part.resultType === 'results' ? rowsBytes(result) : resultBytes(result, part.query, { ...shown, hidesSql })
      }),
    )
  // Encoding errors must be thrown here, while the caller waits.
  const made = answerOf({ isCached: false, cachedAt: null })
  const release = () => {
    for (const { result } of finished) if (result) giveBack(result.answer.bytes)
  }
  return { phases, answer: (shown) => (shown.isCached ? answerOf(shown) : made), release }
}
