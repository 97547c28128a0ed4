import { z } from 'zod'
import type { Column } from '../../table.ts'
import { keyColumns } from './aggregate.ts'
import { columnsNamed, flatLevel, floatColumn, type FrameColumn, numbersOf } from '../frame.ts'
import { groupRows, rowsByGroup } from '../group.ts'
import { needColumns, operation, TransformError } from '../operation.ts'
import * as statistics from '../calculation/statistics.ts'

type Whiskers = (values: Float64Array) => { low: number; high: number }

const quartile = (values: Float64Array, share: number) => statistics.quantile(values, share, statistics.midpoint)

const tukey: Whiskers = (values) => {
  const [q1, q3] = [quartile(values, 0.25), quartile(values, 0.75)]
  const reach = 1.5 * (q3 - q1)
  return { low: statistics.min(values.filter((v) => v >= q1 - reach)), high: statistics.max(values.filter((v) => v <= q3 + reach)) }
}

const extremes: Whiskers = (values) => ({ low: statistics.min(values), high: statistics.max(values) })

const percentilesOf = (given: unknown): Whiskers => {
  const [low, high] = Array.isArray(given) && given.length === 2 ? (given as unknown[]) : []
  if (typeof low !== 'number' || typeof high !== 'number' || low >= high) {
    throw new TransformError(
      'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value',
    )
  }
  return (values) => ({ low: statistics.quantile(values, low / 100), high: statistics.quantile(values, high / 100) })
}

/** High ones first, each kind in the order of the rows. */
const outliers = (values: Float64Array, whiskers: Whiskers): number[] => {
  const { low, high } = whiskers(values)
  return [...values.filter((v) => v > high), ...values.filter((v) => v < low)]
}

const numbers = (column: Column): Float64Array =>
  numbersOf(column) ?? Float64Array.from(column.values as unknown[], (text) => (text === null || text === '' ? NaN : Number(text)))

const options = z.object({
  groupby: z.array(z.string()),
  metrics: z.array(z.string()),
  whisker_type: z.string(),
  percentiles: z.unknown().optional(),
})

export const boxplot = operation('boxplot', options, (frame, { groupby, metrics, whisker_type: type, percentiles }) => {
  needColumns(frame, [...groupby, ...metrics])
  const whiskers = type === 'tukey' ? tukey : type === 'percentile' ? percentilesOf(percentiles) : extremes
  const groups = groupRows(keyColumns(frame, groupby), frame.rowCount)
  const { starts, rows } = rowsByGroup(groups)
  const parts = metrics.map((metric) => {
    const values = numbers(columnsNamed(frame, metric)[0]?.data ?? floatColumn(new Float64Array()))
    return Array.from({ length: groups.count }, (_, g) =>
      Float64Array.from(rows.subarray(starts[g], starts[g + 1]), (row) => values[row] ?? NaN),
    )
  })
  const measured: [name: string, of: (values: Float64Array) => number][] = [
    ['mean', statistics.mean],
    ['median', statistics.median],
    ['max', (values) => whiskers(values).high],
    ['min', (values) => whiskers(values).low],
    ['q1', (values) => quartile(values, 0.25)],
    ['q3', (values) => quartile(values, 0.75)],
    ['count', (values) => values.length],
  ]
  const columns: FrameColumn[] = measured.flatMap(([name, of]) =>
    metrics.map((metric, i) => ({ path: [`${metric}__${name}`], data: floatColumn(Float64Array.from(parts[i] ?? [], of)) })),
  )
  const lists = metrics.map((metric, i): FrameColumn => {
    const values = (parts[i] ?? []).map((part) => outliers(part, whiskers))
    return { path: [`${metric}__outliers`], data: { name: '', type: 'json', values } }
  })
  return {
    rowCount: groups.count,
    levels: [flatLevel],
    columns: [...groups.keys.map((data, i) => ({ path: [groupby[i] ?? ''], data })), ...columns, ...lists],
    index: [],
    firstRow: 0,
  }
})
