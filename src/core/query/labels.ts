import type { QueryColumn, QueryMetric } from './query-object.ts'

/** The name of a metric's output column. */
export const metricLabel = (metric: QueryMetric): string => {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  const column = metric.column as { column_name?: string | null; columnName?: string } | null | undefined
  return `${metric.aggregate}(${column?.column_name ?? column?.columnName ?? ''})`
}

/** The name of a dimension's output column. */
export const columnLabel = (column: QueryColumn): string =>
  typeof column === 'string' ? column : column.label || (column.sqlExpression ?? '')

/** Keeps the first of each label. */
export const uniqueByLabel = <T extends QueryMetric | QueryColumn>(items: T[], label: (item: T) => string): T[] => {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(label(item)) && seen.add(label(item)))
}

const maxLabelLength = 43

/** Default labels are truncated: below 43 characters unchanged, else 40 and three dots. */
export const shortLabel = (label: string): string => (label.length < maxLabelLength ? label : `${label.slice(0, maxLabelLength - 3)}...`)
