import type { DatasetFacts } from '#charts/control.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { columnName } from '../field/kind.ts'

/** The name of a dimension as people read it: a column of the dataset by its verbose name. */
export const columnText = (column: QueryColumn, dataset: DatasetFacts | null): string => {
  const facts = typeof column === 'string' ? dataset?.columns.find((candidate) => candidate.column_name === column) : undefined
  return facts ? columnName(facts) : columnLabel(column)
}
