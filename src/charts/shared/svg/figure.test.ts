import { describe, expect, test } from 'vitest'
import { bigNumberChart } from '../../big_number/chart.ts'
import { bigNumberTotalChart } from '../../big_number_total/chart.ts'
import { metric, monthsFrom, tableOf } from '../fixtures/fixture.ts'
import { testContext } from '../fixtures/test-context.ts'

describe('figures of one row', () => {
  const lineOf = (svg: string | undefined) => Number(/<text[^>]* y="([\d.]+)"[^>]*font-weight="600"/.exec(svg ?? '')?.[1])
  const trend = tableOf({ day: monthsFrom([2020, 1], 1, 6), Sales: [1, 2, 3, 4, 5, 6] })
  const one = { datasource: '1__table', metric: metric('Sales') }
  const context = testContext({ width: 240, height: 110 })
  const drawn = [
    ['a trend', bigNumberChart.svg?.([trend], { ...one, viz_type: 'big_number', x_axis: 'day' }, context)],
    ['a subtitle', bigNumberTotalChart.svg?.([tableOf({ Sales: [3177] })], { ...one, viz_type: 'x', subtitle: 'to 2010' }, context)],
    [
      'a figure that was made smaller',
      bigNumberTotalChart.svg?.([tableOf({ Sales: [123_456_789_012] })], { ...one, viz_type: 'x', y_axis_format: ',d' }, context),
    ],
  ] as const
  test.each(drawn)('stand on one line: %s', (_, svg) => {
    expect(lineOf(svg)).toBe(lineOf(bigNumberTotalChart.svg?.([tableOf({ Sales: [1] })], { ...one, viz_type: 'x' }, context)))
  })
})
