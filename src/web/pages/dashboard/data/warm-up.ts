import type { EChartsOption } from 'echarts'
import { loadECharts } from '../../../frame/load-echarts.ts'

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

/** Loads what charts of these types are drawn with while their data is still on the way. */
export const warmUp = (vizTypes: readonly string[]) => {
  const series = [...new Set(vizTypes.flatMap((vizType) => seriesOf[vizType] ?? []))].map((type) => ({ type }))
  if (series.length > 0) void loadECharts({ series } as EChartsOption).catch(() => undefined)
}
