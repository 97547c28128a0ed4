import { expect, test } from 'vitest'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { bubbleChart } from './chart.ts'
import { bubbleControls } from './controls.ts'
import { fixtures } from './fixture.ts'
import { readBubbles } from './points.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
type Point = { name: string; value: [number, number, number]; label?: { show: boolean; position: string } }
type Drawn = { name: string; data: Point[]; symbolSize: (value: unknown) => number; itemStyle: { opacity: number } }
const draw = (given = {}, answer = tables, context = testContext({ width: 800, height: 400 })) =>
  drawnSeries(bubbleChart, answer, { ...form, ...given }, context) as unknown as Drawn[]

test('one series per region, big bubbles first', () => {
  const series = draw()
  expect(series.map(({ name }) => name)).toEqual(['East Asia', 'South Asia', 'America', 'Africa', 'Europe', 'Middle East'])
  expect(series[0]?.data.slice(0, 3).map(({ name }) => name)).toEqual(['China', 'Indonesia', 'Japan'])
  expect(draw({ series: undefined })).toHaveLength(1)
})

test('areas are as the values', () => {
  const size = draw()[0]?.symbolSize as (value: unknown) => number
  const most = Math.max(...(tables[0]?.columns.at(-1)?.values as Float64Array))
  expect(size([0, 0, most])).toBe(36)
  expect(size([0, 0, most / 4])).toBe(18)
  expect(size([0, 0, null])).toBe(6)
  expect(draw({ max_bubble_size: '50' })[0]?.symbolSize([0, 0, most])).toBe(72)
})

test('what has no place is left out, what has no size is small', () => {
  const table = tableOf({
    country: ['a', 'b', 'c'],
    region: ['r', null, 'r'],
    'Children per woman': [1, 2, null],
    'Life expectancy': [60, 70, 80],
    Population: [5, null, 7],
  })
  expect(readBubbles(table, readForm(bubbleControls, form))).toEqual([
    { row: 0, name: 'a', series: 'r', x: 1, y: 60, size: 5 },
    { row: 1, name: 'b', series: '<NULL>', x: 2, y: 70, size: null },
  ])
})

test('big bubbles say their names where nothing is covered', () => {
  const said = draw().flatMap(({ data }) => data.filter(({ label }) => label?.show).map(({ name }) => name))
  expect(said).toContain('India')
  expect(said.length).toBeLessThanOrEqual(12)
  expect(draw({}, tables, testContext({ thumbnail: true })).some(({ data }) => data.some(({ label }) => label))).toBe(false)
})

test('axes carry the names of their measures or those of the form', () => {
  type Option = { graphic: { elements: { style: { text: string } }[] } }
  const names = (given = {}) =>
    (bubbleChart.option?.(tables, { ...form, ...given }, testContext()) as unknown as Option | undefined)?.graphic.elements.map(
      ({ style }) => style.text,
    )
  expect(names()).toEqual(['Life expectancy', 'Children per woman'])
  expect(names({ x_axis_label: 'Children', y_axis_label: 'Years' })).toEqual(['Years', 'Children'])
})

test('the title of the vertical axis is above its highest label', () => {
  type Option = { grid: { top: number }; graphic: { elements: { y: number }[] } }
  const option = bubbleChart.option?.(tables, form, testContext()) as unknown as Option | undefined
  expect((option?.grid.top ?? 0) - (option?.graphic.elements[0]?.y ?? 0)).toBeGreaterThanOrEqual(12)
})
