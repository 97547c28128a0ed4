import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { lineChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const [electricity, stocks] = fixtures as [(typeof fixtures)[number], (typeof fixtures)[number]]

test('points stand on short lines only', () => {
  expect(drawnSeries(lineChart, electricity.tables, electricity.form).every((series) => series['showSymbol'])).toBe(true)
  expect(drawnSeries(lineChart, stocks.tables, stocks.form).some((series) => series['showSymbol'])).toBe(false)
})

test('what is missing is a gap', () => {
  const google = drawnSeries(lineChart, stocks.tables, stocks.form).find(({ name }) => name === 'GOOG')
  expect(google).toMatchObject({ data: expect.arrayContaining([[Date.UTC(2000, 0), null]]) as unknown })
})

test('colours follow the labels that a dashboard fixed', () => {
  const series = drawnSeries(lineChart, stocks.tables, stocks.form, testContext({ labelColors: { IBM: '#123456' } }))
  expect(series.find(({ name }) => name === 'IBM')?.['color']).toBe('#123456')
})

test('what a cross-filter did not pick fades', () => {
  const series = drawnSeries(lineChart, stocks.tables, stocks.form, testContext({ selected: ['IBM'] }))
  expect(series.map(({ name, lineStyle }) => [name, (lineStyle as { opacity?: number }).opacity ?? 1])).toContainEqual(['GOOG', 0.4])
  expect(series.map(({ name, lineStyle }) => [name, (lineStyle as { opacity?: number }).opacity ?? 1])).toContainEqual(['IBM', 1])
})
