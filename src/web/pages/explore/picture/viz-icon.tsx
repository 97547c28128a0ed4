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
import type { Chart, ChartIcon } from '#charts/chart.ts'

const icons: Record<ChartIcon, ReactNode> = {
  area: <ChartArea />,
  bars: <ChartColumn />,
  bubbles: <Bubbles />,
  candles: <ChartCandlestick />,
  combined: <ChartNoAxesCombined />,
  dial: <Gauge />,
  funnel: <Funnel />,
  grid: <Grid2x2 />,
  pivot: <Grid3x3 />,
  points: <ChartScatter />,
  rectangles: <LayoutDashboard />,
  shapes: <Shapes />,
  spline: <ChartSpline />,
  steps: <ChartNoAxesColumnIncreasing />,
  trend: <TrendingUp />,
  waterfall: <ChartNoAxesGantt />,
  web: <Radar />,
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

/** The icon of a chart type. */
export const vizIcon = (chart: Pick<Chart, 'icon' | 'category'> | null | undefined): ReactNode =>
  chart ? chart.icon ? icons[chart.icon] : byCategory[chart.category] : <Sigma />
