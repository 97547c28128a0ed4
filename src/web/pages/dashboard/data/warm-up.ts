import type { EChartsOption } from 'echarts'
import type { FormData } from '#core/query/query-object.ts'
import { loadChart } from '../../../frame/chart-registry.ts'
import { loadECharts } from '../../../frame/echarts/load-echarts.ts'

/** Loads the drawing code of charts while their data is loading. */
export const warmUp = async (forms: readonly FormData[]) => {
  const types = [...new Set(forms.map(({ viz_type }) => viz_type))]
  const charts = await Promise.all(types.map((type) => loadChart(type).catch(() => null)))
  const series = [...new Set(charts.flatMap((chart) => chart?.series ?? []))].map((type) => ({ type }))
  const legend = { show: forms.some((form) => form['show_legend'] === true) }
  if (series.length > 0) await loadECharts({ series, legend } as EChartsOption).catch(() => undefined)
}
