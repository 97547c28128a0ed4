/** Reading values of form data, which may be anything a saved chart of any age holds. */

/** As a list: empty for null and undefined, of one item for a single value. */
export const asList = <T = unknown>(value: unknown): T[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? (value as T[]) : [value as T]

/** An integer, truncated; `fallback` when it is not a number. */
export const asInteger = <T>(value: unknown, fallback: T): number | T => {
  const parsed = Number.parseInt(String(value), 10)
  return Number.isNaN(parsed) ? fallback : parsed
}

/** A number from a number or a text; undefined when it is neither. The empty text is 0, as in Superset. */
export const asNumber = (value: unknown): number | undefined => {
  if (value === null || value === undefined || (typeof value !== 'number' && typeof value !== 'string')) return undefined
  const parsed = Number(value)
  return Number.isNaN(parsed) ? undefined : parsed
}

export const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asRecord = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Whether a value is set: not null, not the empty text, not an empty list. */
export const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
