import { expect, test } from 'vitest'
import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { funnelChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
const draw = (given = {}, drawn = tables) =>
  funnelChart.option?.(drawn, { ...form, ...given }, testContext()) as unknown as {
    series: [{ left: number; data: { name: string; itemStyle: { color: string } }[] }]
    graphic: { style: { text: string }; x: number; y: number }[]
    legend: { show: boolean }
  }
const words = (given = {}) => draw(given).graphic.map(({ style }) => style.text)

test.each([
  ['first_step', ['100%', '98%', '72%', '39%', '24%', '2.4%']],
  ['prev_step', ['100%', '98%', '73%', '54%', '62%', '9.8%']],
  ['total', ['30%', '29%', '21%', '12%', '7.2%', '0.7%']],
])('shares by %s', (type, expected) => expect(words({ percent_calculation_type: type, label_type: 2 })).toEqual(expected))

test('names left, values and shares right, on the line of their step', () => {
  const { graphic, series } = draw()
  expect(graphic.slice(0, 3).map(({ style }) => style.text)).toEqual(['In the list', '3,177', '100%'])
  expect(new Set(graphic.slice(0, 3).map(({ y }) => y)).size).toBe(1)
  expect(series[0].left).toBeGreaterThan('In the list'.length * 6)
})

test('without names there is a legend', () => {
  expect(draw().legend.show).toBe(false)
  expect(draw({ label_type: 1 }).legend.show).toBe(true)
})

test('steps go from strong to light, or take the colours of another scheme', () => {
  const fills = (given = {}) => draw(given).series[0].data.map(({ itemStyle }) => itemStyle.color)
  expect(new Set(fills()).size).toBe(6)
  expect(fills({ color_scheme: 'd3Category10' })[0]).toBe('#1f77b4')
})

test('with many steps, labels are skipped so that they do not overlap', () => {
  const names = Array.from({ length: 60 }, (_, i) => `Step ${i}`)
  const table = tableOf({ kind: names, a: names.map((_, i) => 100 - i) })
  const { graphic } = draw({ metric: metric('a'), groupby: ['kind'], label_type: 0 }, [table])
  const gaps = graphic.slice(1).map(({ y }, i) => y - (graphic[i]?.y ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16)
  expect(graphic.length).toBeGreaterThan(5)
})
