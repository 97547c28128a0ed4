import { isCrossFilter, readMask, type DataMask, type DataMasks } from './data-mask.ts'
import type { NativeFilter } from './native-filter.ts'

/** The masks in force, and those that were chosen since and wait to be applied. */
export type Masks = { readonly applied: DataMasks; readonly pending: DataMasks }

export const withoutMask = (masks: DataMasks, id: string): DataMasks => {
  const { [id]: _gone, ...others } = masks
  return others
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A mask that narrows nothing. */
export const emptyMask = (id: string): DataMask => ({ id, extraFormData: {}, filterState: {}, ownState: {} })

/** Takes a value away at once: a filter stays with nothing chosen, a cross-filter goes. */
export const removeMask = ({ applied, pending }: Masks, id: string): Masks => ({
  applied: !(id in applied) ? applied : isCrossFilter(id) ? withoutMask(applied, id) : { ...applied, [id]: emptyMask(id) },
  pending: withoutMask(pending, id),
})

/** Charts wait until every filter that takes its first value by itself has one. */
export const isWaitingForValues = (masks: Masks, filters: readonly Pick<NativeFilter, 'id' | 'requiredFirst'>[]): boolean =>
  filters.some(({ id, requiredFirst }) => requiredFirst === true && masks.applied[id]?.filterState?.value === undefined)

/** A filter that is of another kind, asks something else or starts otherwise cannot keep the value it has. */
const resets = (before: NativeFilter, after: NativeFilter): boolean =>
  before.filterType !== after.filterType || !isSame(before.targets, after.targets) || !isSame(before.defaultDataMask, after.defaultDataMask)

/** After the filters were configured: new and changed ones start with their default, those that are gone lose their mask. */
export const reconfigureMasks = (masks: Masks, before: readonly NativeFilter[], after: readonly NativeFilter[]): Masks => {
  const known = new Map(before.map((filter) => [filter.id, filter]))
  const isKept = (filter: NativeFilter) => {
    const old = known.get(filter.id)
    return old !== undefined && !resets(old, filter)
  }
  const own = after.map((filter) => {
    const mask = isKept(filter) ? masks.applied[filter.id] : undefined
    return [filter.id, mask ?? readMask(filter.id, filter.defaultDataMask)] as const
  })
  const keptIds = new Set(after.filter(isKept).map(({ id }) => id))
  const only = (source: DataMasks, keeps: (id: string) => boolean) => Object.fromEntries(Object.entries(source).filter(([id]) => keeps(id)))
  return {
    applied: { ...Object.fromEntries(own), ...only(masks.applied, isCrossFilter) },
    pending: only(masks.pending, (id) => keptIds.has(id)),
  }
}
