import { useMemo } from 'react'
import { indicatorsOf, type Indicator } from '#core/filters/indicators.ts'
import type { ChartData } from '../../../frame/use-chart-data.ts'
import { useDashboard } from '../state/dashboard-context.ts'

/** The filters with a value that reach a chart, and whether its data can take them. */
export const useIndicators = (chartId: number, { answer }: ChartData): Indicator[] => {
  const around = useDashboard((state) => state.around)
  const filters = useDashboard((state) => state.filters)
  const charts = useDashboard((state) => state.charts)
  return useMemo(() => {
    const rejected = answer?.queries.flatMap((query) => query.rejectedFilters) ?? []
    return indicatorsOf(chartId, around, { filters, chartName: (id) => charts[id]?.slice_name ?? '' }, rejected)
  }, [chartId, around, filters, charts, answer])
}
