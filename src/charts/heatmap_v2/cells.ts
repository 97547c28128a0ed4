import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { cell, findColumn, isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import type { HeatmapForm } from './controls.ts'

/** One side of the grid: its values in order, each with the sum of its cells. */
export type Side = { temporal: boolean; keys: Json[]; totals: number[] }

export type Cell = { x: number; y: number; value: number; rank: number | null }

export type Grid = { columns: Side; rows: Side; cells: Cell[] }

const collator = new Intl.Collator(undefined, { numeric: true })

const byKey = (a: Json, b: Json): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** Values by themselves or by their sums, as `alpha_asc` or `value_desc` says. */
const sideOf = (keys: Json[], values: number[], temporal: boolean, sort: string | null): Side => {
  const sums = new Map<Json, number>()
  for (const [i, key] of keys.entries()) sums.set(key, (sums.get(key) ?? 0) + (values[i] ?? 0))
  const [by, way] = (sort ?? '').split('_')
  const sign = way === 'desc' ? -1 : 1
  const entries = [...sums]
  if (by === 'alpha') entries.sort(([a], [b]) => sign * byKey(a, b))
  if (by === 'value') entries.sort(([, a], [, b]) => sign * (a - b))
  return { temporal, keys: entries.map(([key]) => key), totals: entries.map(([, total]) => total) }
}

export const readGrid = (table: Table | undefined, form: HeatmapForm): Grid | null => {
  const names = [xAxisLabel(form) ?? '', ...(form.groupby ? [columnLabel(form.groupby)] : [])]
  const [across, down] = names.map((name) => table && findColumn(table, name))
  const amount = table && form.metric ? findColumn(table, metricLabel(form.metric)) : undefined
  if (!table || !across || !down || !amount) return null
  const rank = findColumn(table, 'rank')
  const filled = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => typeof cell(amount, row) === 'number')
  const values = filled.map((row) => cell(amount, row) as number)
  const [xs, ys] = [across, down].map((column) => filled.map((row) => cell(column, row))) as [Json[], Json[]]
  const columns = sideOf(xs, values, isTemporal(across), form.sort_x_axis)
  const rows = sideOf(ys, values, isTemporal(down), form.sort_y_axis)
  const [placeX, placeY] = [columns, rows].map(({ keys }) => new Map(keys.map((key, i) => [key, i]))) as [
    Map<Json, number>,
    Map<Json, number>,
  ]
  const cells = filled.map((row, i): Cell => {
    const ranked = rank ? cell(rank, row) : null
    return {
      x: placeX.get(xs[i] as Json) ?? 0,
      y: placeY.get(ys[i] as Json) ?? 0,
      value: values[i] as number,
      rank: typeof ranked === 'number' ? ranked : null,
    }
  })
  return { columns, rows, cells }
}
