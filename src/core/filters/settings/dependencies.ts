import { msg } from '../../i18n/t.ts'
import type { ExtraFormData } from '../../query/extras.ts'
import type { DataMasks } from '../data-mask.ts'
import { mergeExtra } from '../extra-form-data.ts'
import type { NativeFilter } from '../native-filter.ts'

type Dependent = Pick<NativeFilter, 'id' | 'cascadeParentIds'>

/** Types whose values can narrow those of other filters. */
const parentTypes = new Set(['filter_range', 'filter_select', 'filter_time'])

const byId = <F extends Dependent>(filters: readonly F[]) => new Map(filters.map((filter) => [filter.id, filter]))

/** Ids of everything that a filter depends on, directly or not; its own id where it depends on itself. */
const ancestorsOf = (filters: ReadonlyMap<string, Dependent>, id: string): Set<string> => {
  const found = new Set<string>()
  const visit = (child: string) => {
    for (const parent of filters.get(child)?.cascadeParentIds ?? []) {
      if (found.has(parent) || !filters.has(parent)) continue
      found.add(parent)
      visit(parent)
    }
  }
  visit(id)
  return found
}

/** Ids of the filters that depend on themselves: none of them could ever be asked first. */
const cyclicFilters = (filters: readonly Dependent[]): string[] => {
  const known = byId(filters)
  return filters.map(({ id }) => id).filter((id) => ancestorsOf(known, id).has(id))
}

/** The filters on which one may depend: of a type that narrows others, and not depending on it themselves. */
export const possibleParents = <F extends Dependent & Pick<NativeFilter, 'filterType'>>(filters: readonly F[], id: string): F[] => {
  const known = byId(filters)
  return filters.filter((filter) => filter.id !== id && parentTypes.has(filter.filterType) && !ancestorsOf(known, filter.id).has(id))
}

/** Why filters cannot depend on others as they do, by filter id: a text for `t`. */
export const dependencyFaults = (filters: readonly Dependent[]): Record<string, string> =>
  Object.fromEntries(cyclicFilters(filters).map((id) => [id, msg('Cyclic dependency detected')]))

/** Parents before their children, else in their own order. What depends on itself comes last. */
export const inDependencyOrder = <F extends Dependent>(filters: readonly F[]): F[] => {
  const known = byId(filters)
  const cyclic = new Set(cyclicFilters(filters))
  const placed = new Set<F>()
  const place = (filter: F) => {
    if (placed.has(filter) || cyclic.has(filter.id)) return
    for (const parent of filter.cascadeParentIds) {
      const found = known.get(parent)
      if (found) place(found)
    }
    placed.add(filter)
  }
  filters.forEach(place)
  return [...placed, ...filters.filter((filter) => !placed.has(filter))]
}

/** The filters whose values must be asked again after those of others changed, parents first. */
export const dependentsOf = <F extends Dependent>(filters: readonly F[], changed: readonly string[]): F[] => {
  const known = byId(filters)
  return inDependencyOrder(filters).filter(
    ({ id }) => !changed.includes(id) && changed.some((parent) => ancestorsOf(known, id).has(parent)),
  )
}

/** What the parents of a filter add to the question for its values. */
export const extraOfParents = ({ cascadeParentIds }: Pick<Dependent, 'cascadeParentIds'>, chosen: DataMasks): ExtraFormData =>
  mergeExtra(cascadeParentIds.map((id) => chosen[id]?.extraFormData ?? {}))

/** The filters without some of them; nobody depends on those any more. */
export const withoutFilters = <F extends Dependent>(filters: readonly F[], ids: readonly string[]): F[] =>
  filters
    .filter(({ id }) => !ids.includes(id))
    .map((filter) =>
      filter.cascadeParentIds.some((id) => ids.includes(id))
        ? { ...filter, cascadeParentIds: filter.cascadeParentIds.filter((id) => !ids.includes(id)) }
        : filter,
    )
