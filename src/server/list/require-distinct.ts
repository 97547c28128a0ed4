import { notFound } from '#core/errors.ts'

/** Checks the ids of a bulk deletion. @throws 404 for duplicates, which do not exist any more the second time */
export const requireDistinct = (ids: readonly number[]): readonly number[] => {
  if (!ids.length || new Set(ids).size < ids.length) throw notFound()
  return ids
}
