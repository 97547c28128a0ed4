import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { mixedChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
const option = (given = {}) => mixedChart.option?.(tables, { ...form, ...given }, testContext()) as unknown as Record<string, unknown>

test('each query has marks and an axis of its own, its name says which', () => {
  expect(drawnSeries(mixedChart, tables, form).map(({ name, type, yAxisIndex }) => [name, type, yAxisIndex])).toEqual([
    ['Rain, mm (left)', 'bar', 0],
    ['Mean high, °C (right)', 'line', 1],
  ])
  expect(drawnSeries(mixedChart, tables, { ...form, yAxisIndexB: 0 }).map(({ name }) => name)).toEqual(['Rain, mm', 'Mean high, °C'])
})

test('both axes have the same number of ticks, grid lines belong to the left one', () => {
  const [left, right] = option()['yAxis'] as { min: number; max: number; interval: number; splitLine?: { show?: boolean } }[]
  const count = (axis?: { min: number; max: number; interval: number }) => axis && Math.round((axis.max - axis.min) / axis.interval)
  expect(count(left)).toBe(count(right))
  expect(left?.splitLine?.show).toBe(true)
  expect(right?.splitLine?.show).toBe(false)
})

test('categories of both queries share the axis', () => {
  const given = [tableOf({ month: ['a', 'b'], 'Rain, mm': [1, 2] }), tableOf({ month: ['b', 'c'], 'Mean high, °C': [3, 4] })]
  expect(drawnSeries(mixedChart, given, form).map(({ data }) => data)).toEqual([
    [1, 2, null],
    [null, 3, 4],
  ])
})

test('a click on the second query selects by its dimensions', () => {
  const given = [tableOf({ month: ['a'], x: [1] }, { x: ['x'] }), tableOf({ month: ['a'], x: [2] }, { x: ['x'] })]
  const grouped = { ...form, groupby: ['g'], groupby_b: ['h'] }
  expect(mixedChart.selection?.({ seriesId: 'x' }, given, grouped)?.filters[0]?.col).toBe('g')
  expect(mixedChart.selection?.({ seriesId: 'b:x' }, given, grouped)?.filters[0]?.col).toBe('h')
})

test('names both measures', () => {
  expect(mixedChart.sentence(form, testContext())).toBe('Rain, mm and Mean high, °C by month')
  const odd = { ...form, metrics_b: ['$&$1'] }
  expect(mixedChart.sentence(odd, testContext())).toBe('Rain, mm and $&$1 by month')
})
