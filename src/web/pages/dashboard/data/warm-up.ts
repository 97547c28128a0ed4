import type { Chart } from '#charts/chart.ts'
import { drawingParts } from '#charts/drawing-parts.ts'
import type { FormData } from '#core/query/query-object.ts'
import { loadParts } from '../../../frame/echarts/load-echarts.ts'

/** Loads the drawing code of a chart while its data is loading. */
export const warmUp = async (chart: Chart, form: FormData) => {
  const parts = drawingParts(chart, form)
  if (parts.length > 0) await loadParts(parts).catch(() => undefined)
}
