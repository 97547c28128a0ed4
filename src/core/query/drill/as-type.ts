import type { FormData, QueryMetric } from '../query-object.ts'
import { msg } from '../../i18n/t.ts'
import { asList } from '../read.ts'

/** Types that show one dimension and one or more metrics, and the control of each that takes the dimension. */
const types = {
  echarts_timeseries_bar: { name: msg('Bar Chart'), control: 'x_axis' },
  pie: { name: msg('Pie Chart'), control: 'groupby' },
  table: { name: msg('Table'), control: 'groupby' },
  treemap_v2: { name: msg('Treemap'), control: 'groupby' },
  funnel: { name: msg('Funnel Chart'), control: 'groupby' },
  pivot_table_v2: { name: msg('Pivot Table'), control: 'groupbyRows' },
} as const

export type DrillType = keyof typeof types

const isDrillType = (name: string): name is DrillType => name in types

export const drillTypes = Object.keys(types)
  .filter(isDrillType)
  .map((type) => ({ type, name: types[type].name }))

/** Keys that mean the same for every type. */
const sharedKeys = [
  'datasource',
  'adhoc_filters',
  'extra_form_data',
  'dashboardId',
  'url_params',
  'granularity_sqla',
  'time_range',
  'color_scheme',
  'chart_id',
]

const maxRows = 100

const metricsOf = (form: FormData): QueryMetric[] => {
  const many = asList<QueryMetric>(form['metrics'])
  return (many.length > 0 ? many : asList<QueryMetric>(form['metric'])).filter(Boolean)
}

/** The same numbers by the same column as another type of chart, largest first. */
export const asDrillType = (form: FormData, type: DrillType, column: string): FormData => {
  const metrics = metricsOf(form)
  const { control } = types[type]
  return {
    ...Object.fromEntries(sharedKeys.flatMap((key) => (form[key] === undefined ? [] : [[key, form[key]] as const]))),
    datasource: form.datasource,
    viz_type: type,
    slice_id: 0,
    [control]: control === 'x_axis' ? column : [column],
    metrics,
    metric: metrics[0],
    row_limit: maxRows,
    order_desc: true,
    sort_by_metric: true,
    ...(type === 'table' && { query_mode: 'aggregate', timeseries_limit_metric: metrics[0] }),
    ...(type === 'echarts_timeseries_bar' && { orientation: 'horizontal', x_axis_sort_asc: true }),
  }
}
