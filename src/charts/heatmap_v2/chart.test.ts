import { describe, expect, test } from 'vitest'
import { rgb } from 'd3-color'
import { colors, sizes } from '#core/theme/tokens.ts'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readGrid } from './cells.ts'
import { readForm } from '../read-form.ts'
import { heatmapChart } from './chart.ts'
import { heatmapControls } from './controls.ts'
import { fixtures } from './fixture.ts'
import { scaleLegend } from './scale-legend.ts'
import { shadingOf } from './shading.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
type Item = { value: [number, number, number]; itemStyle: { color: string }; label: { show: boolean; formatter: string } }
const items = (given = {}, answer = tables, context = testContext()) =>
  (drawnSeries(heatmapChart, answer, { ...form, ...given }, context)[0] as { data: Item[] }).data

const small = [
  tableOf({ Month: ['a', 'a', 'b', 'c'], 'Phase of flight': ['u', 'v', 'v', 'u'], Reports: [1, 8, 3, 2], rank: [0.25, 1, 0.75, 0.5] }),
]
const orderOf = (given: object) => {
  const grid = readGrid(small[0], readForm(heatmapControls, { ...form, sort_y_axis: undefined, ...given }))
  return [grid?.columns.keys.join(''), grid?.rows.keys.join('')]
}

describe('the sides are ordered', () => {
  test('as the rows come', () => expect(orderOf({})).toEqual(['abc', 'uv']))
  test('by themselves', () => expect(orderOf({ sort_x_axis: 'alpha_desc', sort_y_axis: 'alpha_desc' })).toEqual(['cba', 'vu']))
  test('by their sums', () => expect(orderOf({ sort_x_axis: 'value_asc', sort_y_axis: 'value_desc' })).toEqual(['cba', 'vu']))
  test('numbers by size, times in time', () => {
    const table = tableOf({ Month: [10, 9, 2], 'Phase of flight': ['item 10', 'item 9', 'item 10'], Reports: [1, 1, 1] })
    const grid = readGrid(table, readForm(heatmapControls, { ...form, sort_x_axis: 'alpha_asc', sort_y_axis: 'alpha_asc' }))
    expect([grid?.columns.keys, grid?.rows.keys]).toEqual([
      [2, 9, 10],
      ['item 9', 'item 10'],
    ])
  })
})

describe('the colours', () => {
  const cells = (readGrid(small[0], readForm(heatmapControls, form)) as NonNullable<ReturnType<typeof readGrid>>).cells
  const shades = (given: object) => {
    const { colorOf } = shadingOf(cells, readForm(heatmapControls, { ...form, ...given }), testContext())
    return cells.map((cell) => rgb(colorOf(cell)).formatHex())
  }
  const steps = colors.light.sequential.map((color) => color.toLowerCase())

  test('run from the least to the most', () => {
    expect(items()[0]?.itemStyle.color).toMatch(/^(#|rgb)/)
    const { low, high } = shadingOf(cells, readForm(heatmapControls, form), testContext())
    expect([low, high]).toEqual([1, 8])
  })
  test('keep to bounds', () =>
    expect(shadingOf(cells, readForm(heatmapControls, { ...form, value_bounds: [0, '4'] }), testContext())).toMatchObject({
      low: 0,
      high: 4,
    }))
  test('follow ranks when normalized', () =>
    expect(shadingOf(cells, readForm(heatmapControls, { ...form, normalized: true }), testContext())).toMatchObject({ low: 0, high: 1 }))
  test('come in five pieces', () => {
    expect(new Set(shades({ legend_type: 'piecewise' })).size).toBeLessThanOrEqual(5)
    expect(shades({ legend_type: 'piecewise' })).toContain(steps.at(-1))
  })
  test('of a diverging ramp have their middle at zero', () => {
    const around = cells.map((cell) => ({ ...cell, value: cell.value - 2 }))
    expect(
      shadingOf(around, readForm(heatmapControls, { ...form, linear_color_scheme: 'chartroom_diverging' }), testContext()),
    ).toMatchObject({
      low: -6,
      high: 6,
    })
  })
})

test('pairs without a value are shown as missing', () => {
  const missing = items({}, small).filter(({ itemStyle }) => itemStyle.color === colors.light.noData)
  expect(missing.map(({ value, label }) => [value[0], value[1], label.formatter])).toEqual([
    [1, 1, '–'],
    [2, 0, '–'],
  ])
})

test('numbers stand in the cells only where they fit', () => {
  expect(items().every(({ label }) => label.show)).toBe(true)
  expect(items({ show_values: false }).some(({ label }) => label.show)).toBe(false)
  expect(items({}, tables, testContext({ width: 200 })).some(({ label }) => label.show)).toBe(false)
})

test('the sentence speaks of a grain only where the axis is a time', () => {
  const graded = { ...form, x_axis: 'Genre', groupby: ['Rating'], metric: 'count', time_grain_sqla: 'P1D' }
  const said = (timeColumns: string[]) => heatmapChart.sentence(graded, testContext({ timeColumns }))
  expect(said(['Released'])).toBe('count by Genre and Rating')
  expect(said(['Genre'])).toBe('count per day, by Rating')
})

test.each([600, 200])('what the colours mean is within a picture %i px wide', (width) => {
  const context = testContext({ width })
  const shading = shadingOf([], readForm(heatmapControls, { ...form, value_bounds: [1930, 12_200] }), context)
  const [, , most] = scaleLegend(shading, (value) => `${value} seats`, context)
  expect((most?.x ?? 0) + context.measure('12200 seats', sizes.caption)).toBeLessThanOrEqual(width)
})
