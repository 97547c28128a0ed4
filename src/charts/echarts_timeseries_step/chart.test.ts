import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { stepChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]

test.each([
  [undefined, 'start'],
  ['middle', 'middle'],
  ['end', 'end'],
])('step %s', (seriesType, step) => {
  const series = drawnSeries(stepChart, tables, { ...form, ...(seriesType && { seriesType }) })
  expect(series.map((one) => one['step'])).toEqual([step, step])
})
