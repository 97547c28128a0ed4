import { castValue } from '#core/filters/values/cast-value.ts'
import { textOfValue } from '#core/filters/values/value-text.ts'
import type { FilterOption } from '../data/filter-answer.ts'

/** Stands for the missing value: no text of a column begins so. */
const nullKey = '\u0000null'

/** Values as the keys of a list. A column has values of one type, so that their texts do not meet. */
export const keyOfValue = (value: unknown): string => (value === null ? nullKey : String(value))

/** The value of a key: one that is offered or chosen, or what a person typed, cast by the type of the column. */
export const valueOfKey = (key: string, known: readonly unknown[], columnType: string | null): unknown => {
  const found = known.find((value) => keyOfValue(value) === key)
  if (found !== undefined) return found
  return castValue(key, columnType) ?? key
}

/** The values that are loaded, and those that a search found besides. */
export const allOptions = (loaded: readonly FilterOption[], found: readonly FilterOption[]): readonly FilterOption[] => {
  const known = new Set(loaded.map(({ value }) => keyOfValue(value)))
  const others = found.filter(({ value }) => !known.has(keyOfValue(value)))
  return others.length === 0 ? loaded : [...loaded, ...others]
}

/** The options with the missing value where it is chosen but not offered. */
export const listedOptions = (options: readonly FilterOption[], chosen: readonly unknown[]): { value: string; label: string }[] => {
  const listed = options.map(({ value, label }) => ({ value: keyOfValue(value), label }))
  return chosen.includes(null) && !listed.some(({ value }) => value === nullKey)
    ? [...listed, { value: nullKey, label: textOfValue(null) }]
    : listed
}
