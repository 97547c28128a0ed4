import { z } from 'zod'
import type { Column, TimeType } from '../table.ts'
import { columnsNamed, type Frame, isMissing, numbersOf } from './frame.ts'
import { rowsByGroup, type Groups } from './group.ts'
import { TransformError } from './operation.ts'
import * as statistics from './calculation/statistics.ts'

/** `{metric: {operator, column?, options?}}` of aggregate and pivot. */
export const aggregates = z.record(
  z.string(),
  z.looseObject({ column: z.string().nullish(), operator: z.string().nullish(), options: z.record(z.string(), z.unknown()).nullish() }),
)
export type Aggregates = z.infer<typeof aggregates>

type Statistic = (values: Float64Array, options: Record<string, unknown>) => number

type Aggregator = {
  of: Statistic
  /** What the answer is for whole numbers and for times; a float by default. */
  keeps?: 'type' | 'integer'
  integer?: boolean
  /** Names of the options that it knows. */
  options?: string[]
}

const percentile: Statistic = (values, { q, method, interpolation }) => {
  const share = Number(q) / 100
  if (!(share >= 0 && share <= 1)) throw new TransformError('Percentiles must be in the range [0, 100]')
  const name = String(method ?? interpolation ?? 'linear')
  const blend = Object.hasOwn(statistics.blends, name) ? statistics.blends[name] : undefined
  if (!blend) throw new TransformError(`Unknown method of percentile: ${name}`)
  return statistics.quantile(values, share, blend)
}
const percentileOptions = ['q', 'method', 'interpolation']

const variance: Statistic = (values, { ddof }) => statistics.variance(values, typeof ddof === 'number' ? ddof : 0)

/** numpy's names and ways: `sum` and its like pass missing numbers over, `median` and `percentile` do not. */
export const aggregators: Record<string, Aggregator> = {
  average: { of: statistics.strict(statistics.mean) },
  argmin: { of: (values) => statistics.positionOf(values, statistics.min(values)), integer: true },
  argmax: { of: (values) => statistics.positionOf(values, statistics.max(values)), integer: true },
  count: { of: (values) => values.length, integer: true },
  count_nonzero: { of: (values) => values.reduce((n, v) => n + (v === 0 ? 0 : 1), 0), integer: true },
  max: { of: statistics.max, keeps: 'type' },
  mean: { of: statistics.mean },
  median: { of: statistics.strict(statistics.median) },
  nansum: { of: statistics.sum, keeps: 'integer' },
  nanmin: { of: statistics.min, keeps: 'type' },
  nanmax: { of: statistics.max, keeps: 'type' },
  nanmean: { of: statistics.mean },
  nanmedian: { of: statistics.median },
  nanpercentile: { of: percentile, options: percentileOptions },
  min: { of: statistics.min, keeps: 'type' },
  percentile: { of: (values, options) => (values.some(Number.isNaN) ? NaN : percentile(values, options)), options: percentileOptions },
  prod: { of: statistics.product, keeps: 'integer' },
  product: { of: statistics.product, keeps: 'integer' },
  std: { of: (values, options) => Math.sqrt(variance(values, options)), options: ['ddof'] },
  sum: { of: statistics.sum, keeps: 'integer' },
  var: { of: variance, options: ['ddof'] },
}

/** Known to numpy, yet no single value. */
const runningOperators = new Set(['cumsum', 'cumprod'])

/** `source` is the column's name, `name` the result's. */
export type Measure = {
  name: string
  source: string
  column: Column
  aggregator: Aggregator
  operator: string
  options: Record<string, unknown>
}

/** @throws TransformError for an unknown column or operator */
export const measuresOf = (frame: Frame, wanted: Aggregates): Measure[] =>
  Object.entries(wanted).map(([name, { column: source, operator, options }]) => {
    const column = columnsNamed(frame, source ?? name)[0]
    if (!column) throw new TransformError(`Column referenced by aggregate is undefined: ${source ?? name}`)
    if (operator === null || operator === undefined) throw new TransformError(`Operator undefined for aggregator: ${name}`)
    if (runningOperators.has(operator)) throw new TransformError(`Must produce aggregated value: ${operator}`)
    const aggregator = Object.hasOwn(aggregators, operator) ? aggregators[operator] : undefined
    if (!aggregator) throw new TransformError(`Invalid numpy function: ${operator}`)
    const given = Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null))
    const unknown = Object.keys(given).find((key) => !aggregator.options?.includes(key))
    if (unknown !== undefined) throw new TransformError(`Unknown option of ${operator}: ${unknown}`)
    return { name, source: source ?? name, column: column.data, aggregator, operator, options: given }
  })

