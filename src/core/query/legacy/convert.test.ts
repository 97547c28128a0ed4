import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { convertLegacyChart } from './convert.ts'

type Params = Record<string, unknown>
type Conversions = { charts: { from: string; to: string; params_before: Params; params_after: Params }[] }
const file = new URL('../../../../test/conformance/bundles/3.0-to-6.1-conversions.json', import.meta.url)
const { charts } = JSON.parse(readFileSync(file, 'utf8')) as Conversions

describe('a chart of an older type', () => {
  it.each(charts.map((chart) => [`${chart.from} → ${chart.to}`, chart] as const))('%s, as recorded', (_, chart) => {
    const { viz_type, params } = convertLegacyChart(chart.from, chart.params_before)
    expect(viz_type).toBe(chart.to)
    expect({ ...params, datasource: null }).toEqual({ ...chart.params_after, datasource: null })
  })

  it.each<[what: string, from: string, before: Params, after: Params & { viz_type: string }]>([
    ['a smooth line', 'line', { line_interpolation: 'cardinal' }, { viz_type: 'echarts_timeseries_smooth' }],
    ['a line in steps', 'line', { line_interpolation: 'step-after' }, { viz_type: 'echarts_timeseries_step', seriesType: 'end' }],
    ['a time range', 'line', { granularity_sqla: 'day', time_range: 'Last week' }, { viz_type: 'echarts_timeseries_line', x_axis: 'day' }],
    [
      'shares',
      'area',
      { stacked_style: 'expand', contribution: true },
      { viz_type: 'echarts_area', stack: 'Expand', contributionMode: 'row' },
    ],
    ['bars side by side', 'bar', { bar_stacked: false }, { viz_type: 'echarts_timeseries_bar', truncateYAxis: true }],
    [
      'several groups',
      'dist_bar',
      { groupby: ['a', 'b'], columns: ['c'] },
      { viz_type: 'echarts_timeseries_bar', x_axis: 'a', groupby: ['b', 'c'] },
    ],
    ['no groups', 'dist_bar', {}, { viz_type: 'echarts_timeseries_bar', groupby: [] }],
    ['margins as text', 'line', { bottom_margin: '50' }, { viz_type: 'echarts_timeseries_line', x_axis_title_margin: 50 }],
    ['logarithmic axes', 'bubble', { x_log_scale: true }, { viz_type: 'bubble_v2', logXAxis: true }],
    ['one measure', 'treemap', { metrics: ['sum'], groupby: ['a'] }, { viz_type: 'treemap_v2', metric: 'sum', groupby: ['a'] }],
    [
      'rows and columns',
      'pivot_table',
      { groupby: ['a'], columns: ['b'], pandas_aggfunc: 'mean', pivot_margins: true, row_limit: 50 },
      {
        viz_type: 'pivot_table_v2',
        groupbyRows: ['a'],
        groupbyColumns: ['b'],
        aggregateFunction: 'Average',
        rowTotals: true,
        colTotals: true,
        series_limit: 50,
      },
    ],
    [
      'two axes',
      'dual_line',
      { metric: 'sum', metric_2: 'avg', granularity_sqla: 'day', y_axis_2_format: '.1f' },
      { viz_type: 'mixed_timeseries', x_axis: 'day', metrics: ['sum'], metrics_b: ['avg'], yAxisIndexB: 1, y_axis_format_secondary: '.1f' },
    ],
    ['lines that are compared', 'compare', { granularity_sqla: 'day' }, { viz_type: 'echarts_timeseries_line', x_axis: 'day' }],
    ['no bins', 'histogram', { all_columns_x: 'delay' }, { viz_type: 'histogram_v2', column: 'delay', bins: 5 }],
  ])('with %s', (...[, from, before, after]) => {
    const { viz_type, params } = convertLegacyChart(from, before)
    expect(viz_type).toBe(after.viz_type)
    expect(params).toMatchObject(after)
  })

  it('is filtered by time once', () => {
    const filter = { clause: 'WHERE', subject: 'day', operator: 'TEMPORAL_RANGE', comparator: 'Last week', expressionType: 'SIMPLE' }
    const { params } = convertLegacyChart('line', { granularity_sqla: 'day', adhoc_filters: [filter] })
    expect(params['adhoc_filters']).toEqual([filter])
  })

  it('with two axes is filtered by time on both', () => {
    const { params } = convertLegacyChart('dual_line', { granularity_sqla: 'day', time_range: 'Last week' })
    expect(params['adhoc_filters_b']).toEqual(params['adhoc_filters'])
    expect(params['adhoc_filters']).toMatchObject([{ subject: 'day', comparator: 'Last week' }])
  })

  it('of any other type stays as it is', () => {
    const params = { viz_type: 'event_flow', all_columns: ['x'] }
    expect(convertLegacyChart('event_flow', params)).toEqual({ viz_type: 'event_flow', params })
    expect(convertLegacyChart('constructor', params).params).toBe(params)
  })
})
