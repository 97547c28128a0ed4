import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { isMetric } from '#core/query/legacy/is-metric.ts'
import { metricsOf } from '#core/query/legacy/queries.ts'
import type { FormData, QueryColumn } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'

export type Row = Record<string, unknown>

/** A legacy chart with the result of its query. */
export type Answered = {
  form: FormData
  rows: Row[]
  table: Table
  /** The results of the same query for each time shift, their times moved to those of the query. */
  shifted: Table[]
  /** Naive epoch ms of the time range; null where it is open. */
  since: number | null
  until: number | null
}

/** The column of the rows that holds the time of a time series. */
export const timeColumn = '__timestamp'

/** The name of a group of rows without a value. */
export const nullName = '<NULL>'

export const metricNames = (form: FormData): string[] => metricsOf(form).map(metricLabel)

/** The names of the columns that a control of the form holds. */
export const columnNames = (value: unknown): string[] => asList<QueryColumn>(value).map(columnLabel)

/** The name of the one metric that a control holds; empty without one. */
export const metricName = (value: unknown): string => asList(value).filter(isMetric).map(metricLabel)[0] ?? ''

/** A cell as a number; null if it is none. */
export const numberIn = (row: Row, name: string): number | null => {
  const value = row[name]
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
