import { asList } from '../read.ts'
import { dualLine, pivotTable, treemap } from './other-types.ts'
import { rewritten, withTimeFilter, type Conversion, type Converted, type Params } from './rewrite.ts'

/**
 * Charts of types that newer versions replaced, as the types that replaced them (conformance/bundles, 3.0-to-6.1-conversions.json).
 */

const marginNames = { bottom_margin: 'x_axis_title_margin', left_margin: 'y_axis_title_margin' }

const withNumericMargins = (params: Params): Params => ({
  ...params,
  ...Object.fromEntries(
    Object.keys(marginNames).flatMap((key) => (/^\d+$/.test(String(params[key])) ? [[key, Number(params[key])] as const] : [])),
  ),
})

const cartesianNames = {
  ...marginNames,
  show_controls: 'show_extra_controls',
  x_axis_label: 'x_axis_title',
  x_axis_format: 'x_axis_time_format',
  y_axis_label: 'y_axis_title',
}

/** What all time series of nvd3 have in common. */
const cartesian = (params: Params, added: Params, gone: string[] = []): Params =>
  rewritten(withNumericMargins(params), {
    names: cartesianNames,
    gone: ['contribution', 'show_brush', 'show_markers', 'x_ticks_layout', 'y_axis_showminmax', ...gone],
    added: {
      contributionMode: params['contribution'] ? 'row' : null,
      zoomable: params['show_brush'] === 'yes',
      markerEnabled: Boolean(params['show_markers']),
      truncateYAxis: true,
      ...('x_ticks_layout' in params && { xAxisLabelRotation: params['x_ticks_layout'] === '45°' ? 45 : 0 }),
      ...added,
    },
  })

const timeSeries = (params: Params, added: Params, gone: string[] = []): Params => {
  const column = params['granularity_sqla']
  return withTimeFilter(cartesian(params, { ...(column ? { x_axis: column } : {}), ...added }, ['line_interpolation', ...gone]))
}

const lineTypes: Record<string, { viz_type: string; seriesType?: string }> = {
  cardinal: { viz_type: 'echarts_timeseries_smooth' },
  basis: { viz_type: 'echarts_timeseries_smooth' },
  monotone: { viz_type: 'echarts_timeseries_smooth' },
  'step-before': { viz_type: 'echarts_timeseries_step', seriesType: 'start' },
  'step-after': { viz_type: 'echarts_timeseries_step', seriesType: 'end' },
}

const stackNames: Record<string, string> = { stack: 'Stack', expand: 'Expand', stream: 'Stream' }

const stackOfBars = ({ bar_stacked: isStacked }: Params) => (isStacked ? { stack: 'Stack' } : {})

const distBar: Conversion = (params) => {
  const [axis, ...groups] = asList(params['groupby'])
  const rotation = params['x_ticks_layout'] === 'flat' ? 0 : 45
  const added = {
    ...(axis !== undefined && { x_axis: axis }),
    groupby: [...groups, ...asList(params['columns'])],
    comparison_type: 'values',
    show_value: Boolean(params['show_bar_value']),
    ...('x_ticks_layout' in params && { xAxisLabelRotation: rotation }),
    ...stackOfBars(params),
  }
  const gone = ['bar_stacked', 'show_bar_value', 'columns', 'order_bars_by', 'reduce_x_ticks']
  return { viz_type: 'echarts_timeseries_bar', params: withTimeFilter(cartesian(params, added, gone)) }
}

const bubble: Conversion = (params) => ({
  viz_type: 'bubble_v2',
  params: withTimeFilter(
    rewritten(withNumericMargins(params), {
      names: {
        ...marginNames,
        limit: 'row_limit',
        x_axis_format: 'xAxisFormat',
        x_log_scale: 'logXAxis',
        y_log_scale: 'logYAxis',
      },
      gone: ['x_ticks_layout', 'x_axis_showminmax', 'y_axis_showminmax'],
      added: {
        truncateYAxis: true,
        ...('bottom_margin' in params && { x_axis_title_margin: Number(params['bottom_margin']) || 30 }),
        ...('x_ticks_layout' in params && { xAxisLabelRotation: params['x_ticks_layout'] === '45°' ? 45 : 0 }),
      },
    }),
  ),
})

const heatmap: Conversion = (params) => ({
  viz_type: 'heatmap_v2',
  params: withTimeFilter(
    rewritten(params, {
      names: { all_columns_x: 'x_axis', all_columns_y: 'groupby', y_axis_bounds: 'value_bounds', show_perc: 'show_percentage' },
      gone: ['canvas_image_rendering'],
      added: { legend_type: 'continuous' },
    }),
  ),
})

const defaultBins = 5

const histogram: Conversion = (params) => ({
  viz_type: 'histogram_v2',
  params: withTimeFilter(
    rewritten(params, {
      names: { x_axis_label: 'x_axis_title', y_axis_label: 'y_axis_title', normalized: 'normalize' },
      gone: ['all_columns_x', 'link_length'],
      added: { column: asList(params['all_columns_x'])[0] ?? null, bins: Number(params['link_length']) || defaultBins },
    }),
  ),
})

const sankey: Conversion = (params) => {
  const [source, target] = asList(params['groupby'])
  return { viz_type: 'sankey_v2', params: withTimeFilter(rewritten(params, { gone: ['groupby'], added: { source, target } })) }
}

const conversions: Readonly<Record<string, Conversion>> = {
  area: (params) => {
    const stack = stackNames[String(params['stacked_style'])]
    const added = { opacity: 0.7, ...(stack !== undefined && { stack }) }
    return { viz_type: 'echarts_area', params: timeSeries(params, added, ['stacked_style']) }
  },
  bar: (params) => ({ viz_type: 'echarts_timeseries_bar', params: timeSeries(params, stackOfBars(params), ['bar_stacked']) }),
  line: (params) => {
    const { viz_type, ...added } = lineTypes[String(params['line_interpolation'])] ?? { viz_type: 'echarts_timeseries_line' }
    return { viz_type, params: timeSeries(params, added) }
  },
  dist_bar: distBar,
  compare: (params) => ({ viz_type: 'echarts_timeseries_line', params: timeSeries(params, {}) }),
  dual_line: dualLine,
  pivot_table: pivotTable,
  treemap,
  bubble,
  heatmap,
  histogram,
  sankey,
  sunburst: (params) => ({ viz_type: 'sunburst_v2', params: withTimeFilter(rewritten(params, { names: { groupby: 'columns' } })) }),
}

/** The chart as its newer type; one of any other type is returned as it is. */
export const convertLegacyChart = (vizType: string, params: Params): Converted => {
  const convert = Object.hasOwn(conversions, vizType) ? conversions[vizType] : undefined
  if (!convert) return { viz_type: vizType, params }
  const converted = convert(params)
  return { ...converted, params: { ...converted.params, viz_type: converted.viz_type } }
}
