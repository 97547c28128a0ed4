import { exactJson } from '../encoding/json/exact-json.ts'
import { asRecord } from '../query/read.ts'
import type { DataMask, DataMasks } from './data-mask.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A mask with the parts that it came with: what is missing is taken from the filter's default. */
const readParts = (id: string, value: object): DataMask => {
  const { extraFormData, filterState, ownState } = asRecord(value)
  return {
    id,
    ...(isObject(extraFormData) && { extraFormData: asRecord(extraFormData) }),
    ...(isObject(filterState) && { filterState: asRecord(filterState) }),
    ...(isObject(ownState) && { ownState: asRecord(ownState) }),
  }
}

/** Masks as `filter_state`, permalinks and addresses hold them, by id. What is no mask is left out. */
export const readMasks = (value: unknown): DataMasks => {
  const entries = Object.entries(asRecord(value))
  return Object.fromEntries(entries.flatMap(([id, mask]) => (isObject(mask) ? [[id, readParts(id, mask)]] : [])))
}

/** The masks as JSON text, for the `value` of `filter_state`; integers keep all their digits. */
export const writeMasks = (masks: DataMasks): string => exactJson(masks)
