import { userOf, type Principal } from '#core/access/principal.ts'
import { giveBack } from '#core/encoding/give-back.ts'
import { exactJson } from '#core/encoding/exact-json.ts'
import { asRecord } from '#core/query/read.ts'
import type { QueryContext, ResultFormat } from '#core/query/query-object.ts'
import type { Timings } from '#engines/host/protocol.ts'
import type { Context } from '../../context.ts'
import { annotationData, type Asking } from './annotations.ts'
import { columnsAnswer, queryError, timeGrainsAnswer } from './request/bare.ts'
import type { CachedBody } from '../../doors/cache.ts'
import { downloadOf } from './answer/download.ts'
import { execute } from './execute.ts'
import { explanationOf, lastRunOf } from './answer/explain.ts'
import { hasRows, type Part } from './request/parts.ts'
import { resultBytes, rowsBytes, statementText, type QueryResult, type Shown } from './answer/result.ts'
import { shapeOf } from './shaped/shape.ts'
import { chartDataState } from './kept/state.ts'

type Finished = { part: Part; result: QueryResult | null }

export type Produced = {
  phases: Partial<Timings>
  /** The answer as one who gets it now sees it, or one who gets it from the cache. */
  answer(shown: Shown): CachedBody
  /** Frees the rows, when every answer has been made of them. */
  release(): void
}

export type ProduceInput = {
  context: QueryContext
  principal: Principal
  parts: Part[]
  format: ResultFormat
  timeout: number
  explain: boolean
  /** Where the answer with the rows lies, once it is there. */
  rowsKey(): string
  /** For annotation layers that take their data from another chart. */
  ask: Asking['ask']
}

const encoder = new TextEncoder()

const concat = (pieces: Uint8Array[]): Uint8Array => (pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces))

/** `{"result":[…]}` around finished results. */
const jsonAnswer = (results: Uint8Array[][]): CachedBody => {
  const pieces: Uint8Array[] = [encoder.encode('{"result":[')]
  results.forEach((result, i) => {
    if (i) pieces.push(encoder.encode(','))
    pieces.push(...result)
  })
  return { contentType: 'application/json; charset=utf-8', bytes: concat([...pieces, encoder.encode(']}')]) }
}

const bareBytes = async (ctx: Context, part: Part, { context, timeout, explain, rowsKey }: ProduceInput): Promise<Uint8Array[]> => {
  const body = async (): Promise<unknown> => {
    const { source, query, prepared, resultType } = part
    if (resultType === 'columns') return columnsAnswer(source)
    if (resultType === 'timegrains') return timeGrainsAnswer(source)
    if (!prepared) return queryError(part.error)
    const answer = { query: statementText(prepared), language: 'sql' }
    if (!explain) return answer
    const kept = await ctx.cache.peek(rowsKey())
    const lastRun = chartDataState(ctx).runs.get(prepared.key)
    return { ...answer, explain: explanationOf(prepared, { source, context, query, kept, timeout, lastRun, now: ctx.now() }) }
  }
  return [encoder.encode(exactJson(await body()))]
}

const finish = async (ctx: Context, part: Part, input: ProduceInput & { signal: AbortSignal }): Promise<Finished> => {
  const { context, principal, format, signal, timeout, ask } = input
  const { prepared, source, query } = part
  if (!prepared || !hasRows(part)) return { part, result: null }
  const queriedAt = ctx.now().toISOString()
  const form = asRecord(context.form_data)
  const shape = part.resultType === 'post_processed' ? shapeOf(form) : undefined
  const user = String(userOf(principal)?.id ?? principal.kind)
  const [answer, annotations] = await Promise.all([
    execute(
      { config: ctx.config, sharing: chartDataState(ctx).sharing },
      { source, prepared, format: shape ? 'json' : format },
      { signal, user, isForced: context.force ?? false },
    ),
    annotationData(ctx, { query, principal, signal, ask }),
  ])
  chartDataState(ctx).runs.set(prepared.key, lastRunOf(answer, ctx.now()))
  const shaped = await shape?.(answer, { form, dataset: source.dataset, format })
  return {
    part,
    result: {
      prepared,
      answer,
      ...(shaped && { shaped }),
      cacheKey: prepared.key,
      cacheTimeout: timeout,
      queriedAt,
      annotationData: annotations,
      format,
    },
  }
}

const slowest = (finished: Finished[]): Partial<Timings> => {
  const phases: Partial<Timings> = {}
  for (const { result } of finished) {
    for (const [name, ms] of Object.entries(result?.answer.timings ?? {}) as [keyof Timings, number][]) {
      phases[name] = Math.max(phases[name] ?? 0, ms)
    }
  }
  return phases
}

/** Queries of one context that run or wait to; the others come after them, so that the queue holds no more of one request. */
const most = 32

const sideBySide = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [i, item] of left) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
  return results
}

/** Runs the queries of a context side by side. @throws what the first that fails is refused with; the others are stopped */
export const produce = async (ctx: Context, input: ProduceInput & { signal: AbortSignal }): Promise<Produced> => {
  const { parts, format } = input
  const failure = new AbortController()
  const signal = AbortSignal.any([input.signal, failure.signal])
  const finished = await sideBySide(parts, (part) => finish(ctx, part, { ...input, signal })).catch((error: unknown) => {
    failure.abort(error)
    throw error
  })
  const phases = slowest(finished)
  if (format !== 'json') {
    const files = finished.flatMap(({ result }) => (result ? [(result.shaped ?? result.answer).bytes] : []))
    return { phases, answer: () => downloadOf(files, format, ctx.now()), release: () => {} }
  }
  const bare = await Promise.all(finished.map(({ part, result }) => (result ? [] : bareBytes(ctx, part, input))))
  const answerOf = (shown: Shown): CachedBody =>
    jsonAnswer(
      finished.map(({ part, result }, i) => {
        if (!result) return bare[i] ?? []
        return part.resultType === 'results' ? rowsBytes(result) : resultBytes(result, part.query, shown)
      }),
    )
  // What cannot be told fails here, where somebody waits for it.
  const made = answerOf({ isCached: false, cachedAt: null })
  const release = () => {
    for (const { result } of finished) if (result) giveBack(result.answer.bytes)
  }
  return { phases, answer: (shown) => (shown.isCached ? answerOf(shown) : made), release }
}
