import { z } from 'zod'
import { DAY } from '../../time/civil.ts'
import { addGrain, type Grain, isGrain } from '../../time/grain.ts'
import type { Column } from '../../table.ts'
import { type Cycle, forecast } from '../calculation/forecast.ts'
import { columnsNamed, flatLevel, floatColumn, type FrameColumn, isNumber, numbersOf } from '../frame.ts'
import { countPresent } from '../calculation/statistics.ts'
import { operation, TransformError } from '../operation.ts'

/** The grains that a forecast can go on in. */
const forecastGrains = new Set<Grain>([
  'PT1S',
  'PT1M',
  'PT5M',
  'PT10M',
  'PT15M',
  'PT30M',
  'PT1H',
  'P1D',
  'P1W',
  'P1M',
  'P3M',
  'P1Y',
  '1969-12-28T00:00:00Z/P1W',
  '1969-12-29T00:00:00Z/P1W',
  'P1W/1970-01-03T00:00:00Z',
  'P1W/1970-01-04T00:00:00Z',
])

/** The most points that are predicted. */
const maxPeriods = 10_000

/** Unset means: if the data are long and fine enough for it. A number is how finely the cycle is drawn. */
const seasonality = z.union([z.boolean(), z.int().min(0).max(50)]).nullish()

const options = z.object({
  time_grain: z.string().nullish(),
  periods: z.unknown(),
  confidence_interval: z.number().nullish(),
  yearly_seasonality: seasonality,
  weekly_seasonality: seasonality,
  daily_seasonality: seasonality,
  index: z.string().nullish(),
})
type Options = z.output<typeof options>

const check = ({ time_grain: grain, periods, confidence_interval: confidence }: Options) => {
  if (!grain) throw new TransformError('Time grain missing')
  if (!isGrain(grain) || !forecastGrains.has(grain)) throw new TransformError(`Unsupported time grain: ${grain}`)
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0) throw new TransformError('Periods must be a whole number')
  if (periods > maxPeriods) throw new TransformError(`Periods must not exceed ${maxPeriods}`)
  if (!confidence || confidence <= 0 || confidence >= 1) throw new TransformError('Confidence interval must be between 0 and 1 (exclusive)')
  return { grain, periods, confidence }
}

const order = (wanted: Options['yearly_seasonality'], usual: number, fits: boolean): number => {
  if (typeof wanted === 'number') return wanted
  return (wanted ?? fits) ? usual : 0
}

const cyclesOf = (times: Float64Array, given: Options): Cycle[] => {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  let step = Infinity
  for (let i = 1; i < times.length; i++) step = Math.min(step, (times[i] ?? 0) - (times[i - 1] ?? 0))
  const cycles = [
    { days: 365.25, order: order(given.yearly_seasonality, 10, span >= 730 * DAY) },
    { days: 7, order: order(given.weekly_seasonality, 3, span >= 14 * DAY && step < 7 * DAY) },
    { days: 1, order: order(given.daily_seasonality, 4, span >= 2 * DAY && step < DAY) },
  ]
  return cycles.filter((cycle) => cycle.order > 0)
}

const timesOf = (column: Column): Float64Array | undefined =>
  column.type === 'date' || column.type === 'timestamp' || column.type === 'instant' ? column.values : undefined

/** The series as it was, missing in the time to come. */
const longer = (values: Float64Array, extra: number): Column => {
  const result = new Float64Array(values.length + extra).fill(NaN)
  result.set(values)
  return floatColumn(result)
}

/**
 * Goes on with each series for `periods` grains: before the series come `<name>__yhat`, `__yhat_lower` and `__yhat_upper`.
 * The new times follow the last one in whole grains.
 */
export const prophet = operation('prophet', options, (frame, given) => {
  const { grain, periods, confidence } = check(given)
  const index = given.index || '__timestamp'
  const time = columnsNamed(frame, index)[0]
  const stamps = time && timesOf(time.data)
  if (!time || !stamps) throw new TransformError('DataFrame must include temporal column')
  const series = frame.columns.filter((column) => column !== time)
  if (series.length === 0) throw new TransformError('DataFrame include at least one series')
  const rows = Array.from(stamps.keys())
    .filter((row) => !Number.isNaN(stamps[row]))
    .sort((a, b) => (stamps[a] ?? 0) - (stamps[b] ?? 0))
  const times = Float64Array.from(rows, (row) => stamps[row] ?? NaN)
  const future = new Float64Array(times.length + periods)
  future.set(times)
  for (let i = 0; i < periods; i++) future[times.length + i] = addGrain(times.at(-1) ?? 0, grain, i + 1)

  const columns = series.flatMap(({ path, data }): FrameColumn[] => {
    const numbers = isNumber(data) ? numbersOf(data) : undefined
    if (!numbers) throw new TransformError('Forecasts need numbers')
    const values = Float64Array.from(rows, (row) => numbers[row] ?? NaN)
    if (countPresent(values) < 2) throw new TransformError('Dataframe has fewer than 2 non-NaN rows.')
    const { yhat, lower, upper } = forecast({ times, values, future, cycles: cyclesOf(times, given), confidence })
    const named = (suffix: string, made: Float64Array): FrameColumn => ({
      path: [`${String(path[0])}__${suffix}`],
      data: floatColumn(made),
    })
    return [named('yhat', yhat), named('yhat_lower', lower), named('yhat_upper', upper), { path, data: longer(values, periods) }]
  })
  return {
    rowCount: future.length,
    levels: [flatLevel],
    columns: [{ path: [index], data: { ...time.data, values: future } as Column }, ...columns],
    index: [],
    firstRow: 0,
  }
})
