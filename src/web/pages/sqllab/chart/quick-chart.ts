import { cell, fromRows, isNumeric, isTemporal, type Table } from '#core/table.ts'
import type { FormData, QueryMetric } from '#core/query/query-object.ts'

export const quickTypes = ['echarts_timeseries_bar', 'echarts_timeseries_line', 'echarts_area'] as const
export const aggregates = ['SUM', 'AVG', 'MIN', 'MAX', 'COUNT'] as const

/** A chart of one column by another. */
export type QuickChart = { type: (typeof quickTypes)[number]; x: string; y: string; aggregate: (typeof aggregates)[number] }

const isIdentifier = (name: string) => /(^|_)id$/i.test(name)

/** The chart that suits a result: its first time or text column against its first number. Null where there is nothing to draw. */
export const suitableChart = ({ columns, rowCount }: Table): QuickChart | null => {
  const time = columns.find(isTemporal)
  const x = time ?? columns.find((column) => !isNumeric(column)) ?? columns[0]
  if (!x || rowCount === 0) return null
  const numbers = columns.filter((column) => column !== x && isNumeric(column))
  const y = numbers.find(({ name }) => !isIdentifier(name)) ?? numbers[0]
  return {
    type: time ? 'echarts_timeseries_line' : 'echarts_timeseries_bar',
    x: x.name,
    y: y?.name ?? x.name,
    aggregate: y ? 'SUM' : 'COUNT',
  }
}

const labelOf = ({ aggregate, y }: QuickChart) => `${aggregate}(${y})`

/** The chart's form data on a dataset; 0 for one that does not exist yet. */
export const quickForm = (chart: QuickChart, datasetId: number): FormData => {
  const metric: QueryMetric = {
    expressionType: 'SIMPLE',
    column: { column_name: chart.y },
    aggregate: chart.aggregate,
    label: labelOf(chart),
    hasCustomLabel: false,
  }
  return {
    viz_type: chart.type,
    datasource: `${datasetId}__table`,
    x_axis: chart.x,
    metrics: [metric],
    groupby: [],
    row_limit: 10_000,
  }
}

type Group = { x: unknown; count: number; sum: number; min: number; max: number }

const valueOf: Record<QuickChart['aggregate'], (group: Group) => number> = {
  COUNT: ({ count }) => count,
  SUM: ({ sum }) => sum,
  AVG: ({ sum, count }) => sum / count,
  MIN: ({ min }) => min,
  MAX: ({ max }) => max,
}

/** The rows that the chart draws, aggregated in the browser from those of the result. */
export const quickTable = (table: Table, chart: QuickChart): Table => {
  const [x, y] = [chart.x, chart.y].map((name) => table.columns.find((column) => column.name === name))
  if (!x || !y) return { ...table, columns: [], rowCount: 0 }
  const groups = new Map<unknown, Group>()
  for (let row = 0; row < table.rowCount; row++) {
    const value = chart.aggregate === 'COUNT' ? Number(cell(y, row) !== null) : Number(cell(y, row) ?? Number.NaN)
    if (Number.isNaN(value) || (chart.aggregate === 'COUNT' && value === 0)) continue
    const key = cell(x, row)
    const group = groups.get(key) ?? { x: key, count: 0, sum: 0, min: Infinity, max: -Infinity }
    groups.set(key, {
      x: key,
      count: group.count + 1,
      sum: group.sum + value,
      min: Math.min(group.min, value),
      max: Math.max(group.max, value),
    })
  }
  const found = [...groups.values()]
  const ordered = isTemporal(x) || isNumeric(x) ? found.toSorted((a, b) => Number(a.x) - Number(b.x)) : found
  const type = isTemporal(x) ? 2 : isNumeric(x) ? 0 : 1
  const rows = ordered.map((group) => ({ [chart.x]: group.x, [labelOf(chart)]: valueOf[chart.aggregate](group) }))
  return fromRows([chart.x, labelOf(chart)], [type, 0], rows)
}
