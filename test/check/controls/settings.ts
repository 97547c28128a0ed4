/** What a form must say elsewhere for a control to have a part in the picture or the query, by the control's name. */
type Settings = Record<string, Record<string, unknown>>

const shared: Settings = {
  group_others_when_limit_reached: { limit: 5, groupby: ['kind'] },
  order_desc: { timeseries_limit_metric: 'a', series_limit_metric: 'a' },
  rolling_periods: { rolling_type: 'mean' },
  min_periods: { rolling_type: 'mean', rolling_periods: 50 },
  comparison_type: { time_compare: ['1 year ago'] },
  x_axis_sort_asc: { x_axis_sort: 'a' },
  resample_rule: { resample_method: 'ffill' },
  resample_method: { resample_rule: '1D' },
  x_axis_title_margin: { x_axis_title: 'Below', x_axis_label: 'Below' },
  y_axis_title_margin: { y_axis_title: 'Beside', y_axis_label: 'Beside' },
  x_axis_title_position: { x_axis_title: 'Below' },
  y_axis_title_position: { y_axis_title: 'Beside' },
  time_shift_color: { time_compare: ['1 year ago'] },
  only_total: { show_value: true, stack: 'Stack' },
  percentage_threshold: { show_value: true, stack: 'Stack', only_total: false },
  opacity: { area: true },
  markerSize: { markerEnabled: true },
  xAxisBounds: { truncateXAxis: true },
  truncateXAxis: { xAxisBounds: [3, 40] },
  y_axis_bounds: { truncateYAxis: true },
  truncateYAxis: { y_axis_bounds: [3, 40] },
  showTooltipPercentage: { contributionMode: 'row', stack: 'Stack' },
  showTooltipTotal: { stack: 'Stack' },
  tooltipSortByMetric: {},
  label_template: { label_type: 'template' },
  start_date_offset: { time_compare: 'custom' },
  comparison_color_enabled: { time_compare: '1 year ago' },
  comparison_color_scheme: { time_compare: '1 year ago', comparison_color_enabled: true },
  metric_name_font_size: { show_metric_name: true },
  subtitle_font_size: { subtitle: 'Some words' },
  subheader: { subheader: 'Other words', subtitle: '' },
  subheader_font_size: { subheader: 'Some words', subtitle: '' },
  compare_suffix: { compare_lag: 1 },
  show_x_axis_min_max_labels: { show_x_axis: true },
  show_y_axis_min_max_labels: { show_y_axis: true },
  forecastPeriods: { forecastEnabled: true },
  forecastInterval: { forecastEnabled: true },
  forecastSeasonalityYearly: { forecastEnabled: true },
  forecastSeasonalityWeekly: { forecastEnabled: true },
  forecastSeasonalityDaily: { forecastEnabled: true },
  percent_metric_calculation: { percent_metrics: ['a'] },
  server_page_length: { server_pagination: true },
  show_pointer: { show_progress: false },
  border_color: { border_width: 2 },
  label_position: { show_labels: true },
  force_timestamp_formatting: { time_format: '%Y-%m-%d' },
}

/** The same for controls of one chart. */
const ofChart: Record<string, Settings> = {
  bubble_v2: { order_desc: { orderby: 'a' } },
  funnel: Object.fromEntries(
    ['show_legend', 'legendType', 'legendOrientation', 'legendMargin'].map((name) => [name, { label_type: 1, show_labels: false }]),
  ),
  pie: Object.fromEntries(
    ['show_legend', 'legendType', 'legendOrientation', 'legendMargin'].map((name) => [name, { labels_outside: false }]),
  ),
  radar: { label_type: { show_labels: true } },
  pivot_table_v2: {
    colSubtotalPosition: { colSubTotals: true },
    rowSubtotalPosition: { rowSubTotals: true },
  },
}

/** The control of the first query that one of the second query repeats. */
const firstOf = (name: string) => name.replace(/(?:_b|B|_secondary)$/, '')

/** Settings under their own names and those of the second query. */
const ofBoth = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => ['', 'B', '_b'].map((suffix) => [name + suffix, value])))

export const settingOf = (vizType: string, name: string): Record<string, unknown> => {
  if (vizType === 'mixed_timeseries') return ofBoth(shared[firstOf(name)] ?? {})
  return ofChart[vizType]?.[name] ?? shared[name] ?? {}
}
