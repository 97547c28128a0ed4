import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { smoothChart } from './chart.ts'
import { fixtures } from './fixture.ts'

test('the line never leaves the range of its data', () => {
  for (const { tables, form } of fixtures)
    for (const series of drawnSeries(smoothChart, tables, form)) expect(series).toMatchObject({ smooth: 0.35, smoothMonotone: 'x' })
})

test('it has no stack to choose', () => {
  expect(smoothChart.controls.flatMap(({ rows }) => rows.flat()).map(({ name }) => name)).not.toContain('stack')
})
