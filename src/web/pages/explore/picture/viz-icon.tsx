import {
  Binary,
  Bubbles,
  ChartArea,
  ChartCandlestick,
  ChartColumn,
  ChartColumnBig,
  ChartLine,
  ChartNoAxesColumnIncreasing,
  ChartNoAxesCombined,
  ChartNoAxesGantt,
  ChartPie,
  ChartScatter,
  ChartSpline,
  Funnel,
  Gauge,
  Grid2x2,
  Grid3x3,
  LayoutDashboard,
  LayoutGrid,
  Map as MapIcon,
  Network,
  Radar,
  Shapes,
  Sigma,
  Table2,
  TrendingUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Chart } from '#charts/chart.ts'

const icons: Record<string, ReactNode> = {
  echarts_timeseries_line: <ChartLine />,
  echarts_timeseries_smooth: <ChartSpline />,
  echarts_timeseries_step: <ChartNoAxesColumnIncreasing />,
  echarts_timeseries: <Shapes />,
  echarts_timeseries_bar: <ChartColumn />,
  echarts_timeseries_scatter: <ChartScatter />,
  echarts_area: <ChartArea />,
  mixed_timeseries: <ChartNoAxesCombined />,
  table: <Table2 />,
  pivot_table_v2: <Grid3x3 />,
  big_number_total: <Binary />,
  big_number: <TrendingUp />,
  pop_kpi: <Binary />,
  pie: <ChartPie />,
  bubble_v2: <Bubbles />,
  histogram_v2: <ChartColumnBig />,
  box_plot: <ChartCandlestick />,
  heatmap_v2: <Grid2x2 />,
  funnel: <Funnel />,
  gauge_chart: <Gauge />,
  radar: <Radar />,
  treemap_v2: <LayoutDashboard />,
  waterfall: <ChartNoAxesGantt />,
  graph_chart: <Network />,
}

const byCategory: Record<Chart['category'], ReactNode> = {
  Evolution: <ChartLine />,
  'Part of a Whole': <ChartPie />,
  Ranking: <ChartColumn />,
  KPI: <Binary />,
  Table: <Table2 />,
  Correlation: <ChartScatter />,
  Distribution: <ChartColumnBig />,
  Flow: <Network />,
  Map: <MapIcon />,
  Other: <LayoutGrid />,
}

/** The sign of a type of chart. */
export const vizIcon = (chart: Pick<Chart, 'viz_type' | 'category'> | null | undefined): ReactNode =>
  chart ? (icons[chart.viz_type] ?? byCategory[chart.category]) : <Sigma />
