import { quoteName } from '../table-file.ts'

/**
 * The filled cells of some columns of a relation: the number of the column, counted from 0, and its `text`. DuckDB groups the cells of
 * thousands of columns in the time that it takes to plan the aggregates of a hundred.
 */
export const cellsOf = (relation: string, names: string[]): string => {
  const texts = names.map(quoteName).join(', ')
  return `(from (select unnest(range(${names.length})) as "column", unnest([${texts}]) as text from ${relation}) where text is not null)`
}