const isTime = (column: Column): column is Column & { type: TimeType } =>
  column.type === 'date' || column.type === 'timestamp' || column.type === 'instant'

/** One value per group. @throws TransformError when the operator cannot work on the column's type */
export const aggregateColumn = (measure: Measure, groups: Groups): Column => {
  const { column, aggregator, operator, options } = measure
  const values = numbersOf(column)
  if (!values) return aggregateText(measure, groups)
  const simple = Object.keys(options).length === 0 ? streaming[operator]?.(values, groups) : undefined
  const result = simple ?? byGroup(values, groups, (part) => aggregator.of(part, options))
  return typed(result, column, aggregator)
}

const typed = (values: Float64Array, column: Column, { keeps, integer }: Aggregator): Column => {
  if (integer) return { name: '', type: 'integer', values }
  if (keeps === 'type' && column.type === 'boolean')
    return { name: '', type: 'boolean', values: Array.from(values, (v) => (Number.isNaN(v) ? null : v !== 0)) }
  if (isTime(column) && keeps !== 'integer') return { name: '', type: column.type, values }
  const whole = keeps !== undefined && (column.type === 'integer' || column.type === 'boolean')
  return { name: '', type: whole ? 'integer' : 'float', values }
}

const byGroup = (values: Float64Array, groups: Groups, statistic: (part: Float64Array) => number): Float64Array => {
  const { starts, rows } = rowsByGroup(groups)
  const sorted = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) sorted[i] = values[rows[i] ?? 0] ?? NaN
  return Float64Array.from({ length: groups.count }, (_, g) => statistic(sorted.subarray(starts[g], starts[g + 1])))
}

const folded =
  (start: number, step: (total: number, value: number) => number, finish?: (total: number, count: number) => number) =>
  (values: Float64Array, { of, count }: Groups): Float64Array => {
    const totals = new Float64Array(count).fill(start)
    const counts = new Float64Array(count)
    for (let row = 0; row < of.length; row++) {
      const group = of[row] ?? -1
      const value = values[row] ?? NaN
      if (group < 0 || value !== value) continue
      totals[group] = step(totals[group] ?? 0, value)
      counts[group] = (counts[group] ?? 0) + 1
    }
    return finish ? totals.map((total, group) => finish(total, counts[group] ?? 0)) : totals
  }

/** The commonest operators in one pass, without gathering each group's values. */
const streaming: Record<string, (values: Float64Array, groups: Groups) => Float64Array> = {
  sum: folded(0, (total, v) => total + v),
  mean: folded(
    0,
    (total, v) => total + v,
    (total, count) => total / count,
  ),
  min: folded(
    Infinity,
    (total, v) => (v < total ? v : total),
    (total, count) => (count ? total : NaN),
  ),
  max: folded(
    -Infinity,
    (total, v) => (v > total ? v : total),
    (total, count) => (count ? total : NaN),
  ),
}

const aggregateText = ({ column, operator, aggregator }: Measure, groups: Groups): Column => {
  const { starts, rows } = rowsByGroup(groups)
  const cells = (g: number) => Array.from(rows.subarray(starts[g], starts[g + 1]))
  if (operator === 'count' || operator === 'count_nonzero') {
    const counts = Float64Array.from(
      { length: groups.count },
      (_, g) => cells(g).filter((row) => operator === 'count' || !(isMissing(column, row) || column.values[row] === '')).length,
    )
    return { name: '', type: 'integer', values: counts }
  }
  if (aggregator.keeps !== 'type' || column.type !== 'string') throw new TransformError(`Operator ${operator} needs numbers`)
  const smaller = operator.endsWith('min')
  const best = (g: number): string | null =>
    cells(g)
      .filter((row) => !isMissing(column, row))
      .map((row) => column.values[row] as string)
      .reduce<string | null>((found, text) => (found === null || text < found === smaller ? text : found), null)
  return { name: '', type: 'string', values: Array.from({ length: groups.count }, (_, g) => best(g)) }
}
