import { createHash } from 'node:crypto'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { forbidden, MessageError } from '#core/errors.ts'
import { asRecord } from '#core/query/read.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import type { Timings } from '#engines/host/protocol.ts'
import type { Context } from '../../context.ts'
import { readLayers } from './annotations.ts'
import type { CachedBody } from '../../doors/cache.ts'
import { encodeBody, type Encoding } from '../../doors/encoding.ts'
import { hasRows, prepareParts, type Part } from './request/parts.ts'
import { produce } from './produce.ts'
import { chartDataState, databaseTag, datasetTag } from './kept/state.ts'

export type Phases = { plan: number } & Partial<Timings>

export type Served = CachedBody & {
  encoding: Encoding
  phases: Phases
  isCached: boolean
  /** It has expired, and is being refreshed in the background. */
  isStale?: boolean
  /** The cache key; null for a response that is not cached. */
  key: string | null
}

export type RunInput = {
  context: QueryContext
  principal: Principal
  signal?: AbortSignal | undefined
  encoding: Encoding
  /** Seconds past its expiry that a response may be; it is then refreshed in the background. */
  maxStale?: number
  /** Whether SQL comes with an explanation. */
  explain?: boolean | undefined
}

/** The cache timeout in seconds: of the request, else the chart, the dataset, the database, the server. */
const timeoutOf = async (ctx: Context, context: QueryContext, parts: Part[]): Promise<number> => {
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

type Annotations = { events: unknown[]; parts: Part[] }

/**
 * What the annotation layers of the queries currently read, for the cache key: stored annotations, and queries of other charts. Null when
 * a layer cannot be read; the error comes up when the layer is run.
 */
const annotationsOf = async (ctx: Context, parts: Part[], principal: Principal): Promise<Annotations | null> => {
  const found: Annotations = { events: [], parts: [] }
  try {
    for (const { query } of parts) {
      const { events, contexts } = await readLayers(ctx, { query, principal })
      found.events.push(events)
      for (const context of contexts) found.parts.push(...(await prepareParts(ctx, { context, principal })))
    }
    return found
  } catch {
    return null
  }
}

type Shown = {
  context: QueryContext
  annotations: Annotations | null
  /** Guests get the rows without the statement. */
  hidesSql: boolean
}

/** What results without rows are about. */
const describedBy = ({ dataset }: Part['source']) => [dataset.id, dataset.columns.map(({ column_name }) => column_name)]

const keyOf = (parts: Part[], { context, annotations, hidesSql }: Shown): string => {
  const shaping = parts.some(({ resultType }) => resultType === 'post_processed') ? context.form_data : null
  const layers = parts.map(({ query }) => query.annotation_layers ?? [])
  const shown = annotations && [annotations.events, annotations.parts.map(({ prepared }) => prepared?.key)]
  const own = parts.map(({ resultType, prepared, source }) => [resultType, prepared?.key ?? describedBy(source)])
  const value = [context.result_format ?? 'json', shaping, layers, shown, ...(hidesSql ? ['without SQL'] : []), ...own]
  return createHash('md5').update(JSON.stringify(value)).digest('hex')
}

const requireDownload = (principal: Principal, parts: Part[]): void => {
  if (!hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  if (!parts.every(hasRows)) throw new MessageError(400, t('This result type has no rows to download.'))
}

const tagsOf = (parts: Part[]): string[] => [
  ...new Set(parts.flatMap(({ source }) => [datasetTag(source.dataset.id), databaseTag(source.subject.database.id)])),
]

/** The explanation of a query refers to its result with rows. */
const withRows = (part: Part): Part => (part.resultType === 'query' ? { ...part, resultType: 'full' } : part)

const isCacheable = (parts: Part[], timeout: number): boolean => timeout >= 0 && parts.length > 0 && parts.every(hasRows)

/**
 * Runs a query context, or returns its cached response. Concurrent identical requests wait for one run.
 * @throws the error of the first query that fails
 */
export const runQueryContext = (ctx: Context, input: RunInput): Promise<Served> => {
  const planned = chartDataState(ctx).sharing.announce(input.context.datasource.id)
  return answer(ctx, input, planned).finally(planned)
}

/**
 * Plans a query context for a viewer: what it runs, and the key under which its response is cached; null if it is not cached.
 * @throws the error of the first query that the viewer may not run
 */
export const planQueryContext = async (ctx: Context, { context, principal }: Pick<RunInput, 'context' | 'principal'>) => {
  const parts = await prepareParts(ctx, { context, principal })
  if ((context.result_format ?? 'json') !== 'json') requireDownload(principal, parts)
  const annotations = await annotationsOf(ctx, parts, principal)
  const read = [...parts, ...(annotations?.parts ?? [])]
  const timeout = await timeoutOf(ctx, context, read)
  const tags = tagsOf(read)
  const epoch = await ctx.cache.epoch(tags)
  const hidesSql = principal.kind === 'guest'
  const address = keyOf(parts, { context, annotations, hidesSql })
  return { parts, annotations, timeout, tags, epoch, address, key: annotations && isCacheable(parts, timeout) ? address : null }
}

const answer = async (ctx: Context, input: RunInput, planned: () => void): Promise<Served> => {
  const started = performance.now()
  const { context, principal, signal, encoding, maxStale = 0, explain = false } = input
  const { cache, flights } = ctx
  const { contexts } = chartDataState(ctx)
  const format = context.result_format ?? 'json'
  const { parts, annotations, timeout, tags, epoch, address, key } = await planQueryContext(ctx, input)
  const plan = performance.now() - started
  for (const { prepared } of parts) if (prepared) contexts.set(prepared.key, context)

  const ask = async (other: QueryContext, otherSignal: AbortSignal) =>
    (await runQueryContext(ctx, { context: other, principal, signal: otherSignal, encoding: 'identity' })).bytes
  const rowsKey = () => keyOf(parts.map(withRows), { context, annotations, hidesSql: principal.kind === 'guest' })
  const make = (flightSignal: AbortSignal) =>
    produce(ctx, {
      context,
      principal,
      parts,
      format,
      timeoutSeconds: timeout,
      explain,
      rowsKey,
      runContext: ask,
      signal: flightSignal,
    }).then((produced) => {
      const at = ctx.now()
      const keep = async () => {
        const shown = { isCached: true, cachedAt: at.toISOString() }
        // If it was invalidated meanwhile, it must not be cached.
        const isCurrent = key !== null && (await cache.epoch(tags)) === epoch
        const made = isCurrent ? produced.answer(shown) : null
        produced.release()
        if (key !== null && made) await cache.set(key, made, { seconds: timeout, tags, storedAt: at.getTime(), epoch })
      }
      // After the response was sent.
      setImmediate(() => void keep())
      return { phases: produced.phases, answer: produced.answer({ isCached: false, cachedAt: null }) }
    })

  // Unreadable annotations are not shared between callers; and errors are in the language of the callers.
  const flight = `${t.locale} ${address} ${explain} ${annotations ? epoch : crypto.randomUUID()}`
  const stored = key !== null && !context.force ? await cache.get(key, encoding, maxStale) : null
  if (stored) {
    if (stored.isStale) flights.join(flight, undefined, make).catch(() => {})
    return { ...stored, phases: { plan }, isCached: true, key }
  }
  const landing = flights.join(flight, signal, make)
  planned()
  const { answer: made, phases } = await landing
  const body = await encodeBody(made.bytes, encoding)
  return { ...made, ...body, phases: { plan, ...phases }, isCached: false, key }
}
