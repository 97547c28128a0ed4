import { isCrossFilter, readMask, type DataMasks } from '../data-mask.ts'
import { isSame, type Masks } from '../masks.ts'
import type { NativeFilter } from '../native-filter.ts'

/** What a value means depends on these. */
const meaning = ({ filterType, targets, defaultDataMask, controlValues }: NativeFilter): unknown[] => [
  filterType,
  targets,
  defaultDataMask,
  controlValues['multiSelect'] !== false,
  controlValues['inverseSelection'] === true,
  controlValues['enableSingleValue'] ?? null,
]

/** A filter that is of another kind, asks something else or starts otherwise cannot keep the value it has. */
const resets = (before: NativeFilter, after: NativeFilter): boolean => !isSame(meaning(before), meaning(after))

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
