import { asList } from '#core/query/read.ts'
import { hasFeature } from '../../data/feature-flags.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import { dataKind, optionName, sqlName } from '../field/kind.ts'
import type { ColumnFacts, DataKind } from '../field/kind.ts'
import { isTimeFilter, operatorId, operatorOf } from '#core/query/filter-operators.ts'
import { offeredOperators } from './offered-operators.ts'
import type { OperatorId } from '#core/query/filter-operators.ts'

/** A filter with every field of the wire. */
export const plainFilter = (filter: AdhocFilter): AdhocFilter => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: null,
  operator: null,
  operatorId: null,
  comparator: null,
  sqlExpression: null,
  isExtra: false,
  isNew: false,
  datasourceWarning: false,
  filterOptionName: optionName('filter'),
  ...filter,
})

/** Keeps the value when it still fits the operator: a list for several, its first for one, the truth for true and false. */
export const withOperatorId = (filter: AdhocFilter, id: OperatorId): AdhocFilter => {
  const { operator, takes } = operatorOf(id)
  const before = operatorId(filter)
  const kept = before === 'TEMPORAL_RANGE' || before === 'IS_TRUE' || before === 'IS_FALSE' ? undefined : filter.comparator
  const values = asList(kept)
  const comparator =
    id === 'IS_TRUE' || id === 'IS_FALSE'
      ? id === 'IS_TRUE'
      : takes === 'none'
        ? null
        : takes === 'many'
          ? values
          : takes === 'range'
            ? before === 'TEMPORAL_RANGE'
              ? filter.comparator
              : 'No filter'
            : (values[0] ?? null)
  return { ...filter, expressionType: 'SIMPLE', operator, operatorId: id, comparator }
}

/** The operator a column starts with: a range for times, true for booleans, else a list (without `UX_BETA` one value). */
export const firstOperator = (column: ColumnFacts): OperatorId => {
  const kind = dataKind(column)
  return kind === 'time' ? 'TEMPORAL_RANGE' : kind === 'boolean' ? 'IS_TRUE' : hasFeature('UX_BETA') ? 'IN' : 'EQUALS'
}

/** A new filter on a column. */
export const newFilter = (column: ColumnFacts, timeRange = 'No filter'): AdhocFilter => {
  const id = firstOperator(column)
  const filter = withOperatorId(plainFilter({ subject: column.column_name }), id)
  return id === 'TEMPORAL_RANGE' ? { ...filter, comparator: timeRange } : filter
}

/** Changes the column. The operator is kept if the new column offers it, the value if both columns are of one kind. */
export const withSubject = (filter: AdhocFilter, column: ColumnFacts, before?: ColumnFacts): AdhocFilter => {
  const kind = dataKind(column)
  const id = operatorId(filter)
  const offered = offeredOperators({ column })
  const moved = plainFilter({ ...filter, expressionType: 'SIMPLE', clause: 'WHERE', subject: column.column_name })
  const keeps = id !== null && kind !== 'time' && offered.some((operator) => operator.id === id)
  if (!keeps) return withOperatorId({ ...moved, comparator: null, operator: null, operatorId: null }, firstOperator(column))
  const sameKind = before !== undefined && dataKind(before) === kind && before.column_name === column.column_name
  return sameKind ? moved : withOperatorId({ ...moved, comparator: null }, id)
}

/** What was typed, as the column's type wants it. A text that is no number stays a text: the server says so. */
export const readValue = (text: string, kind: DataKind): unknown => {
  if (kind === 'boolean') return /^(true|t|yes|1)$/i.test(text) ? true : /^(false|f|no|0)$/i.test(text) ? false : text
  if (kind !== 'number' || text.trim() === '') return text
  const value = Number(text)
  if (Number.isNaN(value)) return text
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text.trim() : value
}

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value).toUpperCase()
    : `'${String(value).replaceAll("'", "''")}'`

/** The condition as SQL about a name or an expression; null where it cannot be said, or is not finished. */
export const comparisonSql = (name: string, filter: AdhocFilter): string | null => {
  const id = operatorId(filter)
  if (id === null) return null
  const { takes, operator } = operatorOf(id)
  if (id === 'IS_TRUE' || id === 'IS_FALSE') return `${name} = ${id === 'IS_TRUE' ? 'TRUE' : 'FALSE'}`
  if (takes === 'range' || id === 'LATEST_PARTITION') return null
  if (takes === 'none') return `${name} ${operator}`
  const values = asList(filter.comparator).filter((value) => value !== null)
  if (values.length === 0) return null
  if (takes === 'many') return `${name} ${operator} (${values.map(literal).join(', ')})`
  return `${name} ${{ '==': '=', '!=': '<>' }[operator] ?? operator} ${literal(values[0])}`
}

/** The same condition written as SQL, for the person to go on from; a range of time cannot be said this way. */
export const toSqlFilter = (filter: AdhocFilter, backend?: string | null): AdhocFilter => {
  const subject = filter.subject ? columnLabel(filter.subject) : ''
  const written = filter.sqlExpression || (subject ? comparisonSql(sqlName(subject, backend), filter) : null)
  return plainFilter({
    filterOptionName: filter.filterOptionName,
    clause: filter.clause ?? 'WHERE',
    expressionType: 'SQL',
    sqlExpression: written ?? '',
  })
}

/** The column by whose values a table is partitioned, where it is exactly one and its newest partition is known. */
export type Partition = { column: string; isRange: boolean; table: string }

/** The filter on the newest partition is SQL: the server finds out which one that is. */
export const latestPartitionFilter = (filter: AdhocFilter, partition: Partition, backend?: string | null): AdhocFilter => ({
  ...toSqlFilter(filter, backend),
  operator: operatorOf('LATEST_PARTITION').operator,
  operatorId: 'LATEST_PARTITION',
  subject: partition.column,
  sqlExpression: `${sqlName(partition.column, backend)} ${partition.isRange ? '>=' : '='} '{{ presto.latest_partition('${partition.table.replaceAll("'", "\\'")}') }}'`,
})

/** Whether two filters say the same, regardless of their random identifiers. */
export const sameFilter = (a: AdhocFilter, b: AdhocFilter): boolean => {
  const content = ({ expressionType, clause, subject, operator, comparator, sqlExpression }: AdhocFilter) =>
    expressionType === 'SQL' ? [clause, sqlExpression] : [clause, subject, operatorId({ operator, comparator }) ?? operator, comparator]
  return (a.expressionType === 'SQL') === (b.expressionType === 'SQL') && JSON.stringify(content(a)) === JSON.stringify(content(b))
}

/**
 * Refused when it would take away the last time filter: dashboards apply their time range through it.
 */
export const mayRemove = (filters: AdhocFilter[], index: number): boolean => {
  const filter = filters[index]
  return !filter || !isTimeFilter(filter) || filters.filter(isTimeFilter).length > 1
}
