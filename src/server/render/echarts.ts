import {
  BarChart,
  BoxplotChart,
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
  TitleComponent,
  VisualMapComponent,
} from 'echarts/components'
import { withoutForbidden } from '#charts/shared/text/html.ts'
import { keepTextsApart } from '#charts/shared/look/text-cache.ts'
import * as core from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import type { EChartsOption } from 'echarts'
import { measureFont } from './measure.ts'

core.use([
  BarChart,
  BoxplotChart,
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
  TitleComponent,
  VisualMapComponent,
  LabelLayout,
  SVGRenderer,
])
keepTextsApart()
core.setPlatformAPI({
  measureText: (text, font = '12px sans-serif') => ({ width: measureFont(text, font) }),
} as Parameters<typeof core.setPlatformAPI>[0])

/** Removes what only interaction needs: hover rules, data attributes, invisible areas. */
const removeInteraction = (svg: string): string =>
  svg
    .replace(/<style ><!\[CDATA\[.*?\]\]>\s*<\/style>/s, '')
    .replaceAll(/<path [^>]*fill="none" pointer-events="visible" class="[^"]*"><\/path>\n?/g, '')
    .replaceAll(/<[a-z]+ [^>]*>/g, (tag) => tag.replaceAll(/ (?:ecmeta_\w+|class)="[^"]*"/g, ''))

/** Renders an ECharts option to SVG without a browser. */
export const drawOption = (option: EChartsOption, { width, height }: { width: number; height: number }): string => {
  const { tooltip: _, ...drawn } = option
  const chart = core.init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ ...drawn, animation: false })
    return removeInteraction(withoutForbidden(chart.renderToSVGString()))
  } finally {
    chart.dispose()
  }
}
