import type { Column } from '#core/table.ts'
import type { Result } from '../engine.ts'

/** What came of a statement, cut to the rows that are wanted: drivers read one more to know whether there are more. */
export const firstRows = (
  { columns, rowCount }: { columns: Column[]; rowCount: number },
  limit: number,
): Pick<Result, 'table' | 'truncated'> => {
  if (rowCount <= limit) return { table: { columns, rowCount }, truncated: false }
  const cut = columns.map((column) => ({ ...column, values: column.values.slice(0, limit) }) as Column)
  return { table: { columns: cut, rowCount: limit }, truncated: true }
}
