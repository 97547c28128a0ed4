import { metricLabel } from '#core/query/labels.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { cell, findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { BigNumberForm } from './controls.ts'

export type Point = { time: number; value: number | null }

export type Trend = {
  points: Point[]
  /** The number that is shown. */
  value: number | null
  /** When it was, for the last value. */
  time: number | null
  /** Change against so many points before, as a part of it. */
  change: { part: number; from: number; amount: number } | null
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const aggregates: Partial<Record<BigNumberForm['aggregation'], (values: number[]) => number>> = {
  sum,
  mean: (values) => sum(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  median,
}

const overallValue = (whole: Table | undefined, name: string): number | null => {
  const column = whole && findColumn(whole, name)
  const value = column ? cell(column, 0) : null
  return typeof value === 'number' ? value : null
}

/** The metric along time: its points, the number that stands for them, and how it changed. */
export const readTrend = ([table, whole]: Table[], form: BigNumberForm): Trend => {
  const nothing = { points: [], value: null, time: null, change: null }
  if (!table) return nothing
  const axis = findColumn(table, xAxisLabel(form) ?? '') ?? table.columns.find(isTemporal)
  const label = form.metric ? metricLabel(form.metric) : ''
  const metric = findColumn(table, label) ?? table.columns.find((column) => column !== axis && isNumeric(column))
  if (!metric) return nothing
  const points = Array.from({ length: table.rowCount }, (_, row): Point => {
    const value = cell(metric, row)
    return { time: axis ? Number(cell(axis, row) ?? Number.NaN) : row, value: typeof value === 'number' ? value : null }
  })
    .filter((point) => !Number.isNaN(point.time))
    .toSorted((a, b) => a.time - b.time)

  const known = points.filter((point): point is { time: number; value: number } => point.value !== null)
  const last = points.findLastIndex((point) => point.value !== null)
  if (last < 0) return { ...nothing, points }
  const aggregate = aggregates[form.aggregation]
  const latest = points[last] as { time: number; value: number }
  const overall = form.aggregation === 'raw' ? overallValue(whole, metric.name) : null
  const value = overall ?? (aggregate ? aggregate(known.map((point) => point.value)) : latest.value)
  const lag = Math.trunc(form.compare_lag ?? 0)
  const before = lag > 0 ? (points[last - lag]?.value ?? null) : null
  const change =
    !aggregate && overall === null && before !== null && before !== 0
      ? { part: (latest.value - before) / Math.abs(before), from: (points[last - lag] as Point).time, amount: latest.value - before }
      : null
  return { points, value, time: aggregate || overall !== null ? null : latest.time, change }
}
