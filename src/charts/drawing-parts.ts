import type { FormData } from '#core/query/query-object.ts'
import type { Chart } from './chart.ts'

/** Parts of ECharts that a chart is sure to be drawn with, whatever its data: names of modules in `web/frame/echarts/families/`. */
export const drawingParts = ({ series }: Pick<Chart, 'series'>, form: Pick<FormData, string>): string[] => {
  if (!series) return []
  return [series, ...(form['show_legend'] === true ? ['legend'] : []), ...(series === 'pie' ? ['label-layout'] : [])]
}
