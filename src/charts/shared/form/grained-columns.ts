import { asRecord } from '#core/query/read.ts'
import type { QueryColumn } from '#core/query/query-object.ts'

/** Temporal columns take the form's time grain. */
export const grainedColumns = (
  form: { temporal_columns_lookup?: unknown; granularity_sqla: string | null },
  grain: string | undefined,
  columns: QueryColumn[],
): QueryColumn[] => {
  const temporal = asRecord(form.temporal_columns_lookup)
  return columns.map((column) =>
    grain && typeof column === 'string' && (temporal[column] || column === form.granularity_sqla)
      ? { timeGrain: grain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' }
      : column,
  )
}
