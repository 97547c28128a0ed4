import { aggregations } from '#core/transform/cell-aggregations.ts'
import type { Aggregation } from '#core/transform/cell-aggregations.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'

/** What the form asks of a pivot table. */
export type Settings = {
  rows: string[]
  columns: string[]
  metrics: string[]
  /** One metric says its name nowhere but in an otherwise empty head. */
  metricsOn: 'rows' | 'columns'
  /** The metrics within each group instead of around all of them. */
  combined: boolean
  aggregate: string
  aggregation: Aggregation
  /** Cells are parts of this. */
  fractionOf: 'total' | 'rows' | 'columns' | null
  rowOrder: string
  columnOrder: string
  subtotals: { rows: 'first' | 'last' | null; columns: 'first' | 'last' | null }
  totals: { row: boolean; column: boolean }
}

export const settingsOf = (form: FormData): Settings => {
  const names = (key: string) => uniqueByLabel(asList<QueryColumn>(form[key]), columnLabel).map(columnLabel)
  const turned = Boolean(form['transposePivot'])
  const rows = names(turned ? 'groupbyColumns' : 'groupbyRows')
  const columns = names(turned ? 'groupbyRows' : 'groupbyColumns')
  const metrics = uniqueByLabel(asList<QueryMetric>(form['metrics']), metricLabel).map(metricLabel)
  const said = String(form['aggregateFunction'] ?? 'Sum')
  const aggregate = said in aggregations ? said : 'Sum'
  const fraction = / as Fraction of (Total|Rows|Columns)$/.exec(aggregate)?.[1]
  const asked = (key: string, first: string) => (form[key] ? (form[first] ? 'first' : 'last') : null)
  return {
    rows,
    columns,
    metrics,
    metricsOn: form['metricsLayout'] === 'ROWS' && (metrics.length > 1 || rows.length === 0) ? 'rows' : 'columns',
    combined: Boolean(form['combineMetric']),
    aggregate,
    aggregation: aggregations[aggregate] as Aggregation,
    fractionOf: fraction ? (fraction.toLowerCase() as 'total' | 'rows' | 'columns') : null,
    rowOrder: String(form['rowOrder'] ?? 'key_a_to_z'),
    columnOrder: String(form['colOrder'] ?? 'key_a_to_z'),
    subtotals: { rows: asked('rowSubTotals', 'rowSubtotalPosition'), columns: asked('colSubTotals', 'colSubtotalPosition') },
    totals: { row: Boolean(form['colTotals']), column: Boolean(form['rowTotals']) },
  }
}
