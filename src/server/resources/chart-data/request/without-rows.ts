import { QueryError } from '#engines/compile/query-error.ts'
import type { Dialect } from '#engines/dialect.ts'
import { genericType } from '#core/table.ts'
import { grainName, grains } from '#core/time/grain.ts'
import type { Source } from '../source.ts'

/** Results about a query or its dataset that have no rows. */

/** In `function`, `{col}` stands for the column. */
export const timeGrainsOf = ({ grains: known }: Dialect): { name: string; function: string; duration: string }[] =>
  grains.flatMap((grain) => {
    const truncate = known[grain]
    return truncate ? [{ name: grainName(grain), function: truncate('{col}'), duration: grain }] : []
  })

export const columnsAnswer = ({ dataset, dialect }: Source) => ({
  data: dataset.columns.map(({ column_name, verbose_name, type, is_dttm }) => ({
    column_name,
    verbose_name,
    dtype: is_dttm ? 2 : type === null ? null : genericType[dialect.columnType(type)],
  })),
})

export const timeGrainsAnswer = ({ dialect }: Source) => ({ data: timeGrainsOf(dialect) })

export const queryError = (error: unknown) => {
  if (error instanceof QueryError) return { query: '', language: 'sql', error: error.reason }
  throw error
}
