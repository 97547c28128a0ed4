import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { isValidFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import { operatorId } from '#core/query/filter-operators.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { sqlName } from '../field/kind.ts'
import type { ColumnFacts } from '../field/kind.ts'
import { comparisonSql, plainFilter } from './filter-draft.ts'

/** Several conditions, of which one or all must hold. */
export type FilterGroup = { operator: 'OR' | 'AND'; filters: AdhocFilter[] }

type Place = { columns: readonly ColumnFacts[]; backend: string | null }

/** Operators that SQL can say in every engine. */
const excludedIds: readonly string[] = ['TEMPORAL_RANGE', 'LATEST_PARTITION', 'ILIKE']
export const isGroupOperator = (id: string): boolean => !excludedIds.includes(id)

const conditionSql = (filter: AdhocFilter, { columns, backend }: Place): string | null => {
  const name = filter.subject ? columnLabel(filter.subject) : ''
  const column = columns.find((candidate) => candidate.column_name === name)
  if (!column || !isValidFilter(filter)) return null
  return comparisonSql(column.expression ? `(${column.expression})` : sqlName(name, backend), filter)
}

/** One SQL filter that every Superset reads; the conditions stay beside it, so that they can be edited without SQL. */
export const groupFilter = (group: FilterGroup, place: Place, name?: string | null): AdhocFilter => {
  const parts = group.filters.map((filter) => conditionSql(filter, place))
  const isFinished = parts.length > 0 && parts.every((part) => part !== null)
  return {
    ...plainFilter({
      expressionType: 'SQL',
      clause: 'WHERE',
      sqlExpression: isFinished ? parts.join(` ${group.operator} `) : '',
      ...(name && { filterOptionName: name }),
    }),
    group,
  }
}

const isGroup = (value: unknown): value is FilterGroup => {
  const { operator, filters } = asRecord(value)
  return (operator === 'OR' || operator === 'AND') && Array.isArray(filters)
}

/** The conditions of a filter; null when it has none, or its SQL says something else by now. */
export const groupOfFilter = (filter: AdhocFilter, place: Place): FilterGroup | null => {
  const group = filter['group']
  if (filter.expressionType !== 'SQL' || !isGroup(group)) return null
  return (filter.sqlExpression ?? '') === groupFilter(group, place).sqlExpression ? group : null
}

/** The group that a single filter becomes: itself, and a condition to be filled in. */
export const groupFrom = (filter: AdhocFilter): FilterGroup => {
  const id = operatorId(filter)
  const keeps = filter.expressionType !== 'SQL' && filter.subject && id !== null && isGroupOperator(id)
  return { operator: 'OR', filters: keeps ? [filter, plainFilter({})] : [plainFilter({}), plainFilter({})] }
}

/** The values of a condition as one text, and back. */
export const valuesText = (filter: AdhocFilter): string => asList(filter.comparator).map(String).join(', ')
