import { metricLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { cell, isNumeric } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'
import { tableMode } from './mode.ts'

type ShareForm = Parameters<typeof tableMode>[0] & {
  percent_metrics?: QueryMetric[]
  percent_metric_calculation?: unknown
  server_pagination?: boolean
}

/** Whether percentages are of all records, for which a query of its own asks. */
export const hasSharesOfAll = (form: ShareForm): boolean =>
  form.percent_metric_calculation === 'all_records' && tableMode(form) === 'aggregate' && asList(form.percent_metrics).length > 0

/** The rows of the first answer. Their percentages are of these rows alone; where the form says so, they become those of all records. */
export const tableWithShares = (tables: Table[], form: ShareForm): Table | undefined => {
  const [table] = tables
  const all = tables[form.server_pagination ? 2 : 1]
  if (!table || !all || all.rowCount !== 1 || !hasSharesOfAll(form)) return table
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const percent = new Set(asList<QueryMetric>(form.percent_metrics).map((metric) => `%${metricLabel(metric)}`))
  const shareOfAll = (column: Column): Column => {
    const name = column.name.slice(1)
    const [amounts, sums] = [byName.get(name), all.columns.find((one) => one.name === name)]
    if (!percent.has(column.name) || !amounts || !sums || !isNumeric(amounts)) return column
    const sum = cell(sums, 0)
    const values = amounts.values.map((value) => (typeof sum === 'number' && sum !== 0 ? value / sum : Number.NaN))
    return { name: column.name, type: 'float', values }
  }
  return { ...table, columns: table.columns.map(shareOfAll) }
}
