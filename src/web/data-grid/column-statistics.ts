import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column } from '#core/table.ts'

/** Statistics of the rows of one column. */
export type ColumnStatistics = {
  rows: number
  blank: number
  /** Distinct values; null above `maxDistinct`. */
  distinct: number | null
  /** The most frequent values with their first row and count; empty for numbers and times. */
  top: { row: number; count: number }[]
  /** Rows of the lowest and highest number or time. */
  ends: { lowest: number; highest: number } | null
  /** Of numbers only. */
  numbers: { sum: number; mean: number; median: number; bins: number[] } | null
}

export const maxDistinct = 10_000
const maxTop = 5
const binCount = 20

const countValues = (column: Column) => {
  const counts = new Map<unknown, { row: number; count: number }>()
  let blank = 0
  for (let row = 0; row < column.values.length; row++) {
    const value = cell(column, row)
    if (value === null) {
      blank += 1
      continue
    }
    const key = typeof value === 'object' ? JSON.stringify(value) : value
    const known = counts.get(key)
    if (known) known.count += 1
    else if (counts.size <= maxDistinct) counts.set(key, { row, count: 1 })
  }
  return { counts, blank }
}

const endsOf = ({ values }: Column): ColumnStatistics['ends'] => {
  let [lowest, highest] = [-1, -1]
  for (let row = 0; row < values.length; row++) {
    const value = Number(values[row] ?? Number.NaN)
    if (Number.isNaN(value)) continue
    if (lowest < 0 || value < Number(values[lowest])) lowest = row
    if (highest < 0 || value > Number(values[highest])) highest = row
  }
  return lowest < 0 ? null : { lowest, highest }
}

const numbersOf = ({ values }: Column): ColumnStatistics['numbers'] => {
  const sorted = Float64Array.from(values, (value) => Number(value ?? Number.NaN))
    .filter(Number.isFinite)
    .sort()
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return null
  const sum = sorted.reduce((total, value) => total + value, 0)
  const half = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2
  const bins = Array.from({ length: high > low ? binCount : 1 }, () => 0)
  for (const value of sorted) {
    const at = high > low ? Math.min(binCount - 1, Math.floor(((value - low) / (high - low)) * binCount)) : 0
    bins[at] = (bins[at] ?? 0) + 1
  }
  return { sum, mean: sum / sorted.length, median, bins }
}

export const statisticsOf = (column: Column): ColumnStatistics => {
  const { counts, blank } = countValues(column)
  const isOrdered = isNumeric(column) || isTemporal(column)
  return {
    rows: column.values.length,
    blank,
    distinct: counts.size > maxDistinct ? null : counts.size,
    top: isOrdered ? [] : [...counts.values()].sort((a, b) => b.count - a.count).slice(0, maxTop),
    ends: isOrdered ? endsOf(column) : null,
    numbers: isNumeric(column) ? numbersOf(column) : null,
  }
}
