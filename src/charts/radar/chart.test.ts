import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { radarChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
type Radar = { radar: { shape: string; indicator: { name: string; min: number; max: number }[] } }
const draw = (given = {}) => radarChart.option?.(tables, { ...form, ...given }, testContext()) as unknown as Radar

test('each measure has a scale of its own, or the one that the form fixes', () => {
  expect(draw().radar.indicator.map(({ name, max }) => [name, max])).toEqual([
    ['Miles per gallon', 40],
    ['Horsepower', 150],
    ['Acceleration', 20],
    ['Cylinders', 8],
    ['Weight', 4000],
  ])
  expect(draw({ column_config: { Cylinders: { radarMetricMaxValue: 12 } } }).radar.indicator[3]?.max).toBe(12)
})

test('one ring per group', () => {
  const series = drawnSeries(radarChart, tables, form)[0] ?? {}
  expect((series['data'] as { name: string; value: number[] }[]).map(({ name, value }) => [name, value[0]])).toEqual([
    ['USA', 20.1],
    ['Europe', 27.9],
    ['Japan', 30.5],
  ])
})

test('round when asked', () => expect([draw().radar.shape, draw({ is_circle: true }).radar.shape]).toEqual(['polygon', 'circle']))

test('a click selects the group', () => {
  expect(radarChart.selection?.({ name: 'Japan' }, tables, form)).toMatchObject({
    label: 'Japan',
    filters: [{ col: 'Origin', val: ['Japan'] }],
  })
  expect(radarChart.selection?.({ name: 'nowhere' }, tables, form)).toBeNull()
})

test('a missing value is not labelled', () => {
  type Item = { label: { formatter: (point: { value: unknown; dimensionIndex: number }) => string } }
  const [series] = drawnSeries(radarChart, tables, form) as unknown as { data: Item[] }[]
  expect(series?.data[0]?.label.formatter({ value: '-', dimensionIndex: 0 })).toBe('')
  expect(series?.data[0]?.label.formatter({ value: 20, dimensionIndex: 0 })).toBe('20')
})
