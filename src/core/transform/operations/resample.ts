import { z } from 'zod'
import type { Column } from '../../table.ts'
import { type Frame, type FrameColumn, isNumber, numbersOf } from '../frame.ts'
import { operation, TransformError } from '../operation.ts'
import { resampleRule, type ResampleRule } from '../calculation/resample-rule.ts'
import * as statistics from '../calculation/statistics.ts'

/** More rows than this are a mistake, as seconds over years. */
const maxRows = 1_000_000

type Buckets = {
  labels: Float64Array
  /** First row of each bucket, and the end; rows are sorted by time. */
  starts: Uint32Array
  times: Float64Array
}

const bucketsOf = (times: Float64Array, rule: ResampleRule): Buckets => {
  const labels: number[] = []
  const starts: number[] = []
  let row = 0
  for (let label = rule.first; row < times.length; label = rule.next(label)) {
    if (labels.length >= maxRows) throw new TransformError('Resampling would make too many rows')
    labels.push(label)
    starts.push(row)
    while (row < times.length && !rule.isOver(label, times[row] ?? 0)) row++
  }
  return { labels: Float64Array.from(labels), starts: Uint32Array.from([...starts, row]), times }
}

type Fill = (values: Float64Array, buckets: Buckets) => Float64Array

const bucketed =
  (statistic: (values: Float64Array) => number): Fill =>
  (values, { labels, starts }) =>
    Float64Array.from(labels, (_, i) => statistic(values.subarray(starts[i], starts[i + 1])))

/** The value at exactly the label, the row before it or the one after it. */
const picked =
  (row: (times: Float64Array, label: number) => number): Fill =>
  (values, { labels, times }) =>
    Float64Array.from(labels, (label) => values[row(times, label)] ?? NaN)

/** Number of times before or, with `orAt`, up to the label. */
const rowsUntil = (times: Float64Array, label: number, orAt: boolean): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const time = times[middle] ?? 0
    if (time < label || (orAt && time === label)) low = middle + 1
    else high = middle
  }
  return low
}

const exact = picked((times, label) => {
  const row = rowsUntil(times, label, false)
  return times[row] === label ? row : -1
})

const carryOn = (values: Float64Array): Float64Array => {
  let last = NaN
  return values.map((v) => (last = v === v ? v : last))
}

/** Straight between known values; after the last one it goes on, before the first one nothing is known. */
const interpolate = (values: Float64Array): Float64Array => {
  const result = carryOn(values)
  let known = -1
  values.forEach((value, i) => {
    if (value !== value) return
    const from = values[known]
    if (from !== undefined) for (let k = known + 1; k < i; k++) result[k] = from + ((value - from) * (k - known)) / (i - known)
    known = i
  })
  return result
}

const methods: Record<string, Fill> = {
  asfreq: exact,
  bfill: (values, buckets) => carryOn(picked((times, label) => rowsUntil(times, label, false))(values, buckets).toReversed()).toReversed(),
  ffill: (values, buckets) => carryOn(picked((times, label) => rowsUntil(times, label, true) - 1)(values, buckets)),
  linear: (values, buckets) => interpolate(exact(values, buckets)),
  median: bucketed(statistics.median),
  mean: bucketed(statistics.mean),
  sum: bucketed(statistics.sum),
}

const timeIndex = (frame: Frame) => {
  const [index] = frame.index
  const times = frame.index.length === 1 && index ? index.data : undefined
  if (!index || !times || !(times.type === 'date' || times.type === 'timestamp' || times.type === 'instant')) {
    throw new TransformError('Resample operation requires DatetimeIndex')
  }
  return { ...index, data: times }
}

const options = z.object({ rule: z.string(), method: z.string(), fill_value: z.number().nullish() })

/** One row per period between the first and the last time; a row without a time falls into none. */
export const resample = operation('resample', options, (frame, { rule, method, fill_value: fillValue }) => {
  const index = timeIndex(frame)
  const fill = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!fill) throw new TransformError(`Resample method should be in ${Object.keys(methods).join(', ')}.`)
  const timeAt = (row: number) => index.data.values[row] ?? NaN
  const rows = Array.from(index.data.values.keys())
    .filter((row) => !Number.isNaN(timeAt(row)))
    .sort((a, b) => timeAt(a) - timeAt(b))
  const times = Float64Array.from(rows, timeAt)
  const buckets = bucketsOf(times, resampleRule(rule, times[0] ?? 0))
  const resampled = ({ path, data }: FrameColumn): FrameColumn => {
    const values = isNumber(data) ? numbersOf(data) : undefined
    if (!values) throw new TransformError('Resampling needs numbers')
    const result = fill(
      Float64Array.from(rows, (row) => values[row] ?? NaN),
      buckets,
    )
    const full = method === 'asfreq' && typeof fillValue === 'number' ? result.map((v) => (v === v ? v : fillValue)) : result
    return { path, data: { name: '', type: data.type as 'float', values: full } as Column }
  }
  return {
    ...frame,
    rowCount: buckets.labels.length,
    columns: frame.columns.map(resampled),
    index: [
      {
        name: index.name,
        data: { ...index.data, type: index.data.type === 'date' ? 'timestamp' : index.data.type, values: buckets.labels },
      },
    ],
  }
})
