import type { EChartsOption } from 'echarts'
import type { Chart } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { loadECharts } from '../../../frame/echarts/load-echarts.ts'

/** Loads the drawing code of a chart while its data is loading. */
export const warmUp = async ({ series }: Chart, form: FormData) => {
  if (!series || series.length === 0) return
  const types = [series].flat().map((type) => ({ type }))
  const legend = { show: form['show_legend'] === true }
  await loadECharts({ series: types, legend } as EChartsOption).catch(() => undefined)
}
