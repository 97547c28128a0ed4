import { buildQueryContext, buildQueryObject } from '../../query/build-query-context.ts'
import type { ExtraFormData } from '../../query/extras.ts'
import type { FilterClause, FormData, QueryContext, QueryObject } from '../../query/query-object.ts'
import { controlsOf } from '../settings/filter-controls.ts'
import type { NativeFilter } from '../native-filter.ts'

/** Values that are loaded at a time; the server searches for more (NATIVE_FILTER_DEFAULT_ROW_LIMIT). */
export const optionLimit = 1000

/** How the column of a filter is searched; unknown until its first values are loaded. */
export type ColumnKind = 'text' | 'number' | 'other' | undefined

type Place = {
  dashboardId: number
  /** What the filter's parents add. */
  extra: ExtraFormData
  urlParams: Readonly<Record<string, string>>
}

type Search = { text: string; kind: ColumnKind }

const columnOf = ({ targets }: NativeFilter): string | undefined => targets[0]?.column?.name

const formOf = (filter: NativeFilter, { dashboardId, extra, urlParams }: Place): FormData => {
  const column = columnOf(filter)
  return {
    ...filter.controlValues,
    datasource: `${filter.targets[0]?.datasetId}__table`,
    viz_type: filter.filterType,
    type: filter.type,
    groupby: column === undefined ? [] : [column],
    metrics: ['count'],
    sortMetric: filter.sortMetric,
    adhoc_filters: filter.adhoc_filters,
    ...(filter.time_range !== null && { time_range: filter.time_range }),
    ...(filter.granularity_sqla !== null && { granularity_sqla: filter.granularity_sqla }),
    extra_filters: [],
    extra_form_data: extra,
    row_limit: optionLimit,
    showSearch: true,
    inView: true,
    url_params: urlParams,
    dashboardId,
    native_filter_id: filter.id,
  }
}

/** Whether the server can narrow the values by this text; if not, its answer would be all of them. */
export const canSearch = (search: Search): boolean => searchClause('', search) !== null

/** A clause that finds values by a part of their text; null if no value can contain it. */
const searchClause = (column: string, { text, kind }: Search): FilterClause | null => {
  const needle = text.trim()
  if (needle === '' || kind === 'other' || (kind === 'number' && Number.isNaN(Number(needle)))) return null
  return { col: column, op: 'ILIKE', val: `%${needle}%` }
}

/** The query without dimensions and metrics: pre-filter, time and parents. */
const baseQuery = (form: FormData): QueryObject => buildQueryObject({ ...form, groupby: [], metrics: [] })

const selectQuery = (filter: NativeFilter, column: string, form: FormData, search: Search): QueryObject => {
  const base = baseQuery(form)
  const clause = searchClause(column, search)
  const sortBy = filter.sortMetric
  return {
    ...base,
    columns: [column],
    metrics: sortBy === null ? [] : [sortBy],
    filters: [...(base.filters ?? []), ...(clause ? [clause] : [])],
    orderby: [[sortBy ?? column, controlsOf(filter).sortAscending]],
    apply_fetch_values_predicate: true,
  }
}

const extreme = (aggregate: 'MIN' | 'MAX', column: string) => ({
  aggregate,
  column: { column_name: column },
  expressionType: 'SIMPLE' as const,
  hasCustomLabel: true,
  label: aggregate.toLowerCase(),
})

const rangeQuery = (column: string, form: FormData): QueryObject => ({
  ...baseQuery(form),
  columns: [],
  metrics: [extreme('MIN', column), extreme('MAX', column)],
})

/** Row limit of a histogram: it shows the shape of the data at a bounded cost. */
const histogramRowLimit = 10_000
const histogramBins = 32

/** The query of the histogram above a range filter's slider; null if the filter has no column. */
export const histogramQuestion = (filter: NativeFilter, place: Place): QueryContext | null => {
  const column = columnOf(filter)
  if (filter.targets[0]?.datasetId === undefined || column === undefined) return null
  const form = formOf(filter, place)
  const { metrics: _none, ...base } = baseQuery(form)
  const query = {
    ...base,
    columns: [column],
    filters: [...(base.filters ?? []), { col: column, op: 'IS NOT NULL' }],
    row_limit: histogramRowLimit,
    post_processing: [{ operation: 'histogram', options: { column, groupby: [], bins: histogramBins } }],
  }
  return buildQueryContext(form, () => [query])
}

const noSearch: Search = { text: '', kind: undefined }

/** The query of the values that a filter offers; null if it has none. */
export const filterQuestion = (filter: NativeFilter, place: Place, search: Search = noSearch): QueryContext | null => {
  const [target] = filter.targets
  if (target?.datasetId === undefined) return null
  const column = columnOf(filter)
  const form = formOf(filter, place)
  switch (filter.filterType) {
    case 'filter_select':
      return column === undefined ? null : buildQueryContext(form, () => [selectQuery(filter, column, form, search)])
    case 'filter_range':
      return column === undefined ? null : buildQueryContext(form, () => [rangeQuery(column, form)])
    case 'filter_timecolumn':
    case 'filter_groupby':
      return buildQueryContext({ ...form, result_type: 'columns' }, () => [baseQuery(form)])
    case 'filter_timegrain':
      return buildQueryContext({ ...form, result_type: 'timegrains' }, () => [baseQuery(form)])
    case 'filter_time':
    case 'unknown':
      return null
  }
}
