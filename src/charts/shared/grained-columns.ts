import { timeGrainOf } from '#core/query/extras.ts'
import type { FormData, QueryColumn } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'

/** Temporal columns take the form's time grain. */
export const grainedColumns = (form: FormData, columns: QueryColumn[]): QueryColumn[] => {
  const grain = timeGrainOf(form)
  const temporal = asRecord(form['temporal_columns_lookup'])
  return columns.map((column) =>
    grain && typeof column === 'string' && (temporal[column] || column === form['granularity_sqla'])
      ? { timeGrain: grain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' }
      : column,
  )
}
