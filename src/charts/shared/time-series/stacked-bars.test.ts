import { describe, expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { barChart } from '../../echarts_timeseries_bar/chart.ts'
import { drawnSeries } from '../fixtures/drawn-series.ts'
import { metric, monthsFrom, tableOf } from '../fixtures/fixture.ts'
import { testContext } from '../fixtures/test-context.ts'

const context = testContext()
const stacked = (given: Record<string, unknown> = {}): FormData => ({
  datasource: '1__table',
  viz_type: 'echarts_timeseries_bar',
  x_axis: 'g',
  metrics: [metric('Sales')],
  groupby: ['kind'],
  stack: 'Stack',
  sort_series_type: 'name',
  sort_series_ascending: true,
  ...given,
})

type Item = { itemStyle?: { color?: { colorStops: { offset: number; color: string }[] } } } | number | null
const partedIn = (item: Item | undefined): boolean => typeof item === 'object' && item?.itemStyle?.color !== undefined

describe('segments of a stack', () => {
  const series = (table: ReturnType<typeof tableOf>, given = {}, width = 400) =>
    drawnSeries(barChart, [table], stacked(given), testContext({ width }))

  test('are parted from the next, not from the axis, the plot and each other twice', () => {
    const all = series(tableOf({ g: ['x', 'y', 'z'], a: [50, 50, 1], b: [50, 1, 50], c: [50, null, 50] }))
    expect(all.map(({ data }) => (data as Item[]).map(partedIn))).toEqual([
      [true, true, false],
      [true, false, true],
      [false, false, false],
    ])
    expect(all.map(({ itemStyle }) => (itemStyle as { borderWidth?: number }).borderWidth)).toEqual([0, 0, 0])
  })

  test('below zero they are parted at their lower end', () => {
    const [first] = series(tableOf({ g: ['x'], a: [-50], b: [-50], c: [50] })).map(({ data }) => (data as Item[])[0])
    const stops = typeof first === 'object' ? first?.itemStyle?.color?.colorStops : undefined
    expect(stops?.[1]?.offset).toBeGreaterThan(0.9)
  })

  test('keep their width where they are many', () => {
    const days = Array.from({ length: 180 }, (_, i) => `d${i}`)
    const ones = days.map(() => 10)
    const all = series(tableOf({ g: days, a: ones, b: ones }), {}, 800)
    for (const one of all) {
      expect((one['data'] as Item[]).some(partedIn)).toBe(false)
      expect(one['barCategoryGap']).toBe('15%')
    }
  })
})

describe('the line that bars stand on', () => {
  const axisLine = (values: number[], given: Record<string, unknown> = {}) => {
    const table = tableOf({ day: monthsFrom([2020, 1], 1, values.length), Sales: values })
    const form = stacked({ x_axis: 'day', time_grain_sqla: 'P1M', groupby: [], stack: null, ...given })
    return barChart.option?.([table], form, context).xAxis
  }
  test.each([
    ['some are negative', [-3, 4, -5], true],
    ['none is', [3, 4, 5], false],
  ])('is at zero where %s', (_, values, onZero) => {
    expect(axisLine(values)).toMatchObject({ z: 3, axisLine: { show: true, onZero } })
  })
})

test('the total of a stack includes negative parts and is shown above the positive ones', () => {
  const table = tableOf({ g: ['x', 'y', 'z'], a: [5, -3, -2], b: [-4, null, -1], c: [1, 1, null] })
  const totals = drawnSeries(barChart, [table], stacked({ show_value: true, only_total: true }), context).at(-1) as {
    stackStrategy: string
    label: { formatter: (point: { dataIndex: number }) => string }
  }
  expect(totals.stackStrategy).toBe('positive')
  expect([0, 1, 2].map((dataIndex) => totals.label.formatter({ dataIndex }))).toEqual(['2', '-2', '-3'])
})
