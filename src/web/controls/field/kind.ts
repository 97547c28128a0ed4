import type { DatasetFacts } from '#charts/control.ts'

export type ColumnFacts = DatasetFacts['columns'][number]
export type MetricFacts = DatasetFacts['metrics'][number]

/** What a field is, for its icon, its operators and its place in a chart. */
export type FieldKind = 'time' | 'number' | 'text' | 'boolean' | 'calculated' | 'metric'
export type DataKind = 'time' | 'number' | 'text' | 'boolean'

const generic: Record<number, DataKind> = { 0: 'number', 1: 'text', 2: 'time', 3: 'boolean' }

export const dataKind = (column: Pick<ColumnFacts, 'is_dttm' | 'type_generic' | 'type'>): DataKind => {
  if (column.is_dttm) return 'time'
  const known = generic[column.type_generic ?? -1]
  if (known) return known
  const type = column.type ?? ''
  if (/bool/i.test(type)) return 'boolean'
  if (/int|float|double|real|numeric|decimal|number|money/i.test(type)) return 'number'
  return /date|time/i.test(type) ? 'time' : 'text'
}

/** What the icon of a column shows: one that is calculated says so. */
export const columnKind = (column: Pick<ColumnFacts, 'is_dttm' | 'type_generic' | 'type' | 'expression'>): FieldKind =>
  column.expression ? 'calculated' : dataKind(column)

/** Whole numbers, which the true and false operators accept beside booleans. */
export const isInteger = (column: Pick<ColumnFacts, 'type'>): boolean =>
  /int|long/i.test(column.type ?? '') && !/interval/i.test(column.type ?? '')

export const columnName = (column: Pick<ColumnFacts, 'column_name' | 'verbose_name'>): string => column.verbose_name || column.column_name

export const metricName = (metric: Pick<MetricFacts, 'metric_name' | 'verbose_name'>): string => metric.verbose_name || metric.metric_name

const backquoting = new Set(['mysql', 'mariadb', 'tidb', 'starrocks', 'doris', 'bigquery', 'databricks'])

/** A name as SQL: bare where it may be, else in the quotes of the engine. */
export const sqlName = (name: string, backend?: string | null): string => {
  if (/^[a-z_][a-z0-9_]*$/.test(name)) return name
  if (backquoting.has(backend ?? '')) return `\`${name.replaceAll('`', '``')}\``
  return `"${name.replaceAll('"', '""')}"`
}

const random = () => Math.random().toString(36).slice(2, 13)

/** The wire's identifier of ad-hoc metrics and filters. */
export const optionName = (prefix: 'metric' | 'filter'): string => `${prefix}_${random()}_${random()}`
