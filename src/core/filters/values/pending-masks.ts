import { asList } from '../../query/read.ts'
import type { DataMask, DataMasks } from '../data-mask.ts'
import { emptyMask, isSame, withoutMask, type Masks } from '../masks.ts'
import type { NativeFilter } from '../native-filter.ts'

/** What the filter bar shows: what waits, over what is in force. */
export const chosenMasks = ({ applied, pending }: Masks): DataMasks => ({ ...applied, ...pending })

/** Puts a mask in force at once. The same masks when it says nothing new. */
export const setMask = (masks: Masks, mask: DataMask): Masks => {
  const { applied, pending } = masks
  if (isSame(applied[mask.id], mask) && !(mask.id in pending)) return masks
  return { applied: { ...applied, [mask.id]: mask }, pending: withoutMask(pending, mask.id) }
}

const hasNoValue = ({ filterState }: DataMask): boolean => (filterState?.value ?? null) === null

/** Whether two masks say the same, however they say that there is no value. */
const areAlike = (one: DataMask, other: DataMask): boolean =>
  isSame(one.extraFormData ?? {}, other.extraFormData ?? {}) &&
  (isSame(one.filterState, other.filterState) || (hasNoValue(one) && hasNoValue(other)))

/** Chooses a mask that waits to be applied; choosing what is in force takes back what waits. */
export const chooseMask = ({ applied, pending }: Masks, mask: DataMask): Masks => {
  const isInForce = areAlike(applied[mask.id] ?? emptyMask(mask.id), mask)
  return { applied, pending: isInForce ? withoutMask(pending, mask.id) : { ...pending, [mask.id]: mask } }
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

const isReversed = (mask: DataMask | undefined): boolean => {
  const [lower, upper] = asList(mask?.filterState?.value)
  return typeof lower === 'number' && typeof upper === 'number' && lower > upper
}

/** Ranges that end before they begin: nothing can be applied until they are put right. */
export const reversedFilters = <F extends Pick<NativeFilter, 'id' | 'filterType'>>(masks: Masks, filters: readonly F[]): F[] =>
  filters.filter(({ id, filterType }) => filterType === 'filter_range' && isReversed(chosenMasks(masks)[id]))

/** Whether applying would ask something else of the charts. */
const hasNews = ({ applied, pending }: Masks): boolean =>
  Object.values(pending).some((mask) => !isSame(applied[mask.id]?.extraFormData ?? {}, mask.extraFormData ?? {}))

/** Filters that must be put right before what waits can be applied. */
export const blockingFilters = <F extends Pick<NativeFilter, 'id' | 'filterType' | 'controlValues'>>(
  masks: Masks,
  filters: readonly F[],
): F[] => (hasNews(masks) ? [...missingFilters(masks, filters), ...reversedFilters(masks, filters)] : [])

/** Whether applying would ask something else of the charts, and may be done. */
export const canApply = (masks: Masks, filters: readonly Pick<NativeFilter, 'id' | 'filterType' | 'controlValues'>[]): boolean =>
  hasNews(masks) && blockingFilters(masks, filters).length === 0

/** Takes the values of these filters away; that must still be applied. */
export const clearMasks = (masks: Masks, ids: readonly string[]): Masks =>
  ids.reduce((next, id) => (id in next.applied || id in next.pending ? chooseMask(next, emptyMask(id)) : next), masks)
