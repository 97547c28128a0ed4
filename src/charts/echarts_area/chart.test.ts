import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { areaChart } from './chart.ts'
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
