import { aggregations } from '#core/transform/calculation/cell-aggregations.ts'
import type { Aggregation } from '#core/transform/calculation/cell-aggregations.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import type { PivotForm } from './controls.ts'

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
  /** Cells list their values. */
  lists: boolean
  /** Cells are parts of this. */
  fractionOf: 'total' | 'rows' | 'columns' | null
  rowOrder: string
  columnOrder: string
  subtotals: { rows: 'first' | 'last' | null; columns: 'first' | 'last' | null }
  totals: { row: boolean; column: boolean }
}

export const settingsOf = (form: PivotForm): Settings => {
  const names = (columns: QueryColumn[]) => uniqueByLabel(columns, columnLabel).map(columnLabel)
  const turned = form.transposePivot
  const rows = names(turned ? form.groupbyColumns : form.groupbyRows)
  const columns = names(turned ? form.groupbyRows : form.groupbyColumns)
  const metrics = uniqueByLabel(form.metrics, metricLabel).map(metricLabel)
  const said = form.aggregateFunction
  const aggregate = said in aggregations ? said : 'Sum'
  const fraction = / as Fraction of (Total|Rows|Columns)$/.exec(aggregate)?.[1]
  const asked = (isAsked: boolean, isFirst: boolean) => (isAsked ? (isFirst ? 'first' : 'last') : null)
  return {
    rows,
    columns,
    metrics,
    metricsOn: form.metricsLayout === 'ROWS' && (metrics.length > 1 || rows.length === 0) ? 'rows' : 'columns',
    combined: form.combineMetric,
    aggregate,
    aggregation: aggregations[aggregate] as Aggregation,
    lists: aggregate === 'List Unique Values',
    fractionOf: fraction ? (fraction.toLowerCase() as 'total' | 'rows' | 'columns') : null,
    rowOrder: form.rowOrder,
    columnOrder: form.colOrder,
    subtotals: { rows: asked(form.rowSubTotals, form.rowSubtotalPosition), columns: asked(form.colSubTotals, form.colSubtotalPosition) },
    totals: { row: form.colTotals, column: form.rowTotals },
  }
}
