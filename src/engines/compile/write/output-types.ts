import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { readSimple } from '#core/sql/simple.ts'
import type { ColumnType } from '#core/table.ts'
import { referredColumn } from './columns.ts'
import type { DatasetColumn } from '../dataset.ts'
import type { Output } from './order.ts'
import type { Plan } from '../plan.ts'
import { datasetColumn, typeOf, type Scope } from '../scope.ts'

const typeOfSql = (scope: Scope, sql: string): ColumnType | null => {
  const simple = readSimple(sql, scope.lexicon)
  if (simple?.condition) return 'boolean'
  return simple?.castTo ? scope.dialect.columnType(simple.castTo) : null
}

const known = (scope: Scope, column: DatasetColumn | undefined): ColumnType | null =>
  column && !(column.is_dttm && column.python_date_format) ? typeOf(scope, column) : null

const columnType = (scope: Scope, column: QueryColumn, sql: string): ColumnType | null => {
  if (typeof column === 'string') return known(scope, datasetColumn(scope, column))
  const referred = referredColumn(scope, column)
  return referred ? known(scope, referred) : typeOfSql(scope, sql)
}

const metricType = (scope: Scope, metric: QueryMetric, sql: string): ColumnType | null => {
  if (typeof metric === 'string' || metric.expressionType !== 'SIMPLE') return typeOfSql(scope, sql)
  const sameAsColumn = metric.aggregate === 'MIN' || metric.aggregate === 'MAX'
  return sameAsColumn && typeof metric.column?.column_name === 'string'
    ? known(scope, datasetColumn(scope, metric.column.column_name))
    : null
}

/** Types that values alone do not show: 1 may be true, and a text may look like a time. */
export type OutputTypes = Record<string, 'boolean' | 'string'>

/** Output types for an engine that reports none for expressions: from the dataset, or from the text of the expression. */
export const outputTypes = (scope: Scope, { columns, metrics }: Plan, outputs: Output[]): OutputTypes => {
  if (scope.dialect.capabilities.expressionTypes) return {}
  const types: OutputTypes = {}
  const forms = [...columns, ...(metrics ?? [])]
  for (const [i, { label, sql, kind }] of outputs.filter((output) => output.kind !== 'timestamp').entries()) {
    const form = forms[i]
    if (form === undefined) continue
    const type = kind === 'metric' ? metricType(scope, form as QueryMetric, sql) : columnType(scope, form as QueryColumn, sql)
    if (type === 'boolean' || type === 'string') types[label] = type
  }
  return types
}
