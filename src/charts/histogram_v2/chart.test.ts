import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { histogramChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]

test('bins stand on a number axis, their edges labelled', () => {
  const option = histogramChart.option?.(tables, form, testContext()) as unknown as {
    xAxis: { min: number; max: number; axisLabel: { customValues: number[] } }
  }
  expect(option.xAxis).toMatchObject({ type: 'value', min: 1, max: 9.5, containShape: false })
  expect(option.xAxis.axisLabel.customValues[0]).toBe(1)
  expect(drawnSeries(histogramChart, tables, form)[0]?.['data']).toContainEqual([6.75, 505])
})

test('the median lies inside its bin', () => {
  const mark = drawnSeries(histogramChart, tables, form)[0]?.['markLine'] as { data: { xAxis: number }[] }
  expect(mark.data[0]?.xAxis).toBeCloseTo(6.42, 1)
  expect(drawnSeries(histogramChart, tables, { ...form, cumulative: true })[0]?.['markLine']).toBeUndefined()
})

test.each([
  [{}, 'Median ≈ 36.2M'],
  [{ x_axis_format: '$,.0f' }, 'Median ≈ $36,166,667'],
])('the median is written as the axis with %j', (given, expected) => {
  const table = tableOf({ '10000000.0 - 30000000.0': [3], '30000000.0 - 48500000.0': [9] })
  const mark = drawnSeries(histogramChart, [table], { ...form, ...given })[0]?.['markLine']
  expect(mark).toMatchObject({ label: { formatter: expected } })
})

test('groups are stacked, negative and scientific edges read', () => {
  const table = tableOf({ g: ['a', 'b'], '-10.0 - -2.5': [1, 2], '-2.5 - 1e+01': [3, 4] })
  const series = drawnSeries(histogramChart, [table], { ...form, groupby: ['g'] })
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    [
      'a',
      [
        [-6.25, 1],
        [3.75, 3],
      ],
    ],
    [
      'b',
      [
        [-6.25, 2],
        [3.75, 4],
      ],
    ],
  ])
})
