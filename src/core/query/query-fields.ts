import { AppError } from '../errors.ts'
import { columnLabel, metricLabel, uniqueByLabel } from './labels.ts'
import type { QueryColumn, QueryMetric } from './query-object.ts'
import { asList } from './read.ts'

export type QueryField = 'columns' | 'groupby' | 'metrics' | 'orderby'
export type QueryFieldAliases = Record<string, QueryField>

const aliases: QueryFieldAliases = {
  metric: 'metrics',
  metric_2: 'metrics',
  secondary_metric: 'metrics',
  x: 'metrics',
  y: 'metrics',
  size: 'metrics',
  all_columns: 'columns',
  series: 'groupby',
  order_by_cols: 'orderby',
}
const fields: readonly string[] = ['columns', 'groupby', 'metrics', 'orderby']

export type Ordering = [QueryColumn | QueryMetric, boolean]

export type ExtractedFields = {
  columns: QueryColumn[]
  /** Absent in raw mode: rows instead of groups. */
  metrics?: QueryMetric[]
  orderby?: Ordering[]
}

const parseOrdering = (items: unknown[]): Ordering[] =>
  items.map((item) => {
    try {
      const pair: unknown = typeof item === 'string' ? JSON.parse(item) : item
      if (Array.isArray(pair)) return pair as Ordering
    } catch (cause) {
      throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 'Found invalid orderby options', {}, { cause })
    }
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 'Found invalid orderby options')
  })

/**
 * Collects columns, metrics and orderings from the controls of form data, in the order of its keys, each label once.
 * `own` names the chart's own keys. Throws `Found invalid orderby options`.
 */
export const extractQueryFields = (form: Record<string, unknown>, own: QueryFieldAliases = {}): ExtractedFields => {
  const mode = form['query_mode']
  const found: Record<QueryField, unknown[]> = { columns: [], groupby: [], metrics: [], orderby: [] }
  const columns: QueryColumn[] = []
  for (const [key, value] of Object.entries(form)) {
    const field = own[key] ?? aliases[key] ?? key
    if (value === null || value === undefined || !fields.includes(field)) continue
    if (mode === 'aggregate' && field === 'columns') continue
    if (mode === 'raw' && (field === 'groupby' || field === 'metrics')) continue
    if (field === 'columns' || field === 'groupby') columns.push(...asList<QueryColumn>(value))
    else found[field as QueryField].push(...asList(value))
  }
  return {
    columns: uniqueByLabel(
      columns.filter((column) => column !== ''),
      columnLabel,
    ),
    ...(mode !== 'raw' && { metrics: uniqueByLabel(found.metrics as QueryMetric[], metricLabel) }),
    ...(found.orderby.length > 0 && { orderby: parseOrdering(found.orderby) }),
  }
}
