import { notFound } from '#core/errors.ts'

/** The ids of a bulk deletion, which is all or nothing: one that is said twice is not there the second time. @throws 404 */
export const everyId = (ids: readonly number[]): readonly number[] => {
  if (!ids.length || new Set(ids).size < ids.length) throw notFound()
  return ids
}
