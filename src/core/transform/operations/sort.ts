import { z } from 'zod'
import { columnsNamed, indexColumns, takeRows } from '../frame.ts'
import { orderBy } from '../group.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

const options = z.object({
  is_sort_index: z.boolean().nullish(),
  by: z.union([z.string(), z.array(z.string())]).nullish(),
  ascending: z.union([z.boolean(), z.array(z.boolean())]).nullish(),
})

/** Missing values come last in both directions. */
export const sort = operation('sort', options, (frame, { is_sort_index: byIndex, by, ascending }) => {
  const names = typeof by === 'string' ? [by] : (by ?? [])
  needColumns(frame, names)
  if (!byIndex && names.length === 0) return frame
  const keys = byIndex ? indexColumns(frame).map(({ data }) => data) : names.map((name) => onlyColumn(columnsNamed(frame, name), name))
  const directions = Array.isArray(ascending) ? ascending : keys.map(() => ascending ?? true)
  if (directions.length !== keys.length)
    throw new TransformError(`Length of ascending (${directions.length}) != length of by (${keys.length})`)
  return takeRows(frame, orderBy(keys, directions, frame.rowCount))
})

const onlyColumn = <T extends { data: unknown }>(columns: T[], name: string): T['data'] => {
  if (columns.length > 1) throw new TransformError(`The column label '${name}' is not unique.`)
  return columns[0]?.data
}
