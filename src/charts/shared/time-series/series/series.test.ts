import { expect, test } from 'vitest'
import { drawnSeries } from '../../fixtures/drawn-series.ts'
import { tableOf } from '../../fixtures/fixture.ts'
import { barChart } from '../../../echarts_timeseries_bar/chart.ts'

test('a value of a dimension names its series as it is, also with the sign of a comparison in it', () => {
  const form = { datasource: '1__table', viz_type: 'echarts_timeseries_bar', x_axis: 'x', metrics: ['m'], groupby: ['g'] }
  const table = tableOf({ x: ['a'], __proto: [1], a__b: [2] })
  expect(drawnSeries(barChart, [table], form).map(({ name }) => name)).toEqual(['a__b', '__proto'])
})
