import type { EChartsOption } from 'echarts'
import type { FormData } from '#core/query/query-object.ts'
import { loadECharts } from '../../../frame/echarts/load-echarts.ts'

/** The ECharts series that the commonest chart types draw. */
const seriesOf: Record<string, string> = {
  echarts_timeseries: 'line',
  echarts_timeseries_line: 'line',
  echarts_timeseries_smooth: 'line',
  echarts_timeseries_step: 'line',
  echarts_area: 'line',
  echarts_timeseries_bar: 'bar',
  mixed_timeseries: 'bar',
  waterfall: 'bar',
  histogram_v2: 'bar',
  echarts_timeseries_scatter: 'scatter',
  bubble_v2: 'scatter',
  pie: 'pie',
  funnel: 'funnel',
  gauge_chart: 'gauge',
  radar: 'radar',
  treemap_v2: 'treemap',
  heatmap_v2: 'heatmap',
  box_plot: 'boxplot',
}

/** Loads what charts of these forms are drawn with while their data is still on the way. */
export const warmUp = (forms: readonly FormData[]) => {
  const series = [...new Set(forms.flatMap(({ viz_type }) => seriesOf[viz_type] ?? []))].map((type) => ({ type }))
  const legend = { show: forms.some((form) => form['show_legend'] === true) }
  if (series.length > 0) void loadECharts({ series, legend } as EChartsOption).catch(() => undefined)
}
