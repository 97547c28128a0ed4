import {
  BarChart,
  BoxplotChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
  TreemapChart,
} from 'echarts/charts'
import {
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  RadarComponent,
  VisualMapComponent,
} from 'echarts/components'
import * as core from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { echartsTheme } from '#charts/shared/echarts-theme.ts'
import type { EChartsOption } from 'echarts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { measureFont } from './measure.ts'

core.use([
  BarChart,
  BoxplotChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
  TreemapChart,
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  RadarComponent,
  VisualMapComponent,
  LabelLayout,
  SVGRenderer,
])
core.setPlatformAPI({
  measureText: (text, font = '12px sans-serif') => ({ width: measureFont(text, font) }),
} as Parameters<typeof core.setPlatformAPI>[0])

const themes = { light: echartsTheme('light'), dark: echartsTheme('dark') }

/** An ECharts option as SVG text, without a browser. */
export const drawOption = (
  option: EChartsOption,
  { theme, width, height }: { theme: ThemeName; width: number; height: number },
): string => {
  const { tooltip: _, ...still } = option
  const chart = core.init(null, themes[theme], { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ useUTC: true, ...still, animation: false })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
