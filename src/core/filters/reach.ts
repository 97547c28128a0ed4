import type { Layout } from '../layout/component.ts'
import { crossFilteredBy } from './cross-filter.ts'
import type { DataMasks } from './data-mask.ts'
import { isFilter, type FilterItem } from './native-filter.ts'
import { chartsInScope } from './scope.ts'

type Configuration = Parameters<typeof crossFilteredBy>[1] & { cross_filters_enabled?: unknown }

/**
 * Which charts each mask reaches, by mask id. Reckoned from the scopes and the layout: the lists that are stored beside
 * them go stale with imports and moves.
 */
export const reachOf = (layout: Layout, filters: readonly FilterItem[], configuration: Configuration, masks: DataMasks) => {
  const reach = new Map<string, ReadonlySet<number>>()
  for (const filter of filters) if (isFilter(filter)) reach.set(filter.id, new Set(chartsInScope(layout, filter.scope)))
  if (configuration.cross_filters_enabled === false) return reach
  for (const id of Object.keys(masks))
    if (!reach.has(id) && /^\d+$/.test(id)) reach.set(id, new Set(crossFilteredBy(layout, configuration, Number(id))))
  return reach
}

export type Reach = ReturnType<typeof reachOf>
