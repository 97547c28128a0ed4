import { pythonRepr } from '#core/encoding/python-text.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { QueryError } from './query-error.ts'

/** Columns and metrics are names or objects; anything else is rejected. */
const isForm = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))

const textParts = ['label', 'sqlExpression', 'expressionType', 'columnType', 'timeGrain', 'aggregate'] as const

/** Parts that are texts wherever they are. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return true
  const parts = value as Record<string, unknown>
  const isText = (part: unknown) => part === undefined || part === null || typeof part === 'string'
  const name = (parts['column'] as { column_name?: unknown } | null | undefined)?.column_name
  return textParts.every((part) => isText(parts[part])) && isText(name)
}

const isGood = (value: unknown) => isForm(value) && isWellFormed(value)

/** Whether it is a name or an expression; an object without SQL is not a column. */
const isColumn = (value: unknown) =>
  isGood(value) && (typeof value === 'string' || typeof (value as Record<string, unknown>)['sqlExpression'] === 'string')

/** @throws QueryError that shows what is wrong */
export const requireForms = (query: QueryObject): void => {
  const columns: unknown[] = [...(query.columns ?? []), ...(query.groupby ?? []), ...(query.series_columns ?? [])]
  const badColumns = columns.filter((column) => !isColumn(column))
  if (badColumns.length)
    throw new QueryError(t('Columns missing in dataset: %(invalid_columns)s', { invalid_columns: pythonRepr(badColumns) }))
  const limited = query.series_limit || query.timeseries_limit
  const metrics: unknown[] = [
    ...(query.metrics ?? []),
    ...(limited ? [query.series_limit_metric, query.timeseries_limit_metric] : []).flatMap(asList),
  ]
  const badMetric = metrics.find((metric) => !isGood(metric))
  if (badMetric !== undefined) {
    throw new QueryError(t('A metric is the name of a saved metric or an object, not %(value)s', { value: pythonRepr(badMetric) }))
  }
  for (const [item] of (query.orderby ?? []) as unknown as [unknown][]) {
    if (!isGood(item)) throw new QueryError(t('Unknown column used in orderby: %(col)s', { col: pythonRepr(item) }))
  }
}
