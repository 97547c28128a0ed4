import { exactJson } from '#core/encoding/json/exact-json.ts'
import { columnLabel } from '#core/query/labels.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { FilterClause, QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { DataAnswer, Timings } from '#engines/host/protocol.ts'
import type { StoredInfo } from '../../../doors/cache.ts'
import type { Prepared } from '../prepare/prepare.ts'
import { filterLists } from './result.ts'
import type { Source } from '../source.ts'

/** The explanation that accompanies the SQL of a query: its steps, its filters, and its last run. */

/** The last run of a query. */
export type LastRun = {
  ran_on: string
  phases_ms: Timings
  rows: number
  /** Null if the engine does not report it. */
  rows_scanned: number | null
  /** Whether it read from a shared scan. */
  shared: boolean
}

export const toLastRun = ({ timings, sqlRowcount, rowsScanned, shared }: DataAnswer, now: Date): LastRun => ({
  ran_on: now.toISOString(),
  phases_ms: timings,
  rows: sqlRowcount,
  rows_scanned: rowsScanned ?? null,
  shared: shared ?? false,
})

type Origin = 'chart' | 'dashboard' | 'dataset' | 'row_level_security'
type Explained = { column: string | null; op: string; val: unknown; from: Origin; applied: boolean; reason?: string }

const isSameFilter = (a: FilterClause, b: Partial<FilterClause>): boolean =>
  exactJson([a.col, a.op, a.val ?? null]) === exactJson([b.col, b.op, b.val ?? null])

const condition = (val: string | null | undefined, { op, from }: { op: string; from: Origin }): Explained[] =>
  val?.trim() ? [{ column: null, op, val, from, applied: true }] : []

/** Everything that filters rows, and where it comes from. */
const filtersOf = ({ plan, compiled, rules }: Prepared, { dataset }: Source, context: QueryContext, query: QueryObject): Explained[] => {
  const extra = asRecord(asRecord(context.form_data)['extra_form_data'])
  const extraFilters = asList<FilterClause>(extra['filters'])
  const rejected = new Map(compiled.filters.rejected.map(({ column, reason }) => [column, reason]))
  const clauses = plan.filters.map((filter): Explained => {
    const column = columnLabel(filter.col)
    const reason = rejected.get(column)
    const isExtra = filter.isExtra || extraFilters.some((other) => isSameFilter(filter, other))
    const from = isExtra ? 'dashboard' : 'chart'
    return { column, op: filter.op, val: filter.val ?? null, from, applied: reason === undefined, ...(reason && { reason }) }
  })
  const range = plan.granularity !== null && query.time_range && query.time_range !== 'No filter' ? query.time_range : null
  const ranged = condition(range, { op: 'TEMPORAL_RANGE', from: extra['time_range'] === range ? 'dashboard' : 'chart' })
  return [
    ...ranged.map((found) => ({ ...found, column: plan.granularity })),
    ...clauses,
    ...condition(plan.where, { op: 'WHERE', from: 'chart' }),
    ...condition(plan.having, { op: 'HAVING', from: 'chart' }),
    ...condition(plan.applyPredicate ? dataset.fetch_values_predicate : null, { op: 'WHERE', from: 'dataset' }),
    ...rules.flatMap((rule) => condition(rule, { op: 'WHERE', from: 'row_level_security' })),
  ]
}

const stepsOf = ({ compiled, fetches }: Prepared) => [
  ...fetches.map(({ label, sql }) => ({ step: 'fetch', table: label, sql })),
  { step: 'main', sql: compiled.sql },
  ...compiled.offsets.map(({ offset, sql }) => ({ step: 'offset', offset, sql })),
  ...compiled.operations.map(({ operation, options }) => ({ step: 'post_processing', operation, options: options ?? {} })),
]

export type ExplainInput = {
  source: Source
  context: QueryContext
  query: QueryObject
  /** The cached response with the rows, if any. */
  kept: StoredInfo | null
  timeoutSeconds: number
  lastRun: LastRun | undefined
  now: Date
}

/** Sent only on request: other clients get exactly Superset's keys. */
export const explainQuery = (prepared: Prepared, { source, context, query, kept, timeoutSeconds, lastRun, now }: ExplainInput) => ({
  steps: stepsOf(prepared),
  filters: filtersOf(prepared, source, context, query),
  ...filterLists(prepared),
  applied_template_filters: prepared.facts.appliedFilters,
  cache: {
    key: prepared.key,
    state: kept ? (kept.isStale ? 'stale' : 'fresh') : 'none',
    stored_on: kept ? new Date(kept.storedAt).toISOString() : null,
    age_seconds: kept ? Math.round((now.getTime() - kept.storedAt) / 1000) : null,
    timeout: timeoutSeconds,
  },
  last_run: lastRun ?? null,
})
