import { columnLabel } from './labels.ts'
import type { FormData, QueryColumn, QueryObject } from './query-object.ts'

/** The output name of the time column of a query that has no x axis of its own. */
export const timeColumnName = '__timestamp'

/** Its name in tables and downloads. */
export const timeColumnTitle = 'Time'

type Axes = Record<string, unknown>

const isColumn = (value: unknown): value is QueryColumn =>
  (typeof value === 'string' && value !== '') ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof (value as { sqlExpression?: unknown }).sqlExpression === 'string')

export const isXAxisSet = (form: Axes): boolean => isColumn(form['x_axis'])

/** The column that the chart's x axis shows; the time column for older forms; undefined when there is none. */
export const xAxisColumn = (form: Axes): QueryColumn | undefined => {
  if (!form['granularity_sqla'] && !form['x_axis']) return undefined
  return isColumn(form['x_axis']) ? form['x_axis'] : timeColumnName
}

export const xAxisLabel = (form: Axes): string | undefined => {
  const column = xAxisColumn(form)
  return column === undefined ? undefined : columnLabel(column)
}

const sameColumn = (a: QueryColumn, b: QueryColumn): boolean =>
  typeof a === 'string' || typeof b === 'string' ? a === b : a.sqlExpression === b.sqlExpression

/** Marks the x axis among a query's columns as its base axis, with the time grain in force. */
export const withBaseAxis = (form: FormData, query: QueryObject): QueryObject => {
  const axis = form['x_axis']
  const columns = query.columns ?? []
  const place = isColumn(axis) ? columns.findIndex((column) => sameColumn(column, axis)) : -1
  if (place < 0) return query
  const column = columns[place] as QueryColumn
  const grain = query.extras?.time_grain_sqla
  const described =
    typeof column === 'string'
      ? { columnType: 'BASE_AXIS' as const, sqlExpression: column, label: column, expressionType: 'SQL' as const }
      : { columnType: 'BASE_AXIS' as const, ...column }
  const { is_timeseries: _, ...rest } = query
  return { ...rest, columns: columns.with(place, grain ? { timeGrain: grain, ...described } : described) }
}
