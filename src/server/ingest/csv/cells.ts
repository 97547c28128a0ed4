import { quoteName } from '../table-file.ts'

/**
 * The filled cells of some columns of a relation: the number of the column, counted from 0, and its `text`. DuckDB groups the cells of
 * thousands of columns in the time that it takes to plan the aggregates of a hundred.
 */
export const cellsOf = (relation: string, names: string[]): string => {
  const texts = names.map(quoteName).join(', ')
  const lists = `select range(${names.length}) as columns, [${texts}] as texts from ${relation}`
  return `(from (select unnest(columns) as "column", unnest(texts) as text from (${lists})) where text is not null)`
}
