import type { DatasetFacts } from '#charts/chart.ts'
import type { AdhocMetric, FormData, QueryMetric } from '#core/query/query-object.ts'
import { dataKind, optionName } from '../../../controls/field/kind.ts'
import type { ColumnFacts } from '../../../controls/field/kind.ts'
import { newFilter } from '../../../controls/filter/filter-draft.ts'

/** What a look at the data tells: the span of times (epoch ms) and the number of different values per column. */
export type Glance = { span: Record<string, [from: number, to: number]>; distinct: Record<string, number>; rows: number | null }

export const noGlance: Glance = { span: {}, distinct: {}, rows: null }

const day = 86_400_000
const grains: [grain: string, lasts: number][] = [
  ['PT1M', 60_000],
  ['PT1H', 3_600_000],
  ['P1D', day],
  ['P1W', 7 * day],
  ['P1M', 30 * day],
  ['P3M', 91 * day],
  ['P1Y', 365 * day],
]

/** The finest grain that draws at most about 200 points and that the dataset offers. */
export const grainFor = (from: number, to: number, offered: readonly (string | null)[]): string => {
  const fitting = grains.filter(([grain]) => offered.length === 0 || offered.includes(grain))
  return (fitting.find(([, lasts]) => (to - from) / lasts <= 200) ?? fitting.at(-1) ?? ['P1D'])[0]
}

/** Names of columns that number things rather than measure them. */
const isIdentifier = (name: string) => /(^|[_ ])(id|key|uuid|code|zip|zipcode|year|month|day|lat|lon|latitude|longitude|index)$/i.test(name)

const simpleMetric = (column: ColumnFacts, aggregate: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  column: { ...column },
  aggregate,
  sqlExpression: null,
  datasourceWarning: false,
  hasCustomLabel: false,
  label: `${aggregate}(${column.verbose_name || column.column_name})`,
  optionName: optionName('metric'),
})

const measureOf = (dataset: DatasetFacts): ColumnFacts | undefined =>
  dataset.columns.find((column) => dataKind(column) === 'number' && !isIdentifier(column.column_name))

/** Adding up makes sense of amounts; of prices, rates and the like the mean does. */
const aggregateFor = (name: string): 'SUM' | 'AVG' =>
  /price|rate|ratio|percent|pct|avg|mean|score|temp|speed|age|height|weight|length|depth|size|delay|rating|index|fertility|expect/i.test(
    name,
  )
    ? 'AVG'
    : 'SUM'

/** The measure a chart starts with: a saved one that says more than a count, else a number of the data, else the count. */
export const firstMetric = (dataset: DatasetFacts): QueryMetric => {
  const isCount = (expression: string) => /^\s*count\s*\(/i.test(expression)
  const telling = dataset.metrics.find((metric) => !isCount(metric.expression))
  if (telling) return telling.metric_name
  const measure = measureOf(dataset)
  if (measure) return simpleMetric(measure, aggregateFor(measure.column_name))
  return countOf(dataset)
}

const countOf = (dataset: DatasetFacts): QueryMetric =>
  dataset.metrics.find((metric) => metric.metric_name === 'count')?.metric_name ??
  dataset.metrics[0]?.metric_name ?? {
    expressionType: 'SQL',
    sqlExpression: 'COUNT(*)',
    column: null,
    aggregate: null,
    hasCustomLabel: false,
    label: 'COUNT(*)',
    optionName: optionName('metric'),
  }

const isGroup = (column: ColumnFacts) => (dataKind(column) === 'text' || dataKind(column) === 'boolean') && column.groupby !== false

/** The text column that divides the data best: few different values, but more than one. */
const groupOf = (dataset: DatasetFacts, glance: Glance, most: number): ColumnFacts | undefined => {
  const known = dataset.columns
    .filter((column) => isGroup(column) && !isIdentifier(column.column_name))
    .map((column) => ({ column, count: glance.distinct[column.column_name] }))
  const fitting = known.filter(({ count }) => count !== undefined && count > 1 && count <= most)
  return (
    fitting.sort((a, b) => (a.count ?? 0) - (b.count ?? 0))[0]?.column ??
    (most >= 20 ? known.find(({ count }) => count === undefined)?.column : undefined)
  )
}

const timeOf = (dataset: DatasetFacts): ColumnFacts | undefined =>
  dataset.columns.find((column) => column.column_name === dataset.main_dttm_col) ??
  dataset.columns.find((column) => dataKind(column) === 'time')

/** A chart worth seeing at once: a line over time, else bars by group, else the rows themselves. */
export const firstForm = (dataset: DatasetFacts, glance: Glance = noGlance): FormData => {
  const datasource = `${dataset.id}__table`
  const time = timeOf(dataset)
  const filters = time ? [newFilter(time)] : []
  if (time) {
    const span = glance.span[time.column_name]
    const offered = (dataset.time_grain_sqla ?? []).map(([grain]) => grain)
    const series = groupOf(dataset, glance, 8)
    return {
      viz_type: 'echarts_timeseries_line',
      datasource,
      x_axis: time.column_name,
      time_grain_sqla: span ? grainFor(span[0], span[1], offered) : 'P1D',
      metrics: [firstMetric(dataset)],
      groupby: series ? [series.column_name] : [],
      adhoc_filters: filters,
    }
  }
  const group = groupOf(dataset, glance, 60)
  if (group)
    return {
      viz_type: 'echarts_timeseries_bar',
      datasource,
      x_axis: group.column_name,
      metrics: [firstMetric(dataset)],
      groupby: [],
      adhoc_filters: [],
      x_axis_sort: 'metric',
      x_axis_sort_asc: false,
      row_limit: 100,
    }
  return {
    viz_type: 'table',
    datasource,
    query_mode: 'raw',
    all_columns: dataset.columns.map((column) => column.column_name),
    adhoc_filters: [],
    row_limit: 1000,
  }
}

export type Suggestion = { key: string; viz_type: string; form: FormData }

/** What an empty picture offers to start from. */
export const suggestions = (dataset: DatasetFacts, glance: Glance = noGlance): Suggestion[] => {
  const datasource = `${dataset.id}__table`
  const time = timeOf(dataset)
  const group = groupOf(dataset, glance, 60)
  const measure = measureOf(dataset)
  const found: Suggestion[] = []
  if (time) found.push({ key: 'over-time', viz_type: 'echarts_timeseries_line', form: firstForm(dataset, glance) })
  if (group)
    found.push({
      key: 'by-group',
      viz_type: 'echarts_timeseries_bar',
      form: {
        viz_type: 'echarts_timeseries_bar',
        datasource,
        x_axis: group.column_name,
        metrics: [countOf(dataset)],
        groupby: [],
        adhoc_filters: time ? [newFilter(time)] : [],
      },
    })
  if (measure)
    found.push({
      key: 'highest',
      viz_type: 'big_number_total',
      form: {
        viz_type: 'big_number_total',
        datasource,
        metric: simpleMetric(measure, 'MAX'),
        adhoc_filters: time ? [newFilter(time)] : [],
      },
    })
  return found
}
