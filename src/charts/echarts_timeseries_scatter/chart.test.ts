import { expect, test } from 'vitest'
import { testContext } from '../shared/fixtures/test-context.ts'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { scatterChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]

test('numbers make a number axis that fits them', () => {
  const option = scatterChart.option?.(tables, form, testContext()) as Record<string, Record<string, unknown>>
  expect(option['xAxis']).toMatchObject({ type: 'value', min: 170, max: 240 })
})

test('as categories, when the form says so', () => {
  const option = scatterChart.option?.(tables, { ...form, xAxisForceCategorical: true }, testContext()) as Record<
    string,
    Record<string, unknown>
  >
  expect(option['xAxis']).toMatchObject({ type: 'category' })
})

test('the marker size is the form’s', () => {
  const series = drawnSeries(scatterChart, tables, { ...form, markerEnabled: true, markerSize: 14 })
  expect(series.map(({ type, symbolSize }) => [type, symbolSize])).toEqual([
    ['scatter', 14],
    ['scatter', 14],
    ['scatter', 14],
  ])
})
