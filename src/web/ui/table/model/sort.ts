export type Direction = 'asc' | 'desc'

export type Sort = { key: string; direction: Direction }

type Options = {
  /** The direction of the first press; ascending by default. */
  first?: Direction
  /** Something is always sorted by: the third press does not clear the sort. */
  isRequired?: boolean
}

/** The sort after a press on the head of a column. */
export const nextSort = (sort: Sort | null, key: string, { first = 'asc', isRequired = false }: Options = {}): Sort | null => {
  if (sort?.key !== key) return { key, direction: first }
  if (sort.direction === first) return { key, direction: first === 'asc' ? 'desc' : 'asc' }
  return isRequired ? { key, direction: first } : null
}
