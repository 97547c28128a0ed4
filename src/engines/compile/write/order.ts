import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { AdhocMetric, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { pythonRepr } from '#core/encoding/python-text.ts'
import type { Dialect } from '../../dialect.ts'
import { adhocColumnSql, isAdhocColumn, isAdhocMetric, metricSql } from './columns.ts'
import { findDatasetMetric } from '../dataset.ts'
import { QueryError } from '../query-error.ts'
import { columnSql, datasetColumn, type Scope } from '../scope.ts'
import { isAggregate } from './strict-groups.ts'

/** The outputs of a SELECT by label: the expression and its alias. */
export type Output = { label: string; sql: string; name: string; kind: 'column' | 'metric' | 'timestamp' }

type Ordering = { outputs: Output[]; grouped: boolean }

/** An ORDER BY expression and its output alias. */
type Key = { sql: string; alias?: string }

const outputKey = ({ dialect }: Scope, { sql, name }: Output): Key => ({ sql, alias: dialect.quote(name) })

const unknown = (item: unknown) =>
  new QueryError(t('Unknown column used in orderby: %(column)s', { column: typeof item === 'string' ? item : pythonRepr(item) }))

/** An ad-hoc metric and an ad-hoc SQL column look alike: what is among the columns, or marked as an axis, is a column. */
const isMetric = (item: Exclude<QueryColumn | QueryMetric, string>, outputs: Output[]): item is AdhocMetric => {
  if (!isAdhocMetric(item as AdhocMetric) || 'columnType' in item) return false
  return !outputs.some((output) => output.kind === 'column' && output.label === item.label)
}

const keyOf = (scope: Scope, item: QueryColumn | QueryMetric, { outputs, grouped }: Ordering): Key => {
  const byLabel = (label: string) => outputs.find((output) => output.label === label)
  if (typeof item === 'object') {
    if (isMetric(item, outputs)) {
      const selected = outputs.find((output) => output.kind === 'metric' && output.label === metricLabel(item))
      const sql = metricSql(scope, item, 'orderby')
      return selected?.sql === sql ? outputKey(scope, selected) : { sql }
    }
    const selected = byLabel(columnLabel(item))
    if (selected) return outputKey(scope, selected)
    if (isAdhocColumn(item)) return { sql: adhocColumnSql(scope, item, grouped, 'column') }
    throw unknown(item)
  }
  const selected = byLabel(item)
  if (selected) return outputKey(scope, selected)
  const column = datasetColumn(scope, item)
  const metric = findDatasetMetric(scope.dataset, item)
  if (metric && (grouped || !column)) return { sql: metricSql(scope, item) }
  if (column) return { sql: columnSql(scope, column) }
  throw unknown(item)
}

/** ORDER BY items that sort nulls last when ascending and first when descending, whatever the engine's default. */
export const directed = ({ capabilities, nullRank }: Dialect, { sql, alias }: Key, ascending: boolean): string[] => {
  const direction = ascending ? 'ASC' : 'DESC'
  const item = `${capabilities.orderByAlias ? (alias ?? sql) : sql} ${direction}`
  if (!capabilities.nullsSortFirst) return [item]
  return capabilities.nullsOrder
    ? [`${item} NULLS ${ascending ? 'LAST' : 'FIRST'}`]
    : [`${nullRank?.(sql) ?? `${sql} IS NULL`} ${direction}`, item]
}

export const orderBy = (scope: Scope, orderby: [QueryColumn | QueryMetric, boolean][], ordering: Ordering): string[] =>
  orderby.flatMap(([item, ascending]) => directed(scope.dialect, keyOf(scope, item, ordering), ascending))

/** Whether ordering by it makes the query an aggregation. */
export const ordersByMetric = (scope: Scope, item: QueryColumn | QueryMetric, outputs: Output[]): boolean =>
  typeof item === 'object'
    ? isMetric(item, outputs) &&
      (item.expressionType === 'SIMPLE' || item.aggregate !== undefined || isAggregate(scope, item.sqlExpression ?? ''))
    : findDatasetMetric(scope.dataset, item) !== undefined && !datasetColumn(scope, item)
