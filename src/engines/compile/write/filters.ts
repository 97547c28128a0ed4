import { filterOperators, type FilterClause, type QueryColumn } from '#core/query/query-object.ts'
import type { TimeRange } from '#core/time/time-range.ts'
import type { ColumnType } from '#core/table.ts'
import { t } from '#core/i18n/t.ts'
import type { Literal } from '../../dialect.ts'
import { adhocColumnSql, isAdhocColumn, referredColumn, timeColumnSql } from './columns.ts'
import { requireComparable } from './comparable.ts'
import { findDatasetMetric, type DatasetColumn } from '../dataset.ts'
import { boundLiteral, filterLiteral, storedEpoch } from './literals.ts'
import { QueryError } from '../query-error.ts'
import { columnSql, datasetColumn, isTimeType, savedMetricSql, typeOf, withOwnUses, type Condition, type Scope } from '../scope.ts'

/** The time settings for the conditions of one statement. */
export type Times = {
  timezone: string
  /** The range of a TEMPORAL_RANGE filter. */
  rangeOf(filter: FilterClause): TimeRange
}

export type RejectedFilter = { column: string; reason: 'not_in_datasource' | 'no_temporal_column' }

const columnName = (column: QueryColumn): string => (typeof column === 'string' ? column : (column.label ?? ''))

/** `column >= since` and `column < until`; none for open ends. */
export const timeConditions = (
  scope: Scope,
  { sql, column, range, timezone }: { sql: string; column: DatasetColumn | null; range: TimeRange; timezone: string },
): string[] => {
  const bound = (operator: string, moment: TimeRange['since']) => {
    if (!moment) return []
    const literal = boundLiteral(scope, moment, column, timezone)
    requireComparable(scope, column, [literal])
    return [`${sql} ${operator} ${scope.dialect.literal(literal)}`]
  }
  return [...bound('>=', range.since), ...bound('<', range.until)]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value])

const isNull = (literal: Literal) => literal.type === 'null'

const membership = (scope: Scope, sql: string, literals: Literal[], negated: boolean): string => {
  if (!literals.length) throw new QueryError(t('Filter value list cannot be empty'))
  const known = literals.filter((literal) => !isNull(literal))
  if (new Set(known.map(({ type }) => type)).size > 1) {
    throw new QueryError(t('The values of a filter must be of one type.'))
  }
  const list = `(${known.map((literal) => scope.dialect.literal(literal)).join(', ')})`
  const hasNull = known.length < literals.length
  if (!known.length) return `${sql} IS ${negated ? 'NOT ' : ''}NULL`
  if (negated) return `${hasNull ? `${sql} IS NOT NULL AND ` : ''}${sql} NOT IN ${list}`
  return hasNull ? `(${sql} IS NULL OR ${sql} IN ${list})` : `${sql} IN ${list}`
}

const pattern = (scope: Scope, { sql, operator, literal }: { sql: string; operator: string; literal: Literal }): string => {
  const { dialect } = scope
  const right = dialect.literal(literal)
  const negated = operator.startsWith('NOT ')
  if (!operator.endsWith('ILIKE') || dialect.capabilities.ilike) return `${sql} ${operator} ${right}`
  const like = dialect.ilike ? dialect.ilike(sql, right) : `LOWER(${sql}) LIKE LOWER(${right})`
  return negated ? `NOT (${like})` : like
}

const comparisons: Record<string, string> = { '==': '=', '!=': '<>', '>': '>', '<': '<', '>=': '>=', '<=': '<=' }
const unary: ReadonlySet<string> = new Set(['IS NULL', 'IS NOT NULL'])
const truths: Record<string, boolean> = { 'IS TRUE': true, 'IS FALSE': false }
const operators: ReadonlySet<string> = new Set(filterOperators)

/** The operator as it is written into a statement: only known ones, wherever the filter comes from. */
const operatorOf = ({ op }: FilterClause): string => {
  const operator = String(op).toUpperCase()
  if (!operators.has(operator)) throw new QueryError(t('Invalid filter operation type: %(op)s', { op: operator }))
  return operator
}

/** `type`: of the expression, where it is not the column's. */
type Left = { sql: string; column: DatasetColumn | null; type?: ColumnType }

