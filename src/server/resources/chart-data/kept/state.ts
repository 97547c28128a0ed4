import { LRUCache } from 'lru-cache'
import { exactJson } from '#core/encoding/exact-json.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { Context } from '../../../context.ts'
import type { LastRun } from '../answer/explain.ts'
import { createMemo, type Memo } from './memo.ts'
import { createRecent, type Recent } from '../../../doors/recent.ts'
import { Sharing } from '../scans/sharing.ts'

/** What the query path keeps in this process between requests; `ctx.cache` and `ctx.flights` are for all. */
export type ChartDataState = {
  memo: Memo
  /** What was asked, by the `cache_key` of the answers. */
  contexts: LRUCache<string, QueryContext>
  /** How queries went last, by the `cache_key` of their answers. */
  runs: Recent<LastRun>
  /** Runs queries; those that come together read together. */
  sharing: Sharing
}

/** Query contexts are remembered up to this much JSON in all. */
const maxContextsLength = 16 * 1024 ** 2

const states = new WeakMap<Context, ChartDataState>()

export const datasetTag = (id: number): string => `dataset ${id}`
export const databaseTag = (id: number): string => `database ${id}`

/** The query path's state of a context; made at first use, gone with the context. */
export const chartDataState = (ctx: Context): ChartDataState => {
  const known = states.get(ctx)
  if (known) return known
  const state: ChartDataState = {
    memo: createMemo(),
    contexts: new LRUCache({ max: 1_000, maxSize: maxContextsLength, sizeCalculation: (context) => exactJson(context).length }),
    runs: createRecent(1_000),
    sharing: new Sharing({ host: ctx.host, megabytes: ctx.config.sharedScans }),
  }
  const stopListening = ctx.events.subscribe(async (event) => {
    state.memo.clear()
    if (event.type === 'restored') await ctx.cache.clear()
    if (event.type !== undefined) return
    if (event.kind === 'dataset') await ctx.cache.forget([datasetTag(event.id)])
    if (event.kind === 'database') await ctx.cache.forget([databaseTag(event.id)])
  })
  ctx.closing.addEventListener('abort', stopListening)
  states.set(ctx, state)
  return state
}
