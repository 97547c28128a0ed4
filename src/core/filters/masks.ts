import { isCrossFilter, isActive, readMask, type DataMask, type DataMasks } from './data-mask.ts'
import type { NativeFilter } from './native-filter.ts'

/** The masks in force, and those that were chosen since and wait to be applied. */
export type Masks = { readonly applied: DataMasks; readonly pending: DataMasks }

const without = (masks: DataMasks, id: string): DataMasks => {
  const { [id]: _gone, ...others } = masks
  return others
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A mask that narrows nothing. */
export const emptyMask = (id: string): DataMask => ({ id, extraFormData: {}, filterState: {}, ownState: {} })

/** What the filter bar shows: what waits, over what is in force. */
export const chosenMasks = ({ applied, pending }: Masks): DataMasks => ({ ...applied, ...pending })

/** Puts a mask in force at once. The same masks when it says nothing new. */
export const setMask = (masks: Masks, mask: DataMask): Masks => {
  const { applied, pending } = masks
  if (isSame(applied[mask.id], mask) && !(mask.id in pending)) return masks
  return { applied: { ...applied, [mask.id]: mask }, pending: without(pending, mask.id) }
}

/** Chooses a mask that waits to be applied; choosing what is in force takes back what waits. */
export const chooseMask = ({ applied, pending }: Masks, mask: DataMask): Masks => {
  const inForce = applied[mask.id] ?? emptyMask(mask.id)
  const isInForce = isSame(inForce.extraFormData, mask.extraFormData) && isSame(inForce.filterState, mask.filterState)
  return { applied, pending: isInForce ? without(pending, mask.id) : { ...pending, [mask.id]: mask } }
}

/** Takes the values that a filter found by itself: the first one of a filter that needs one is put in force at once. */
export const receiveMask = (masks: Masks, filter: Pick<NativeFilter, 'requiredFirst'>, mask: DataMask): Masks =>
  filter.requiredFirst && masks.applied[mask.id]?.filterState?.value === undefined ? setMask(masks, mask) : chooseMask(masks, mask)

export const applyMasks = (masks: Masks): Masks =>
  Object.keys(masks.pending).length === 0 ? masks : { applied: chosenMasks(masks), pending: {} }

const isMissing = (mask: DataMask | undefined) => mask?.filterState?.value === undefined || mask.filterState.value === null

/** Filters that must have a value and have none: nothing can be applied until they have. */
export const missingFilters = <F extends Pick<NativeFilter, 'id' | 'controlValues'>>(masks: Masks, filters: readonly F[]): F[] =>
  filters.filter(({ id, controlValues }) => controlValues['enableEmptyFilter'] === true && isMissing(chosenMasks(masks)[id]))

/** Whether applying would ask something else of the charts, and may be done. */
export const canApply = (masks: Masks, filters: readonly Pick<NativeFilter, 'id' | 'controlValues'>[]): boolean =>
  Object.values(masks.pending).some((mask) => !isSame(masks.applied[mask.id]?.extraFormData ?? {}, mask.extraFormData ?? {})) &&
  missingFilters(masks, filters).length === 0

/** Takes the values of these filters away; that must still be applied. */
export const clearMasks = (masks: Masks, ids: readonly string[]): Masks =>
  ids.reduce((next, id) => (id in next.applied || id in next.pending ? chooseMask(next, emptyMask(id)) : next), masks)

export const canClear = ({ applied }: Masks): boolean => Object.values(applied).some(isActive)

/** Takes a value away at once: a filter stays with nothing chosen, a cross-filter goes. */
export const removeMask = ({ applied, pending }: Masks, id: string): Masks => ({
  applied: !(id in applied) ? applied : isCrossFilter(id) ? without(applied, id) : { ...applied, [id]: emptyMask(id) },
  pending: without(pending, id),
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
