import { LRUCache } from 'lru-cache'
import { exactJson } from '#core/encoding/json/exact-json.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { Context } from '../../../context.ts'
import type { LastRun } from '../answer/explain.ts'
import { createMemo, type Memo } from './memo.ts'
import { createRecent, type Recent } from '../../../doors/recent.ts'
import { RollUps } from '../rollups/roll-ups.ts'
import { Sharing } from '../scans/sharing.ts'

/** State of the query path within this process; `ctx.cache` and `ctx.flights` are shared by all processes. */
export type ChartDataState = {
  memo: Memo
  /** Query contexts by the `cache_key` of their responses. */
  contexts: LRUCache<string, QueryContext>
  /** Last runs by the `cache_key` of their responses. */
  runs: Recent<LastRun>
  /** Runs queries; concurrent ones with common filters share a scan. */
  sharing: Sharing
  /** Groups from which brushes and searches in values are answered. */
  rollUps: RollUps
}

/** Total JSON length of the cached query contexts. */
const maxContextsLength = 16 * 1024 ** 2

const states = new WeakMap<Context, ChartDataState>()

export const datasetTag = (id: number): string => `dataset ${id}`
export const databaseTag = (id: number): string => `database ${id}`

/** The query path's state for a context, created at first use. */
export const chartDataState = (ctx: Context): ChartDataState => {
  const known = states.get(ctx)
  if (known) return known
  const state: ChartDataState = {
    memo: createMemo(),
    contexts: new LRUCache({ max: 1_000, maxSize: maxContextsLength, sizeCalculation: (context) => exactJson(context).length }),
    runs: createRecent(1_000),
    sharing: new Sharing({ host: ctx.host, megabytes: ctx.config.sharedScans }),
    rollUps: new RollUps({ host: ctx.host, megabytes: ctx.config.sharedScans }),
  }
  const stopListening = ctx.events.subscribe(async (event) => {
    state.memo.clear()
    if (event.type === 'restored') {
      state.rollUps.clear()
      await ctx.cache.clear()
    }
    if (event.type !== undefined) return
    if (event.kind === 'dataset') state.rollUps.clear(event.id)
    if (event.kind === 'database') state.rollUps.clear()
    if (event.kind === 'dataset') await ctx.cache.forget([datasetTag(event.id)])
    if (event.kind === 'database') await ctx.cache.forget([databaseTag(event.id)])
  })
  ctx.closing.addEventListener('abort', () => {
    stopListening()
    state.rollUps.close()
  })
  states.set(ctx, state)
  return state
}
