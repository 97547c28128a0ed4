import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { genericChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]

test.each([
  ['line', 'line'],
  ['bar', 'bar'],
  ['scatter', 'scatter'],
  ['smooth', 'line'],
])('%s is drawn as %s', (seriesType, type) => {
  expect(drawnSeries(genericChart, tables, { ...form, seriesType }).map((series) => series['type'])).toEqual([type])
})
