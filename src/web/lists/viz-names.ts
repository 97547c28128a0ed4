import { useQuery } from '@tanstack/react-query'
import { t } from '#core/i18n/t.ts'
import type { RouteQuery } from '../data/resources.ts'
import type { Chosen } from './page/list-state.ts'

const fallbackName = (vizType: string) => {
  const words = vizType.replace(/^echarts_(timeseries_)?/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const loadCharts = async () => {
  const { charts } = await import('#charts/index.ts')
  return new Map(charts.map((chart) => [chart.viz_type, t(chart.name)]))
}

export const vizOptions = (text: string): RouteQuery<Chosen[]> => ({
  queryKey: ['viz names', text],
  queryFn: async () =>
    [...(await loadCharts())]
      .map(([value, label]) => ({ value, label }))
      .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
      .sort((a, b) => a.label.localeCompare(b.label)),
})

/** Names of chart types, loaded after the page. */
export const useVizName = (): ((vizType: string) => string) => {
  const { data } = useQuery({ queryKey: ['viz names'], staleTime: Infinity, queryFn: loadCharts })
  return (vizType) => data?.get(vizType) ?? fallbackName(vizType)
}
