import type { FormData } from '#core/query/query-object.ts'
import type { Chart } from './chart.ts'

type Form = Pick<FormData, string>

/** Parts beside the series itself. */
const partsBeside: Record<string, (form: Form) => string[]> = {
  pie: (form) => ['label-layout', ...(form['show_total'] === true ? ['graphic'] : [])],
  funnel: () => ['graphic'],
}

/** Parts of ECharts that a chart is sure to be drawn with, whatever its data: names of modules in `web/frame/echarts/families/`. */
export const drawingParts = ({ series }: Pick<Chart, 'series'>, form: Form): string[] => {
  if (!series) return []
  return [series, ...(form['show_legend'] === true ? ['legend'] : []), ...(partsBeside[series]?.(form) ?? [])]
}
