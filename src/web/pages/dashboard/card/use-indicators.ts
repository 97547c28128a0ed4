import { useMemo } from 'react'
import { indicatorsOf, type Indicator } from '#core/filters/indicators.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { useDashboard } from '../state/dashboard-context.ts'
import { useMaskNames } from '../state/mask-names.ts'

/** The filters with a value that reach a chart, and whether its data can take them. */
export const useIndicators = (chartId: number, { answer }: ChartData): Indicator[] => {
  const around = useDashboard((state) => state.around)
  const names = useMaskNames()
  return useMemo(() => {
    const rejected = answer?.queries.flatMap((query) => query.rejectedFilters) ?? []
    return indicatorsOf(chartId, around, names, rejected)
  }, [chartId, around, names, answer])
}
