import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { areaChart } from './chart.ts'
import { metric, monthsFrom, tableOf } from '../shared/fixtures/fixture.ts'
import { fixtures } from './fixture.ts'

const [stacked, expanded, single] = fixtures as [(typeof fixtures)[number], (typeof fixtures)[number], (typeof fixtures)[number]]

test('fills are light alone and full when stacked', () => {
  const opacity = (fixture: (typeof fixtures)[number]) =>
    drawnSeries(areaChart, fixture.tables, fixture.form).map(({ areaStyle }) => (areaStyle as { opacity: number }).opacity)
  expect(opacity(single)).toEqual([0.18])
  expect(new Set(opacity(stacked))).toEqual(new Set([0.82]))
})

test('what is left over lies on top', () => {
  expect(drawnSeries(areaChart, stacked.tables, stacked.form).at(-1)?.['name']).toBe('Other')
})

test('expanded parts make one whole', () => {
  const series = drawnSeries(areaChart, expanded.tables, expanded.form).map(({ data }) => data as [number, number][])
  series[0]?.forEach((_, row) => expect(series.reduce((sum, data) => sum + (data[row]?.[1] ?? 0), 0)).toBeCloseTo(1))
})

test('a value without neighbours is drawn as a point, because an area does not show it', () => {
  type Points = { showSymbol: boolean; symbolSize: (value: unknown, point: { dataIndex: number }) => number }
  const draw = (values: (number | null)[]) => {
    const table = tableOf({ day: monthsFrom([2024, 1], 1, values.length), a: values })
    const form = { ...single.form, x_axis: 'day', metrics: [metric('a')], groupby: [], stack: 'Stack' }
    return drawnSeries(areaChart, [table], form)[0] as unknown as Points
  }
  const { showSymbol, symbolSize } = draw([1, 2, null, 3, null])
  expect(showSymbol).toBe(true)
  expect([0, 1, 3].map((dataIndex) => symbolSize(null, { dataIndex }) > 0)).toEqual([false, false, true])
  expect(draw([1, 2, 3]).showSymbol).toBe(false)
})
