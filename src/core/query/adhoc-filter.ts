import { columnLabel, shortLabel } from './labels.ts'
import type { FilterClause, QueryColumn } from './query-object.ts'
import { asList } from './read.ts'

/** A filter as form data holds it (spec 000 §3, reference/query-object.md §3.4). */
export type AdhocFilter = {
  [key: string]: unknown
  expressionType?: 'SIMPLE' | 'SQL' | null
  clause?: 'WHERE' | 'HAVING' | null
  subject?: QueryColumn | null
  operator?: string | null
  operatorId?: string | null
  comparator?: unknown
  sqlExpression?: string | null
  isExtra?: boolean | null
  isNew?: boolean | null
  datasourceWarning?: boolean | null
  filterOptionName?: string | null
}

export const nullOperators: readonly string[] = ['IS NULL', 'IS NOT NULL', 'LATEST PARTITION']
export const booleanOperators: readonly string[] = ['IS TRUE', 'IS FALSE']
export const listOperators: readonly string[] = ['IN', 'NOT IN']

const unaryClauses: readonly string[] = ['IS NULL', 'IS NOT NULL']

/** The filter clause of a simple filter; IS NULL and IS NOT NULL carry no value. */
export const toClause = (filter: AdhocFilter): FilterClause => {
  const clause: FilterClause = { col: filter.subject ?? '', op: filter.operator ?? '' }
  if (!unaryClauses.includes(clause.op) && filter.comparator !== undefined) clause.val = filter.comparator
  return clause
}

const bracketed = (sql: string) => `(${sql}${sql.includes('--') ? '\n' : ''})`

export const joinSql = (clauses: (string | null | undefined)[]): string =>
  clauses
    .filter((sql): sql is string => Boolean(sql))
    .map(bracketed)
    .join(' AND ')

/**
 * Splits ad-hoc filters into the query's parts. A simple filter on an aggregate has no place on the wire and is dropped,
 * as the form never saves one.
 */
export const splitFilters = (
  filters: AdhocFilter[],
  legacyWhere?: string | null,
): { filters: FilterClause[]; where: string; having: string } => {
  const sql = (clause: string) => filters.filter((f) => f.expressionType === 'SQL' && f.clause === clause).map((f) => f.sqlExpression)
  return {
    filters: filters.filter((f) => f.expressionType !== 'SQL' && f.clause === 'WHERE').map(toClause),
    where: joinSql([...sql('WHERE'), legacyWhere]),
    having: joinSql(sql('HAVING')),
  }
}

/** Whether a filter is complete enough to be saved (spec 000 §5). */
export const isValidFilter = (filter: AdhocFilter): boolean => {
  const { operator, subject, clause, comparator } = filter
  if (filter.expressionType === 'SQL') return Boolean(filter.sqlExpression?.trim() && clause)
  if (!operator || !subject) return false
  if (nullOperators.includes(operator)) return true
  if (comparator === null || comparator === undefined) return false
  if (booleanOperators.includes(operator)) return true
  return Boolean(clause) && !(Array.isArray(comparator) && comparator.length === 0)
}

const quoted = (value: unknown): string =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
    ? String(value)
    : `'${String(value)}'`

const sentence = (filter: AdhocFilter): string => {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  const subject = filter.subject ? columnLabel(filter.subject) : ''
  const operator = filter.operator ?? ''
  if (operator === 'TEMPORAL_RANGE') return `${subject} (${filter.comparator ?? ''})`
  if (nullOperators.includes(operator) || booleanOperators.includes(operator) || filter.comparator === undefined)
    return `${subject} ${operator}`.trim()
  const values = asList(filter.comparator).map(quoted)
  return `${subject} ${operator} ${listOperators.includes(operator) ? `(${values.join(', ')})` : (values[0] ?? '')}`.trim()
}

export const filterLabel = (filter: AdhocFilter): string => shortLabel(sentence(filter))

/** Keeps operator and value in step: true/false operators carry their boolean, null operators nothing, list operators a list. */
export const withOperator = (filter: AdhocFilter, operator: string): AdhocFilter => {
  const { comparator } = filter
  const value = booleanOperators.includes(operator)
    ? operator === 'IS TRUE'
    : nullOperators.includes(operator)
      ? undefined
      : listOperators.includes(operator)
        ? asList(comparator)
        : Array.isArray(comparator)
          ? comparator[0]
          : comparator
  return { ...filter, operator, comparator: value }
}
