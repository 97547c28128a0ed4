import { ownValue } from '#core/encoding/own-keys.ts'
import { dropFirstRows, type Frame, type FrameColumn, numbersOf } from '#core/transform/frame.ts'
import { labelText } from '#core/transform/label.ts'
import { sum } from '#core/transform/calculation/statistics.ts'
import { transform } from '#core/transform/transform.ts'
import { BodyError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { comparedShifts } from '#core/query/legacy/queries.ts'
import type { FormData } from '#core/query/query-object.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import { asInteger, isSet } from '#core/query/read.ts'
import { type Answered, columnNames, metricNames, timeColumn } from './answered.ts'

export type Point = { x: number; y: number | null }

/** One line of a chart of nvd3: its key is a text, or the parts of a name. */
export type Series = { key: string | string[]; values: Point[]; classed?: string }

type Pivoting = {
  groups?: readonly string[]
  /** Adds up instead of taking means; what is missing is 0. */
  isTotal?: boolean
}

/** Times as rows and groups as columns. @throws QueryError without a time column */
export const pivotByTime = ({ table, form }: Answered, metrics: readonly string[], { groups, isTotal = false }: Pivoting = {}): Frame => {
  if (!table.columns.some(({ name }) => name === timeColumn)) {
    throw new QueryError(t('Datetime column not provided as part table configuration and is required by this type of chart'))
  }
  const options = {
    index: [timeColumn],
    columns: groups ?? columnNames(form['groupby']),
    aggregates: Object.fromEntries(metrics.map((metric) => [metric, { operator: isTotal ? 'sum' : 'mean' }])),
    drop_missing_columns: true,
    ...(isTotal && { metric_fill_value: 0 }),
  }
  return transform(table, [{ operation: 'pivot', options }])
}

export const timesOf = (frame: Frame): Float64Array => {
  const [index] = frame.index
  return (index && numbersOf(index.data)) ?? new Float64Array()
}

const valuesOf = ({ data }: FrameColumn): Float64Array => numbersOf(data) ?? new Float64Array()

/** Sums up to each row; what is missing stays missing. */
const cumulated = (frame: Frame): Frame => {
  const columns = frame.columns.map((column): FrameColumn => {
    let total = 0
    const values = valuesOf(column).map((value) => (value === value ? (total += value) : NaN))
    return { path: column.path, data: { name: '', type: 'float', values } }
  })
  return { ...frame, columns }
}

const rollingKinds = ['mean', 'std', 'sum']

const rolled = (frame: Frame, form: FormData, metrics: readonly string[]): Frame => {
  const kind = String(form['rolling_type'])
  const window = asInteger(form['rolling_periods'], 0)
  if (kind === 'cumsum') return cumulated(frame)
  if (!rollingKinds.includes(kind) || window === 0) return frame
  const columns = Object.fromEntries(metrics.map((metric) => [metric, metric]))
  const options = { rolling_type: kind, columns, window, min_periods: asInteger(form['min_periods'], 0) }
  return transform(frame, [{ operation: 'rolling', options }])
}

/** Rows that a rolling window leaves out: the first that it has too few values for. */
const withRolling = (frame: Frame, form: FormData, metrics: readonly string[]): Frame => {
  const least = asInteger(form['min_periods'], 0)
  const all = rolled(frame, form, metrics)
  const rest = dropFirstRows(all, least - (frame.rowCount - all.rowCount))
  if (rest.rowCount > 0) return rest
  const error = t(
    'Applied rolling window did not return any data. Please make sure the source query satisfies the minimum periods defined in the rolling window.',
  )
  throw new BodyError(400, { error })
}

type Processing = Pivoting & { isSorted?: boolean }

/** The pivot with what the form does to it: resampling, order by total, rolling, contribution. */
export const processed = (answered: Answered, metrics: readonly string[], { isSorted = false, ...pivoting }: Processing = {}): Frame => {
  const { form } = answered
  const [rule, method] = [form['resample_rule'], form['resample_method']]
  const resampling = isSet(rule) && isSet(method) ? [{ operation: 'resample', options: { rule, method } }] : []
  const resampled = transform(pivotByTime(answered, metrics, pivoting), resampling)
  const total = (column: FrameColumn) => sum(valuesOf(column).filter((value) => value === value))
  const columns = isSorted ? resampled.columns.toSorted((a, b) => total(b) - total(a)) : resampled.columns
  const smoothed = withRolling({ ...resampled, columns }, form, metrics)
  return form['contribution'] === true ? transform(smoothed, [{ operation: 'contribution', options: { orientation: 'row' } }]) : smoothed
}

/** The name of a column: its groups, with the metric where there are several. */
const keyOf = ({ path }: FrameColumn, { levels }: Frame, metricCount: number): string | string[] => {
  const parts = path.map((label, i) => {
    const level = levels[i]
    return label === null || !level ? 'None' : labelText(label, level)
  })
  const [only = ''] = parts
  if (parts.length === 1) return only === '' ? 'N/A' : only
  return metricCount === 1 ? parts.slice(1) : parts
}

const pointsOf = (times: Float64Array, values: Float64Array): Point[] =>
  Array.from(times, (x, i) => {
    const y = values[i] ?? NaN
    return { x, y: Number.isFinite(y) ? y : null }
  })

/** The columns of a pivot as series; those without a value are left out. */
export const seriesOf = (frame: Frame, metricCount: number): Series[] => {
  const times = timesOf(frame)
  return frame.columns
    .map((column) => ({ key: keyOf(column, frame, metricCount), values: pointsOf(times, valuesOf(column)) }))
    .filter(({ values }) => values.some(({ y }) => y !== null))
}

/** Values at given times: between known ones on straight lines, after the last one as it is, before the first one none. */
const interpolated = (at: Float64Array, times: Float64Array, values: Float64Array): Float64Array => {
  const known = Array.from(times, (time, i) => ({ time, value: values[i] ?? NaN })).filter(({ value }) => value === value)
  let next = 0
  // Both are in the order of time.
  return at.map((time) => {
    while (next < known.length && (known[next]?.time ?? time) < time) next++
    const [before, after] = [known[next - 1], known[next]]
    if (after?.time === time) return after.value
    if (!before) return NaN
    return after ? before.value + ((after.value - before.value) * (time - before.time)) / (after.time - before.time) : before.value
  })
}

const comparisons: Record<string, (value: number, other: number) => number> = {
  absolute: (value, other) => value - other,
  percentage: (value, other) => (value - other) / other,
  ratio: (value, other) => value / other,
}

const compared = (frame: Frame, shifted: Frame, compare: (value: number, other: number) => number): Frame => {
  const times = timesOf(frame)
  const columns = frame.columns.flatMap((column): FrameColumn[] => {
    const other = shifted.columns.find(({ path }) => path.join() === column.path.join())
    if (!other) return []
    const others = interpolated(times, timesOf(shifted), valuesOf(other))
    return [
      {
        path: column.path,
        data: { name: '', type: 'float', values: valuesOf(column).map((value, i) => compare(value, others[i] ?? NaN)) },
      },
    ]
  })
  return { ...frame, columns }
}

/** Points before the first and after the last that any series has a value for are no part of a difference. */
const trimmed = (series: Series[]): Series[] => {
  const [first] = series
  const hasValue = (i: number) => series.some(({ values }) => values[i]?.y !== null)
  const known = (first?.values ?? []).flatMap((_, i) => (hasValue(i) ? [i] : []))
  const [from, to] = [known[0] ?? 0, (known.at(-1) ?? -1) + 1]
  return series.map((one) => ({ ...one, values: one.values.slice(from, to) }))
}

const byKey = (a: Series, b: Series): number => {
  const [left, right] = [[a.key].flat(), [b.key].flat()]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x = '', y = ''] = [left[i], right[i]]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

/**
 * The series of a time series chart of nvd3, with those of its time shifts (reference/viz-types.md, `line`, `compare`). They are in the
 * order of their keys or, `isSorted`, of their totals.
 */
export const timeSeriesOf = (answered: Answered, { isSorted = false } = {}): Series[] => {
  const { form, rows } = answered
  if (rows.length === 0) return []
  const metrics = metricNames(form)
  const frame = processed(answered, metrics, { isSorted })
  const kind = isSet(form['comparison_type']) ? String(form['comparison_type']) : 'values'
  const compare = ownValue(comparisons, kind)
  if (kind !== 'values' && !compare) throw new BodyError(400, { error: `Invalid \`comparison_type\`: ${kind}` })
  const shifts = comparedShifts(form)
  if (shifts.length > 0 && (answered.since === null || answered.until === null)) {
    const error = t('An enclosed time range (both start and end) must be specified when using a Time Comparison.')
    throw new BodyError(400, { error })
  }
  const shifted = shifts.flatMap((shift, i) => {
    const table = answered.shifted[i]
    if (!table || table.rowCount === 0) return []
    const others = processed({ ...answered, table }, metrics, { isSorted })
    const series = compare ? trimmed(seriesOf(compared(frame, others, compare), metrics.length)) : seriesOf(others, metrics.length)
    return series.map(({ key, values }) => ({ key: [...[key].flat(), `${shift} offset`], values, classed: `time-shift-${i}` }))
  })
  const all = compare ? shifted : [...seriesOf(frame, metrics.length), ...shifted]
  return isSorted ? all : all.toSorted(byKey)
}
