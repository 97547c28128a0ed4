import type { Layout } from '../layout/component.ts'
import { crossFilteredBy } from './cross-filter.ts'
import { isCrossFilter, type DataMask, type DataMasks } from './data-mask.ts'
import { isFilter, type FilterItem } from './native-filter.ts'
import { chartsInScope } from './scope/scope.ts'

type Configuration = Parameters<typeof crossFilteredBy>[1] & { cross_filters_enabled?: unknown }

/** Ids of the charts that a mask reaches. */
export type Reach = (maskId: string) => ReadonlySet<number>

const noCharts: ReadonlySet<number> = new Set()

/**
 * Which charts each mask reaches. Computed from the scopes and the layout: the lists that are stored beside
 * them go stale with imports and moves.
 */
export const reachOf = (layout: Layout, filters: readonly FilterItem[], configuration: Configuration): Reach => {
  const reach = new Map<string, ReadonlySet<number>>()
  const compute = (id: string): ReadonlySet<number> => {
    const filter = filters.filter(isFilter).find((one) => one.id === id)
    if (filter) return new Set(chartsInScope(layout, filter.scope))
    if (!isCrossFilter(id) || configuration.cross_filters_enabled === false) return noCharts
    return new Set(crossFilteredBy(layout, configuration, Number(id)))
  }
  return (id) => {
    const known = reach.get(id) ?? compute(id)
    reach.set(id, known)
    return known
  }
}

/** The masks that reach a chart, in the order of merging. */
export const masksOn = (chartId: number, masks: DataMasks, reach: Reach): DataMask[] =>
  Object.values(masks).filter(({ id }) => reach(id).has(chartId))
