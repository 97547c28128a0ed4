import { bigNumberChart } from './big_number/chart.ts'
import { bigNumberTotalChart } from './big_number_total/chart.ts'
import { boxPlotChart } from './box_plot/chart.ts'
import { bubbleChart } from './bubble_v2/chart.ts'
import { areaChart } from './echarts_area/chart.ts'
import { genericChart } from './echarts_timeseries/chart.ts'
import { barChart } from './echarts_timeseries_bar/chart.ts'
import { lineChart } from './echarts_timeseries_line/chart.ts'
import { scatterChart } from './echarts_timeseries_scatter/chart.ts'
import { smoothChart } from './echarts_timeseries_smooth/chart.ts'
import { stepChart } from './echarts_timeseries_step/chart.ts'
import { funnelChart } from './funnel/chart.ts'
import { gaugeChart } from './gauge_chart/chart.ts'
import { heatmapChart } from './heatmap_v2/chart.ts'
import { histogramChart } from './histogram_v2/chart.ts'
import { mixedChart } from './mixed_timeseries/chart.ts'
import { pieChart } from './pie/chart.ts'
import { pivotChart } from './pivot_table_v2/chart.ts'
import { radarChart } from './radar/chart.ts'
import { tableChart } from './table/chart.ts'
import { treemapChart } from './treemap_v2/chart.ts'
import { waterfallChart } from './waterfall/chart.ts'
import type { Chart } from './chart.ts'

/** Every chart; adding one is a folder and a line here. */
export const charts: readonly Chart[] = [
  lineChart,
  barChart,
  areaChart,
  tableChart,
  pieChart,
  bigNumberTotalChart,
  bigNumberChart,
  smoothChart,
  stepChart,
  scatterChart,
  genericChart,
  mixedChart,
  funnelChart,
  gaugeChart,
  treemapChart,
  radarChart,
  histogramChart,
  waterfallChart,
  heatmapChart,
  bubbleChart,
  boxPlotChart,
  pivotChart,
]

export const findChart = (vizType: string): Chart | undefined => charts.find((chart) => chart.viz_type === vizType)