const conditionsOf = (scope: Scope, { sql, column, type }: Left, filter: FilterClause, times: Times): string[] => {
  const operator = operatorOf(filter)
  const value = storedEpoch(filter.val, column)
  const truth = truths[operator]
  if (truth !== undefined) {
    requireComparable(scope, column, [{ type: 'boolean', value: truth }])
    return [scope.dialect.isTruth?.(sql, truth) ?? `${sql} ${operator}`]
  }
  if (unary.has(operator)) return [`${sql} ${operator}`]
  const target = {
    type: type ?? (column ? typeOf(scope, column) : 'string'),
    timezone: times.timezone,
    instants: scope.dialect.capabilities.instants,
    numericTruths: scope.dialect.capabilities.numericTruths,
  } as const
  if (operator === 'IN' || operator === 'NOT IN') {
    const literals = listOf(value).map((item) => filterLiteral(item, target))
    requireComparable(scope, column, literals)
    return [membership(scope, sql, literals, operator === 'NOT IN')]
  }
  if (operator === 'TEMPORAL_RANGE') {
    if (filter.val === null || filter.val === undefined) throw valueMissing()
    return timeConditions(scope, { sql, column, range: times.rangeOf(filter), timezone: times.timezone })
  }
  const asPattern = operator.endsWith('LIKE')
  const literal = filterLiteral(Array.isArray(value) ? value[0] : value, target, asPattern)
  if (isNull(literal)) {
    if (operator === '==') return [`${sql} IS NULL`]
    if (operator === '!=') return [`${sql} IS NOT NULL`]
    throw valueMissing()
  }
  requireComparable(scope, asPattern && target.type !== 'string' ? null : column, [literal])
  if (asPattern)
    return [
      pattern(scope, { sql: target.type === 'string' ? sql : scope.dialect.castToText(sql, target.type ?? undefined), operator, literal }),
    ]
  return [`${sql} ${comparisons[operator] ?? operator} ${scope.dialect.literal(literal)}`]
}

const valueMissing = () => new QueryError(t('Must specify a value for filters with comparison operators'))

const leftOf = (scope: Scope, filter: FilterClause): Left | null => {
  if (typeof filter.col === 'object') {
    if (!isAdhocColumn(filter.col)) return null
    return { sql: adhocColumnSql(scope, filter.col, false, 'dimension'), column: referredColumn(scope, filter.col) ?? null }
  }
  const column = datasetColumn(scope, filter.col)
  if (!column) return null
  if (!filter.grain) return { sql: columnSql(scope, column), column }
  const sql = timeColumnSql(scope, column, filter.grain)
  return isTimeType(typeOf(scope, column)) ? { sql, column } : { sql, column: null, type: 'timestamp' }
}

/** Columns whose filters a template read, and among them those that it applies itself. */
export type TemplateFilters = { applied: ReadonlySet<string>; removed: ReadonlySet<string> }

export type Conditions = { where: Condition[]; having: string[]; applied: string[]; rejected: RejectedFilter[] }

/**
 * The conditions of the filter clauses. A clause on a saved metric becomes a condition on groups and is reported as rejected, as in
 * Superset.
 */
export const filterConditions = (scope: Scope, filters: FilterClause[], times: Times, template: TemplateFilters): Conditions => {
  const result: Conditions = { where: [], having: [], applied: [], rejected: [] }
  for (const filter of filters) {
    const name = columnName(filter.col)
    const removed = template.removed.has(name)
    const { made: left, uses } = withOwnUses(scope, (own) => (removed ? null : leftOf(own, filter)))
    if (left || removed || template.applied.has(name)) {
      result.applied.push(name)
      if (left) result.where.push(...conditionsOf(scope, left, filter, times).map((sql) => ({ sql, uses })))
      continue
    }
    result.rejected.push({ column: name, reason: 'not_in_datasource' })
    if (typeof filter.col === 'string' && findDatasetMetric(scope.dataset, filter.col)) {
      const sql = savedMetricSql(scope, filter.col)
      result.having.push(...conditionsOf(scope, { sql, column: null }, filter, times))
    }
  }
  return result
}
