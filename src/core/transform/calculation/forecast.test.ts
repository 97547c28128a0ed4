import { expect, test } from 'vitest'
import { DAY, HOUR, wallOf } from '../../time/civil.ts'
import type { Column } from '../../table.ts'
import { forecast, normalQuantile } from './forecast.ts'
import { resultOf } from '../result.ts'
import { transform } from '../transform.ts'

/** Noise that is the same in every run. */
const noise = (i: number) => Math.sin(i * 12.9898) * 0.5 + Math.sin(i * 78.233) * 0.5

const daysFrom = (start: number, count: number, step = DAY) => Float64Array.from({ length: count }, (_, i) => start + i * step)
const tableOf = (times: Float64Array, ...series: Float64Array[]) => ({
  rowCount: times.length,
  columns: [
    { name: '__timestamp', type: 'timestamp', values: times } as Column,
    ...series.map((values, i): Column => ({ name: `s${i}`, type: 'float', values })),
  ],
})
const run = (table: ReturnType<typeof tableOf>, options: object = {}) =>
  resultOf(transform(table, [{ operation: 'prophet', options: { time_grain: 'P1D', periods: 14, confidence_interval: 0.9, ...options } }]))
const valuesOf = ({ table }: ReturnType<typeof run>, name: string) => table.columns.find((c) => c.name === name)?.values as Float64Array

test('a trend with weekly seasonality continues', () => {
  const truth = (i: number) => 100 + 0.5 * i + 10 * Math.sin((2 * Math.PI * i) / 7)
  const result = run(
    tableOf(
      daysFrom(wallOf(2024), 200),
      Float64Array.from({ length: 200 }, (_, i) => truth(i) + noise(i)),
    ),
  )
  expect(result.colnames).toEqual(['__timestamp', 's0__yhat', 's0__yhat_lower', 's0__yhat_upper', 's0'])
  expect(result.table.rowCount).toBe(214)
  for (let i = 200; i < 214; i++) {
    expect(Math.abs((valuesOf(result, 's0__yhat')[i] ?? NaN) - truth(i))).toBeLessThan(0.5)
    expect(valuesOf(result, 's0')[i]).toBeNaN()
  }
})

test('the interval covers about the requested share of the past, and widens ahead after a trend change', () => {
  const bent = Float64Array.from({ length: 300 }, (_, i) => Math.abs(i - 150) + 5 * noise(i))
  const result = run(tableOf(daysFrom(wallOf(2023), 300), bent), { periods: 60, weekly_seasonality: false })
  const [lower, upper] = [valuesOf(result, 's0__yhat_lower'), valuesOf(result, 's0__yhat_upper')]
  const inside = bent.filter((v, i) => v >= (lower[i] ?? 0) && v <= (upper[i] ?? 0)).length / 300
  expect(inside).toBeGreaterThan(0.85)
  expect((upper[359] ?? 0) - (lower[359] ?? 0)).toBeGreaterThan(2 * ((upper[299] ?? 0) - (lower[299] ?? 0)))
})

test('forecasts months by the calendar, with missing values and several series, deterministically', () => {
  const times = Float64Array.from({ length: 36 }, (_, i) => wallOf(2021 + Math.floor(i / 12), (i % 12) + 1))
  const rising = Float64Array.from({ length: 36 }, (_, i) => (i === 5 ? NaN : i))
  const table = tableOf(
    times,
    rising,
    rising.map((v) => -v),
  )
  const result = run(table, { time_grain: 'P1M', periods: 3 })
  expect(Array.from(valuesOf(result, '__timestamp').slice(36))).toEqual([wallOf(2024, 1), wallOf(2024, 2), wallOf(2024, 3)])
  expect(valuesOf(result, 's0__yhat')[5]).toBeCloseTo(5, 0)
  expect(valuesOf(result, 's1__yhat')[38]).toBeCloseTo(-38, 0)
  expect(run(table, { time_grain: 'P1M', periods: 3 })).toEqual(result)
})

test('daily seasonality of hourly data is detected', () => {
  const truth = (i: number) => 20 + 5 * Math.sin((2 * Math.PI * i) / 24)
  const result = run(
    tableOf(
      daysFrom(wallOf(2024), 24 * 7, HOUR),
      Float64Array.from({ length: 24 * 7 }, (_, i) => truth(i)),
    ),
    { time_grain: 'PT1H', periods: 24 },
  )
  expect(valuesOf(result, 's0__yhat')[24 * 7 + 6]).toBeCloseTo(truth(6), 0)
})

test('the forecast of a constant series is constant', () => {
  const values = new Float64Array(30).fill(7)
  const times = daysFrom(wallOf(2024), 30)
  const { yhat, lower, upper } = forecast({ times, values, future: daysFrom(wallOf(2024), 40), cycles: [], confidence: 0.8 })
  for (const line of [yhat, lower, upper]) expect(line[39]).toBeCloseTo(7, 3)
})

test.each<[object, string]>([
  [{ time_grain: null }, 'Time grain missing'],
  [{ time_grain: 'PT6H' }, 'Unsupported time grain: PT6H'],
  [{ periods: -1 }, 'Periods must be a whole number'],
  [{ periods: 1.5 }, 'Periods must be a whole number'],
  [{ confidence_interval: 1 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
  [{ index: 'nope' }, 'DataFrame must include temporal column'],
])('%j is refused', (options, message) => {
  expect(() => run(tableOf(daysFrom(0, 3), Float64Array.of(1, 2, 3)), options)).toThrow(message)
})

test('without series, or with almost no points, there is nothing to forecast', () => {
  expect(() => run(tableOf(daysFrom(0, 3)))).toThrow('DataFrame include at least one series')
  expect(() => run(tableOf(daysFrom(0, 3), Float64Array.of(1, NaN, NaN)))).toThrow('fewer than 2 non-NaN rows')
})

test.each([
  [0.5, 0],
  [0.975, 1.959_963_984_540_054],
  [0.01, -2.326_347_874_040_841],
])('normal quantile of %d', (share, z) => {
  expect(normalQuantile(share)).toBeCloseTo(z, 7)
})
