import { describe, expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { areaChart } from '../../../echarts_area/chart.ts'
import { barChart } from '../../../echarts_timeseries_bar/chart.ts'
import { lineChart } from '../../../echarts_timeseries_line/chart.ts'
import { mixedChart } from '../../../mixed_timeseries/chart.ts'
import type { Chart, DrawContext } from '../../../chart.ts'
import { metric, monthsFrom, tableOf } from '../../fixtures/fixture.ts'
import { testContext } from '../../fixtures/test-context.ts'

const year = tableOf({ day: monthsFrom([2020, 1], 1, 12), Sales: [1, 2, 3, 4, 5, 6, 700, 800, 900, 1000, 1100, 1200] })
const at = (month: number, day = 1) => Date.UTC(2020, month - 1, day)
const wanted = [at(2, 20), at(5, 3)] as const

const axesOf = (chart: Chart, given: Partial<DrawContext>) => {
  const form: FormData = {
    datasource: '1__table',
    viz_type: chart.viz_type,
    x_axis: 'day',
    time_grain_sqla: 'P1M',
    metrics: [metric('Sales')],
    metrics_b: [],
    groupby: [],
  }
  const drawn: unknown = chart.option?.([year, year], form, testContext(given))
  const { xAxis, yAxis } = drawn as {
    xAxis: { min: number; max: number; axisLabel: { customValues: number[] } }
    yAxis: { max: number } | { max: number }[]
  }
  return { x: xAxis, y: [yAxis].flat()[0] }
}

describe.each([lineChart, areaChart, barChart, mixedChart].map((chart) => [chart.viz_type, chart] as const))('%s', (_, chart) => {
  test('shows the chosen part of a time axis on ticks and a value axis of its own', () => {
    const whole = axesOf(chart, {})
    const part = axesOf(chart, { timeSpan: wanted })
    const bars = chart === barChart
    expect(part.x.min).toBeLessThanOrEqual(at(3))
    expect(part.x.max).toBeGreaterThanOrEqual(at(5))
    if (!bars) expect([part.x.min, part.x.max]).toEqual([at(3), at(5)])
    expect(part.x.axisLabel.customValues.every((tick) => tick >= part.x.min && tick <= part.x.max)).toBe(true)
    expect(whole.y?.max).toBeGreaterThanOrEqual(1200)
    expect(part.y?.max).toBeLessThanOrEqual(10)
  })

  test('shows all of it where nothing lies in the chosen part', () => {
    const { x } = axesOf(chart, { timeSpan: [at(3, 5), at(3, 6)] })
    expect(x).toEqual(expect.objectContaining({ min: axesOf(chart, {}).x.min }))
  })
})
