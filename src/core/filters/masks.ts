import { isCrossFilter, type DataMask, type DataMasks } from './data-mask.ts'
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
