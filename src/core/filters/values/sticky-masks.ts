import { exactJson } from '../../encoding/json/exact-json.ts'
import { readObject } from '../../encoding/read-object.ts'
import { asRecord } from '../../query/read.ts'
import { startMasks, type DataMasks } from '../data-mask.ts'
import { isSame } from '../masks.ts'
import type { NativeFilter } from '../native-filter.ts'
import { readMasks } from '../wire.ts'

/** Whether a dashboard remembers the filter values of each user. Superset ignores this key of its metadata. */
export const hasStickyFilters = (metadata: Readonly<Record<string, unknown>>): boolean => metadata['sticky_filters'] === true

/** What a value depends on: after another type or target was configured, it no longer fits. */
const definitionOf = ({ filterType, targets }: NativeFilter) => ({ filterType, targets })

/** The values of the filters as JSON text; cross-filters are not remembered. */
export const writeStickyMasks = (filters: readonly NativeFilter[], masks: DataMasks): string =>
  exactJson(
    Object.fromEntries(
      filters.flatMap((filter) => {
        const { extraFormData, filterState } = masks[filter.id] ?? {}
        return filterState ? [[filter.id, { extraFormData, filterState, definition: definitionOf(filter) }]] : []
      }),
    ),
  )

/** The remembered masks of filters that still ask the same. */
export const readStickyMasks = (filters: readonly NativeFilter[], text: string | null): DataMasks => {
  const stored = readObject(text)
  const kept = filters.filter((filter) => isSame(asRecord(stored[filter.id])['definition'], definitionOf(filter)))
  return readMasks(Object.fromEntries(kept.map(({ id }) => [id, stored[id]])))
}

/** Whether every filter has its default value. */
export const areDefaults = (filters: readonly NativeFilter[], masks: DataMasks): boolean => {
  const defaults = startMasks(filters, {})
  const partsOf = ({ extraFormData = {}, filterState = {} }: Partial<DataMasks[string]> = {}) => [extraFormData, filterState.value ?? null]
  return filters.every(({ id }) => isSame(partsOf(masks[id]), partsOf(defaults[id])))
}
