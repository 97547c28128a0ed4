import { timeFormatter } from '#core/format/time.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import { cell, findColumn, isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import type { BoxPlotForm } from './controls.ts'

export type Box = {
  name: string
  metric: string
  /** Values of the dimensions. */
  key: Json[]
  low: number
  q1: number
  median: number
  q3: number
  high: number
  mean: number | null
  count: number | null
  outliers: number[]
}

/** Boxes from the highest median to the lowest; groups without numbers are left out. */
export const readBoxes = (table: Table | undefined, form: BoxPlotForm, locale?: string): Box[] => {
  if (!table) return []
  const dimensions = form.groupby.flatMap((column) => findColumn(table, columnLabel(column)) ?? [])
  const date = timeFormatter(form.date_format, locale)
  const numberAt = (name: string, row: number): number | null => {
    const column = findColumn(table, name)
    const value = column ? cell(column, row) : null
    return typeof value === 'number' ? value : null
  }
  const boxAt = (metric: string, row: number): Box[] => {
    const at = (part: string) => numberAt(`${metric}__${part}`, row)
    const [low, q1, median, q3, high] = [at('min'), at('q1'), at('median'), at('q3'), at('max')]
    if (low === null || q1 === null || median === null || q3 === null || high === null) return []
    const key = dimensions.map((column) => cell(column, row))
    const list = findColumn(table, `${metric}__outliers`)
    const names = dimensions.map((column, i) => (key[i] === null ? '<NULL>' : isTemporal(column) ? date(key[i]) : String(key[i])))
    const outliers = asList<unknown>(list ? cell(list, row) : null).filter((value) => typeof value === 'number')
    return [{ name: names.join(', '), metric, key, low, q1, median, q3, high, mean: at('mean'), count: at('count'), outliers }]
  }
  const metrics = form.metrics.map(metricLabel)
  return metrics
    .flatMap((metric) => Array.from({ length: table.rowCount }, (_, row) => boxAt(metric, row)).flat())
    .toSorted((a, b) => b.median - a.median)
}
