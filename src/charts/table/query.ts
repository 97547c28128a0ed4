import { buildQueryObject } from '#core/query/build-query-context.ts'
import { timeGrainOf } from '#core/query/extras.ts'
import { metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import { compare } from '#core/query/operations.ts'
import type { FilterClause, FormData, PostProcessingOperation, QueryColumn, QueryObject } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { isComparing, shiftedName } from '#core/query/time-offsets.ts'
import type { QueryOptions } from '../chart.ts'
import type { StatedTableForm } from './controls.ts'
import { tableMode } from './mode.ts'
import { hasSharesOfAll } from './shares.ts'

/** Relative shifts as they are; `custom` is the date that the form gives, `inherit` goes to the server. */
export const shiftsOf = (form: StatedTableForm, shifts: string[]): string[] =>
  shifts.flatMap((shift) => (shift === 'custom' ? (form.start_date_offset ?? []) : [shift]))

const orderOf = (form: StatedTableForm): QueryObject['orderby'] => {
  const by = form.timeseries_limit_metric
  if (by) return [[by, !form.order_desc]]
  const first = form.metrics?.[0]
  return first ? [[first, false]] : []
}

/** The first temporal column takes the grain and leads. */
const grainedColumns = (form: StatedTableForm, columns: QueryColumn[], grain: string): QueryColumn[] | null => {
  const temporal = asRecord(form.temporal_columns_lookup)
  const place = columns.findIndex((column) => typeof column === 'string' && temporal[column])
  const name = columns[place]
  if (typeof name !== 'string') return null
  const axis = { timeGrain: grain, columnType: 'BASE_AXIS' as const, sqlExpression: name, label: name, expressionType: 'SQL' as const }
  return [axis, ...columns.toSpliced(place, 1)]
}

const shares = (labels: string[]): PostProcessingOperation => ({
  operation: 'contribution',
  options: { columns: labels, rename_columns: labels.map((label) => `%${label}`) },
})

const aggregated = (form: StatedTableForm, saved: FormData, base: QueryObject, offsets: string[]): QueryObject => {
  const grain = timeGrainOf(saved)
  const grained = grain ? grainedColumns(form, base.columns ?? [], grain) : null
  const percent = uniqueByLabel(form.percent_metrics ?? [], metricLabel)
  const labels = percent.map(metricLabel).flatMap((label) => [label, ...offsets.map((offset) => shiftedName(label, offset))])
  const compared = compare(saved, base)
  return {
    ...base,
    columns: grained ?? base.columns ?? [],
    metrics: uniqueByLabel([...(base.metrics ?? []), ...percent], metricLabel),
    orderby: orderOf(form),
    ...(grained && { extras: { ...base.extras, time_grain_sqla: grain as string } }),
    post_processing: [...(percent.length > 0 ? [shares(labels)] : []), ...(compared ? [compared] : [])],
  }
}

const withoutGrain = (query: QueryObject): QueryObject => {
  const { time_grain_sqla: _, ...extras } = query.extras ?? {}
  return { ...query, extras }
}

const same = (a: FilterClause[], b: FilterClause[]): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The pages end where the row limit does; the last one is cut there. */
const paged = (form: StatedTableForm, query: QueryObject, { ownState = {}, previousFilters }: QueryOptions): QueryObject => {
  const size = ownState.pageSize ?? form.server_page_length ?? 0
  const limit = form.row_limit || Infinity
  const isMoved = previousFilters !== undefined && !same(previousFilters, query.filters ?? [])
  const offset = isMoved ? 0 : Math.min(ownState.currentPage ?? 0, Math.ceil(limit / size) - 1) * size
  return { ...query, row_limit: Math.min(size, limit - offset), row_offset: offset }
}

const whole = { row_limit: 0, row_offset: 0, post_processing: [] }

/** The rows; of a paged table also their number; of a grouped one the sums that percentages of all records need, and the totals. */
export const tableQueries = (form: StatedTableForm, saved: FormData, options: QueryOptions = {}): QueryObject[] => {
  const base = withoutGrain(buildQueryObject(saved))
  const aggregate = tableMode(form) === 'aggregate'
  const offsets = isComparing(saved, base) ? shiftsOf(form, asList<string>(saved['time_compare'])) : []
  const extra = asList<QueryColumn>(asRecord(saved['extra_form_data'])['interactive_groupby'])
  const shaped = aggregate ? aggregated(form, saved, base, offsets) : { ...base, orderby: base.orderby ?? [], post_processing: [] }
  const missing = extra.filter((column) => !(shaped.columns ?? []).includes(column))
  const query: QueryObject = { ...shaped, columns: [...(shaped.columns ?? []), ...missing], time_offsets: offsets }

  const queries = form.server_pagination
    ? [paged(form, query, options), { ...query, ...whole, row_limit: form.row_limit ?? 0, time_offsets: [], is_rowcount: true }]
    : [query]
  const { orderby: _, order_desc: __, ...summed } = { ...query, ...whole, columns: [] }
  if (hasSharesOfAll(form))
    queries.push({ ...summed, metrics: uniqueByLabel(form.percent_metrics ?? [], metricLabel), orderby: [], is_timeseries: false })
  if (form.show_totals && aggregate) queries.push(summed)
  return queries
}
