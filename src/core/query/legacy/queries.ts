import { buildQueryObject } from '../build-query-context.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '../labels.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from '../query-object.ts'
import { ownValue } from '../../encoding/own-keys.ts'
import { asList, asNumber, asRecord } from '../read.ts'
import { isMetric } from './is-metric.ts'
import { metricKeys } from './readable-form.ts'
import { deckColumns, deckFilters, deckMetrics, isDeckType } from './deck.ts'

/** Queries of the chart types that ask explore_json: Superset builds these on the server, so no chart plugin has them. */

type Shape = {
  /** Form keys with dimensions; `groupby` and `columns` where a type says nothing else. */
  dimensions?: readonly string[]
  /** Form keys with columns of single rows, for types without metrics. */
  rows?: readonly string[]
  /** Groups by the time column, too. */
  isTimeSeries?: true
}

const timeSeries: Shape = { isTimeSeries: true }

const shapes: Readonly<Record<string, Shape>> = {
  area: timeSeries,
  bar: timeSeries,
  compare: timeSeries,
  horizon: timeSeries,
  line: timeSeries,
  paired_ttest: timeSeries,
  rose: timeSeries,
  time_pivot: timeSeries,
  time_table: timeSeries,
  cal_heatmap: timeSeries,
  bubble: { dimensions: ['entity', 'series'] },
  bullet: { dimensions: [] },
  chord: {},
  country_map: { dimensions: ['entity'] },
  dist_bar: {},
  event_flow: { rows: ['entity', 'all_columns_x', 'all_columns', 'granularity_sqla'] },
  heatmap: { dimensions: ['all_columns_x', 'all_columns_y'] },
  histogram: { rows: ['all_columns_x', 'groupby'] },
  mapbox: { rows: ['all_columns_x', 'all_columns_y', 'mapbox_label', 'point_radius', 'groupby'] },
  para: { dimensions: ['series'] },
  partition: {},
  sankey: {},
  sunburst: {},
  world_map: { dimensions: ['entity'] },
}

export const isLegacyType = (vizType: string): boolean => vizType === 'filter_box' || isDeckType(vizType) || Object.hasOwn(shapes, vizType)

/** Words that are in a column's place and are none. */
const notColumns = new Set(['Auto', 'count', ''])

/** The columns that a control names: one or several. */
const columnsIn = (value: unknown): QueryColumn[] => {
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (Array.isArray(value)) return value.flatMap(columnsIn)
  if (typeof value === 'string') return notColumns.has(value) ? [] : [value]
  const record = asRecord(value)
  return 'sqlExpression' in record ? [record] : []
}

/** The metrics that the controls of a legacy chart hold. */
export const metricsOf = (form: FormData): QueryMetric[] =>
  uniqueByLabel(
    metricKeys.flatMap((key) => asList(form[key])).filter((value) => isMetric(value)),
    metricLabel,
  )

const columnsOf = (form: FormData, keys: readonly string[]): QueryColumn[] =>
  uniqueByLabel(
    keys.flatMap((key) => columnsIn(form[key])),
    columnLabel,
  )

type FilterConfig = { column: string; metric: QueryMetric; isAscending: boolean; limit: number }

const defaultFilterLimit = 1_000

/** The value lists of a filter_box. */
export const filterConfigs = (form: FormData): FilterConfig[] =>
  asList(form['filter_configs'])
    .map(asRecord)
    .flatMap(({ column, metric, asc }) =>
      typeof column === 'string' && column !== ''
        ? [{ column, metric: isMetric(metric) ? metric : 'count', isAscending: asc === true, limit: defaultFilterLimit }]
        : [],
    )

const filterBoxQueries = (form: FormData, base: QueryObject): QueryObject[] =>
  filterConfigs(form).map(({ column, metric, isAscending, limit }) => ({
    ...base,
    columns: [column],
    metrics: [metric],
    orderby: [[metric, isAscending]],
    row_limit: limit,
  }))

const deckQuery = (form: FormData, base: QueryObject): QueryObject => {
  const { metrics: _metrics, ...raw } = base
  const columns = deckColumns(form)
  const filters = [...(base.filters ?? []), ...deckFilters(form)]
  const metrics = deckMetrics(form)
  const [first] = metrics
  return first === undefined
    ? { ...raw, columns, filters }
    : { ...raw, columns, filters, metrics, orderby: [[first, form['order_desc'] === false]] }
}

/** Grains of a calendar heatmap by the name of its smallest cells. */
const calendarGrains: Record<string, string> = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M', year: 'P1Y' }

/** Charts of nvd3 with a time axis, and what is built on them. */
const nvd3TimeSeries = new Set(['area', 'bar', 'compare', 'horizon', 'line', 'partition', 'rose', 'time_pivot', 'time_table'])

/** Rows come in the order of the sort metric, else of the first one. */
const timeSeriesOrder = (form: FormData, [first]: QueryMetric[]): Pick<QueryObject, 'orderby'> => {
  const sort = form.viz_type === 'time_table' ? undefined : asList(form['timeseries_limit_metric']).find(isMetric)
  const metric = sort ?? first
  return metric === undefined ? {} : { orderby: [[metric, form['order_desc'] === false]] }
}

const withSmallestGrain = (form: FormData, { extras }: QueryObject): Pick<QueryObject, 'extras'> => ({
  extras: { ...extras, time_grain_sqla: ownValue(calendarGrains, String(form['subdomain_granularity'] ?? 'min')) },
})

/** Whether a partition's rows are told apart by time. */
const isTimed = (form: FormData, shape: Shape): boolean =>
  shape.isTimeSeries === true || (form.viz_type === 'partition' && (form['time_series_option'] ?? 'not_time') !== 'not_time')

/** The time shifts that a chart compares with, as its form writes them: `1 week`. */
export const comparedShifts = (form: FormData): string[] =>
  nvd3TimeSeries.has(form.viz_type) ? asList(form['time_compare']).filter((shift) => typeof shift === 'string') : []

/** The queries of a legacy chart: one with one for each time shift, or one for each filter of a filter_box. @throws Error for an unknown type */
export const buildLegacyQueries = (form: FormData): QueryObject[] => {
  const base = { ...buildQueryObject({ ...form, query_mode: 'aggregate' }), post_processing: [] }
  if (form.viz_type === 'filter_box') return filterBoxQueries(form, base)
  if (isDeckType(form.viz_type)) return [deckQuery(form, base)]
  const shape = shapes[form.viz_type]
  if (!shape) throw new Error(form.viz_type)
  const { dimensions = ['groupby', 'columns'], rows } = shape
  if (rows) {
    const { metrics: _metrics, ...raw } = base
    return [{ ...raw, columns: columnsOf(form, rows) }]
  }
  const metrics = metricsOf(form)
  const [first] = metrics
  const query: QueryObject = {
    ...base,
    columns: columnsOf(form, dimensions),
    metrics,
    ...(form['sort_by_metric'] === true && first !== undefined && { orderby: [[first, false]] }),
    ...(nvd3TimeSeries.has(form.viz_type) && timeSeriesOrder(form, metrics)),
    ...(form.viz_type === 'bubble' && { row_limit: asNumber(form['limit']), series_limit: 0 }),
    ...(form.viz_type === 'cal_heatmap' && withSmallestGrain(form, base)),
    ...(isTimed(form, shape) && base.granularity && { is_timeseries: true }),
  }
  return [query, ...comparedShifts(form).map((shift) => ({ ...query, time_shift: shift }))]
}
