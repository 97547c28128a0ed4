import { exactJson } from '../../encoding/json/exact-json.ts'
import { asList, asRecord } from '../../query/read.ts'
import { isCrossFilter, readMask, type DataMasks } from '../data-mask.ts'
import { isSame, type Masks } from '../masks.ts'
import { isFilter, readFilterItem, type NativeFilter } from '../native-filter.ts'
import { chooseMask } from '../values/pending-masks.ts'
import { readMasks } from '../wire.ts'

/** Values of the filters of a dashboard under a name, with the filters as they were then. */
export type FilterSet = {
  id: number
  name: string
  /** It belongs to one person, or to the dashboard and all who see it. */
  ownerType: 'User' | 'Dashboard'
  nativeFilters: Readonly<Record<string, unknown>>
  dataMask: DataMasks
}

/** Reads an entry of the list of filter sets; null where it is none. */
export const readFilterSet = (entry: unknown): FilterSet | null => {
  const { id, name, owner_type, params } = asRecord(entry)
  if (typeof id !== 'number' || typeof name !== 'string') return null
  const { nativeFilters, dataMask } = asRecord(params)
  return {
    id,
    name,
    ownerType: owner_type === 'Dashboard' ? 'Dashboard' : 'User',
    nativeFilters: asRecord(nativeFilters),
    dataMask: readMasks(dataMask),
  }
}

/** The masks of native filters; cross-filters belong to no set. */
const ofFilters = (masks: DataMasks): DataMasks => Object.fromEntries(Object.entries(masks).filter(([id]) => !isCrossFilter(id)))

/** `json_metadata` of a set of these masks and the filters as they are configured now. */
export const writeFilterSet = (configuration: unknown, masks: DataMasks): string => {
  const entries = asList(configuration).map(asRecord)
  const nativeFilters = Object.fromEntries(entries.map((entry) => [String(entry['id']), entry]))
  return exactJson({ nativeFilters, dataMask: ofFilters(masks) })
}

const storedFilter = (set: FilterSet, id: string): NativeFilter | null => {
  const item = readFilterItem(asRecord(set.nativeFilters[id]))
  return item && isFilter(item) ? item : null
}

/** Why a filter of a set is not applied: it is gone, or its settings changed since. */
export type SetFault = 'gone' | 'changed'

const faultOf = (set: FilterSet, filters: readonly NativeFilter[], id: string): SetFault | null => {
  const now = filters.find((filter) => filter.id === id)
  if (!now) return 'gone'
  const then = storedFilter(set, id)
  return then === null || isSame(then.controlValues, now.controlValues) ? null : 'changed'
}

/** The filters of a set that are not applied, by id. */
export const filterSetFaults = (set: FilterSet, filters: readonly NativeFilter[]): Record<string, SetFault> =>
  Object.fromEntries(
    Object.keys(set.dataMask).flatMap((id) => {
      const fault = faultOf(set, filters, id)
      return fault ? [[id, fault]] : []
    }),
  )

/** What a set called a filter that may be gone. */
export const nameInSet = (set: FilterSet, id: string): string => storedFilter(set, id)?.name ?? id

/** Chooses the values of a set; they still have to be applied. */
export const chooseFilterSet = (masks: Masks, set: FilterSet, filters: readonly NativeFilter[]): Masks =>
  filters
    .filter(({ id }) => set.dataMask[id] !== undefined && faultOf(set, filters, id) === null)
    .reduce((next, { id }) => chooseMask(next, readMask(id, set.dataMask[id])), masks)

/** The values of a set that can be applied now. */
export const masksOfFilterSet = (set: FilterSet, filters: readonly NativeFilter[]): DataMasks =>
  Object.fromEntries(Object.entries(set.dataMask).filter(([id]) => faultOf(set, filters, id) === null))

/** Whether masks have the values of a set: all states match, and there are as many. */
export const isFilterSetOf = (set: Pick<FilterSet, 'dataMask'>, masks: DataMasks): boolean => {
  const own = Object.entries(ofFilters(masks))
  return (
    own.length === Object.keys(set.dataMask).length &&
    own.every(([id, { filterState }]) => isSame(filterState ?? {}, set.dataMask[id]?.filterState ?? {}))
  )
}
