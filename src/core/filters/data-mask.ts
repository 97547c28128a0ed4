import type { ExtraFormData } from '../query/extras.ts'
import { asList, asRecord, isObject } from '../query/read.ts'

/** What a filter or a pressed chart item says: `value` as it was chosen, `label` as it is shown. */
export type FilterState = { value?: unknown; label?: string; selectedValues?: string[] | null; [other: string]: unknown }

/** What a filter adds to charts (`extraFormData`) and remembers of itself. */
export type DataMask = {
  readonly id: string
  readonly extraFormData?: ExtraFormData
  readonly filterState?: FilterState
  readonly ownState?: Record<string, unknown>
}

/** By native filter id (`NATIVE_FILTER-…`) or by the id of the chart that emits; the order is the order of merging. */
export type DataMasks = Readonly<Record<string, DataMask>>

const isNothing = (value: unknown) => value === undefined || value === null

const texts = ['time_range', 'time_grain_sqla', 'granularity', 'granularity_sqla']

const isColumn = (value: unknown) => typeof value === 'string' || typeof asRecord(value)['sqlExpression'] === 'string'

/** Whether charts can be narrowed by what was stored as an addition to them. */
const isReadable = ({ filters, adhoc_filters, ...others }: ExtraFormData): boolean =>
  asList(filters).every((clause) => isObject(clause) && isColumn(clause['col']) && typeof clause['op'] === 'string') &&
  asList(adhoc_filters).every(isObject) &&
  texts.every((key) => isNothing(others[key]) || typeof others[key] === 'string')

/** A mask whose addition to charts cannot be read narrows nothing, and shows no value that it would narrow by. */
export const readMask = (id: string, value: unknown): DataMask => {
  const { extraFormData, filterState, ownState } = asRecord(value)
  const extra = asRecord(extraFormData)
  if (!isReadable(extra)) return readMask(id, {})
  return { id, extraFormData: extra, filterState: asRecord(filterState), ownState: asRecord(ownState) }
}

/** Masks of charts that emit cross-filters are named by the chart's id. */
export const isCrossFilter = (maskId: string): boolean => /^\d+$/.test(maskId)

/** Whether a value of a filter narrows anything. Null by itself is a value that is chosen; two of them are a range without bounds. */
export const hasValue = (value: unknown): boolean => {
  if (!Array.isArray(value)) return !isNothing(value)
  return value.some((one) => !isNothing(one)) || (value.length === 1 && value[0] === null)
}

/** Whether a mask holds a value. */
export const isActive = ({ filterState }: Pick<DataMask, 'filterState'>): boolean => hasValue(filterState?.value)

/**
 * The masks that a dashboard opens with: each filter's default, over it what the address brings;
 * what else the address brings (cross-filters) comes after.
 */
export const startMasks = (filters: readonly { id: string; defaultDataMask?: unknown }[], given: DataMasks): DataMasks => {
  const ids = new Set(filters.map(({ id }) => id))
  const own = filters.map(({ id, defaultDataMask }) => [id, readMask(id, { ...asRecord(defaultDataMask), ...given[id] })] as const)
  const others = Object.entries(given).filter(([id]) => isCrossFilter(id) && !ids.has(id))
  return Object.fromEntries([...own, ...others.map(([id, mask]) => [id, readMask(id, mask)] as const)])
}
