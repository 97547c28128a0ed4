import { asList } from '../read.ts'
import { rewritten, withTimeFilter, type Conversion, type Params } from './rewrite.ts'

export const treemap: Conversion = (params) => {
  const [metric, ...more] = asList(params['metrics'])
  const isSingle = metric !== undefined && more.length === 0
  return { viz_type: 'treemap_v2', params: withTimeFilter(rewritten(params, { gone: ['metrics'], added: isSingle ? { metric } : {} })) }
}

const aggregations: Readonly<Record<string, string>> = {
  sum: 'Sum',
  mean: 'Average',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
  std: 'Sample Standard Deviation',
  var: 'Sample Variance',
}

const totals = ['colTotals', 'colSubTotals', 'rowTotals', 'rowSubTotals']

export const pivotTable: Conversion = (params) => {
  const { pandas_aggfunc: aggregation, pivot_margins: margins } = params
  const names = {
    columns: 'groupbyColumns',
    combine_metric: 'combineMetric',
    groupby: 'groupbyRows',
    number_format: 'valueFormat',
    row_limit: 'series_limit',
    timeseries_limit_metric: 'series_limit_metric',
    transpose_pivot: 'transposePivot',
  }
  const added = {
    rowOrder: 'value_z_to_a',
    ...(margins ? Object.fromEntries(totals.map((key) => [key, margins])) : {}),
    ...(aggregation !== undefined && { aggregateFunction: aggregations[String(aggregation)] ?? 'Sum' }),
  }
  const gone = ['pandas_aggfunc', 'pivot_margins']
  return { viz_type: 'pivot_table_v2', params: withTimeFilter(rewritten(params, { names, gone, added })) }
}

/** One line on each axis. */
export const dualLine: Conversion = (params) => {
  const column = params['granularity_sqla']
  const names = {
    x_axis_format: 'x_axis_time_format',
    y_axis_2_format: 'y_axis_format_secondary',
    y_axis_2_bounds: 'y_axis_bounds_secondary',
  }
  const listed = (key: string) => (params[key] === undefined || params[key] === null ? [] : [params[key]])
  const added: Params = {
    ...(column ? { x_axis: column } : {}),
    metrics: listed('metric'),
    metrics_b: listed('metric_2'),
    yAxisIndex: 0,
    yAxisIndexB: 1,
    truncateYAxis: true,
  }
  const converted = withTimeFilter(rewritten(params, { names, gone: ['metric', 'metric_2'], added }))
  return { viz_type: 'mixed_timeseries', params: { ...converted, adhoc_filters_b: asList(converted['adhoc_filters']) } }
}
