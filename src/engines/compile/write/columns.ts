import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { readName } from '#core/sql/simple.ts'
import type { ColumnType } from '#core/table.ts'
import { t } from '#core/i18n/t.ts'
import type { DatasetColumn } from '../dataset.ts'
import { QueryError } from '../query-error.ts'
import {
  columnSql,
  datasetColumn,
  expressionType,
  isTimeType,
  savedMetricSql,
  typeOf,
  unknownColumnSql,
  userSql,
  type Place,
  type Scope,
} from '../scope.ts'

/** An ad-hoc column has SQL and a label, which may be empty or null: then its SQL names it. */
export const isAdhocColumn = (column: QueryColumn): column is AdhocColumn & { label: string | null; sqlExpression: string } =>
  typeof column === 'object' && column.label !== undefined && typeof column.sqlExpression === 'string'

/** An ad-hoc metric states its kind; `{label}` alone is the old form of a saved one. */
export const isAdhocMetric = (metric: AdhocMetric): boolean => 'expressionType' in metric

/** The dataset's column, when an ad-hoc column is only its name. */
export const referredColumn = (scope: Scope, { sqlExpression, isColumnReference }: AdhocColumn): DatasetColumn | undefined => {
  const text = sqlExpression ?? ''
  const exact = datasetColumn(scope, text)
  if (exact || isColumnReference) return exact
  const name = readName(text, scope.lexicon)
  return name === null || name === text ? undefined : datasetColumn(scope, name)
}

const grained = (scope: Scope, sql: string, { grain, type }: { grain: string; type: ColumnType | null }): string => {
  const truncate = Object.hasOwn(scope.dialect.grains, grain) ? scope.dialect.grains[grain] : undefined
  if (!truncate) throw new QueryError(t('No grain spec for %(grain)s for database %(engine)s', { grain, engine: scope.dialect.id }))
  return truncate(sql, type ?? undefined)
}

const inFormat = (scope: Scope, column: DatasetColumn, sql: string): string => {
  const { dialect } = scope
  const format = column.python_date_format
  if (format === 'epoch_s') return dialect.epochToTime(sql, 's')
  if (format === 'epoch_ms') return dialect.epochToTime(sql, 'ms')
  const type = typeOf(scope, column)
  if (!format || !dialect.textToTime || type === null || isTimeType(type)) return sql
  return dialect.textToTime(type === 'string' ? sql : dialect.castToText(sql), format)
}

/** A dataset's time column as a time of the engine, cut to a grain when one is given. */
export const timeColumnSql = (scope: Scope, column: DatasetColumn, grain: string | null | undefined): string => {
  const plain = columnSql(scope, column)
  const time = inFormat(scope, column, plain)
  if (!grain) return time
  const type = typeOf(scope, column)
  if (isTimeType(type)) return grained(scope, time, { grain, type })
  const isText = time === plain && type !== null
  return grained(scope, isText ? scope.dialect.castToTime(time) : time, { grain, type: 'timestamp' })
}

/** A dataset's column as results show it: times in a custom format are parsed. */
const shownColumnSql = (scope: Scope, column: DatasetColumn): string =>
  column.is_dttm && column.python_date_format ? timeColumnSql(scope, column, null) : columnSql(scope, column)

/** An ad-hoc column; `grouped`: whether the grain of an axis applies; raw records keep their times. */
export const adhocColumnSql = (
  scope: Scope,
  column: AdhocColumn,
  grouped: boolean,
  place: Place = grouped ? 'dimension' : 'column',
): string => {
  const text = column.sqlExpression ?? ''
  const grain = grouped && column.columnType === 'BASE_AXIS' ? column.timeGrain : null
  const referred = referredColumn(scope, column)
  if (referred) return referred.is_dttm && grain ? timeColumnSql(scope, referred, grain) : shownColumnSql(scope, referred)
  if (column.isColumnReference) return unknownColumnSql(scope, text)
  const sql = userSql(scope, text, place)
  const type = grain ? expressionType(scope, text, sql) : null
  return grain && isTimeType(type) ? grained(scope, sql, { grain, type }) : sql
}

/** A column of the query in any of its forms. An unknown name is only quoted: the caller has reported it as missing. */
export const queryColumnSql = (scope: Scope, column: QueryColumn, grouped: boolean): string => {
  if (typeof column === 'object') return adhocColumnSql(scope, column, grouped)
  const known = datasetColumn(scope, column)
  return known ? shownColumnSql(scope, known) : unknownColumnSql(scope, column)
}

const aggregations: Record<string, (sql: string) => string> = {
  AVG: (sql) => `AVG(${sql})`,
  COUNT: (sql) => `COUNT(${sql})`,
  COUNT_DISTINCT: (sql) => `COUNT(DISTINCT ${sql})`,
  MAX: (sql) => `MAX(${sql})`,
  MIN: (sql) => `MIN(${sql})`,
  SUM: (sql) => `SUM(${sql})`,
}

const simpleMetricSql = (scope: Scope, { aggregate, column }: AdhocMetric): string => {
  const name = column?.column_name
  if (typeof name !== 'string') throw new QueryError(t('A simple metric must name its column.'))
  const aggregation = Object.hasOwn(aggregations, aggregate ?? '') ? aggregations[aggregate ?? ''] : undefined
  if (!aggregation) throw new QueryError(t('Unknown aggregate: %(aggregate)s', { aggregate: String(aggregate) }))
  const known = datasetColumn(scope, name)
  return aggregation(known ? columnSql(scope, known) : unknownColumnSql(scope, name))
}

export const metricSql = (scope: Scope, metric: QueryMetric, place: 'metric' | 'orderby' = 'metric'): string => {
  if (typeof metric === 'string') return savedMetricSql(scope, metric)
  if (!isAdhocMetric(metric)) return savedMetricSql(scope, metric.label ?? '')
  if (metric.expressionType === 'SIMPLE') return simpleMetricSql(scope, metric)
  if (metric.expressionType === 'SQL') return userSql(scope, metric.sqlExpression ?? '', place)
  throw new QueryError(t('Adhoc metric expressionType is invalid'))
}
