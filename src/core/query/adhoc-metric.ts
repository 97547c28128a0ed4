import { shortLabel } from './labels.ts'
import type { AdhocMetric } from './query-object.ts'

type MetricColumn = { column_name?: string | null; verbose_name?: string | null }

/** The default label of an ad-hoc metric: `SUM(Sales)` or its SQL. */
export const defaultMetricLabel = (metric: AdhocMetric): string => {
  if (metric.expressionType === 'SQL') return shortLabel(metric.sqlExpression ?? '')
  const column = metric.column as MetricColumn | null | undefined
  const name = column?.verbose_name || column?.column_name || ''
  return shortLabel(metric.aggregate ? `${metric.aggregate}(${name})` : name)
}

/** The label to save: a custom one is kept, any other is derived from the metric. */
export const labelledMetric = (metric: AdhocMetric): AdhocMetric =>
  metric.hasCustomLabel && metric.label ? metric : { ...metric, hasCustomLabel: false, label: defaultMetricLabel(metric) }

export const isValidMetric = (metric: AdhocMetric): boolean =>
  metric.expressionType === 'SQL' ? Boolean(metric.sqlExpression?.trim()) : Boolean(metric.column?.column_name && metric.aggregate)
