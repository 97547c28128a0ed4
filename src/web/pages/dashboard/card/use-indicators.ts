import { useMemo } from 'react'
import type { DataMask } from '#core/filters/data-mask.ts'
import { indicatorsOf, type Indicator } from '#core/filters/indicators.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { useDescribedMasks } from '../state/mask-names.ts'

/** The active filters of a chart, and whether its data accepts them. */
export const useIndicators = (masks: readonly DataMask[], { answer }: ChartData): Indicator[] => {
  const described = useDescribedMasks(masks)
  return useMemo(() => indicatorsOf(described, answer?.queries.flatMap((query) => query.rejectedFilters) ?? []), [described, answer])
}
