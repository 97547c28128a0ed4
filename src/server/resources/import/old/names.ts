import { createHash } from 'node:crypto'
import { asRecord, isObject } from '#core/query/read.ts'

/** What files of the time before bundles have in common: objects with the name of their class, and no uuids. */

const className = /^__\w+__$/

/** `{"__Slice__": {…}}` as `{…}`, at every depth. */
export const withoutClasses = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutClasses)
  if (!isObject(value)) return value
  const [first, ...others] = Object.entries(value)
  if (first && others.length === 0 && className.test(first[0])) return withoutClasses(first[1])
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutClasses(item)]))
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The uuid of an object: its own, else one that the same object always gets. */
export const uuidOf = (own: unknown, ...identity: unknown[]): string => {
  if (typeof own === 'string' && uuidPattern.test(own)) return own
  const hex = createHash('sha1').update(JSON.stringify(identity)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** A document that may be written as JSON text. */
export const recordOf = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'string') return asRecord(value)
  try {
    return asRecord(JSON.parse(value))
  } catch {
    return {}
  }
}
