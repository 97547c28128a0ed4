import { buildQueryObject } from '../build-query-context.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '../labels.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from '../query-object.ts'
import { asList, asRecord } from '../read.ts'

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
const spatial: Shape = { dimensions: ['spatial', 'start_spatial', 'end_spatial', 'line_column', 'geojson', 'dimension', 'js_columns'] }

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
  deck_arc: spatial,
  deck_contour: spatial,
  deck_geojson: spatial,
  deck_grid: spatial,
  deck_heatmap: spatial,
  deck_hex: spatial,
  deck_path: spatial,
  deck_polygon: spatial,
  deck_scatter: spatial,
  deck_screengrid: spatial,
}

export const isLegacyType = (vizType: string): boolean => vizType === 'filter_box' || Object.hasOwn(shapes, vizType)

/** Words that are in a column's place and are none. */
const notColumns = new Set(['Auto', 'count', ''])

/** The columns that a control names: one, several, or the parts of a place. */
const columnsIn = (value: unknown): QueryColumn[] => {
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (Array.isArray(value)) return value.flatMap(columnsIn)
  if (typeof value === 'string') return notColumns.has(value) ? [] : [value]
  const record = asRecord(value)
  if ('sqlExpression' in record) return [record]
  return ['latCol', 'lonCol', 'lonlatCol', 'geohashCol'].flatMap((key) => columnsIn(record[key]))
}

const metricKeys = ['metric', 'metrics', 'percent_metrics', 'metric_2', 'secondary_metric', 'x', 'y', 'size']

const isMetric = (value: unknown): value is QueryMetric =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null && 'expressionType' in value)

const metricsOf = (form: FormData): QueryMetric[] =>
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

/** The queries of a legacy chart: one, or one for each filter of a filter_box. @throws Error for an unknown type */
export const buildLegacyQueries = (form: FormData): QueryObject[] => {
  const base = { ...buildQueryObject({ ...form, query_mode: 'aggregate' }), post_processing: [] }
  if (form.viz_type === 'filter_box') return filterBoxQueries(form, base)
  const shape = shapes[form.viz_type]
  if (!shape) throw new Error(form.viz_type)
  const { dimensions = ['groupby', 'columns'], rows, isTimeSeries } = shape
  const metrics = metricsOf(form)
  if (rows || (shape === spatial && !metrics.length)) {
    const { metrics: _metrics, ...raw } = base
    return [{ ...raw, columns: columnsOf(form, rows ?? dimensions) }]
  }
  const [first] = metrics
  return [
    {
      ...base,
      columns: columnsOf(form, dimensions),
      metrics,
      ...(form['sort_by_metric'] === true && first !== undefined && { orderby: [[first, false]] }),
      ...(isTimeSeries && base.granularity && { is_timeseries: true }),
    },
  ]
}
