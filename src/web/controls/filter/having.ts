import type { DatasetFacts } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import { operatorId, operatorOf } from '#core/query/filter-operators.ts'
import type { OperatorId } from '#core/query/filter-operators.ts'
import type { MetricFacts } from '../field/kind.ts'
import { comparisonSql, plainFilter } from './filter-draft.ts'
import { havingIds } from './offered-operators.ts'

type Metric = Pick<MetricFacts, 'metric_name' | 'expression'>

/**
 * A condition on a metric. On the wire it is SQL after the grouping, as a simple filter there is dropped; subject, operator and value
 * stay beside it, so that it can be edited without SQL.
 */
export const metricFilter = (
  metric: Metric,
  id: OperatorId = 'GREATER_THAN',
  { value = 0, name }: { value?: unknown; name?: string | null | undefined } = {},
): AdhocFilter => {
  const condition = plainFilter({
    expressionType: 'SQL',
    clause: 'HAVING',
    subject: metric.metric_name,
    operator: operatorOf(id).operator,
    operatorId: id,
    comparator: value,
    ...(name && { filterOptionName: name }),
  })
  return { ...condition, sqlExpression: comparisonSql(metric.expression, condition) ?? '' }
}

/** The metric that a filter compares; null when its SQL says something else by now. */
export const metricOfFilter = (filter: AdhocFilter, dataset: Pick<DatasetFacts, 'metrics'> | null): MetricFacts | null => {
  if (filter.expressionType !== 'SQL' || filter.clause !== 'HAVING' || !filter.subject) return null
  const name = columnLabel(filter.subject)
  const metric = dataset?.metrics.find((candidate) => candidate.metric_name === name)
  const id = operatorId(filter)
  if (!metric || !havingIds.some((one) => one === id)) return null
  return (filter.sqlExpression ?? '') === (comparisonSql(metric.expression, filter) ?? '') ? metric : null
}
