import { expect, test } from 'vitest'
import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readBoxes } from './boxes.ts'
import { readForm } from '../read-form.ts'
import { boxPlotChart } from './chart.ts'
import { boxPlotControls } from './controls.ts'
import { fixtures } from './fixture.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
type Drawn = { data: { value: number[]; itemStyle: { opacity?: number } }[] }
const draw = (given = {}, context = testContext()) =>
  drawnSeries(boxPlotChart, tables, { ...form, ...given }, context) as unknown as Drawn[]

test('boxes go from the highest median to the lowest', () => {
  const boxes = readBoxes(tables[0], readForm(boxPlotControls, form))
  expect(boxes.map(({ name }) => name)).toEqual(['Documentary', 'Drama', 'Musical', 'Western', 'Adventure', 'Action', 'Comedy', 'Horror'])
  expect(boxes[0]).toMatchObject({ low: 5.8, q1: 6.9, median: 7.4, q3: 7.8, high: 8.5, count: 37, outliers: [2.2, 2.3, 3, 5] })
})

test('a box is low end, quartiles, high end; outliers are points beside it', () => {
  const [boxes, outliers] = draw()
  expect(boxes?.data[0]?.value).toEqual([5.8, 6.9, 7.4, 7.8, 8.5])
  expect(outliers?.data[0]?.value).toEqual([2.2, 0])
})

test('boxes are vertical if the form has a layout for the names, and the axis of names is zoomed', () => {
  const vertical = { ...form, x_ticks_layout: '90°', zoomable: true }
  type Axes = { xAxis: { type: string; axisLabel: { rotate: number } }; yAxis: { type: string }; dataZoom: { xAxisIndex?: number }[] }
  const option = boxPlotChart.option?.(tables, vertical, testContext()) as unknown as Axes
  expect([option.xAxis.type, option.yAxis.type, option.xAxis.axisLabel.rotate]).toEqual(['category', 'value', 90])
  expect(option.dataZoom[0]?.xAxisIndex).toBe(0)
  expect(draw(vertical)[1]?.data[0]?.value).toEqual([0, 2.2])
  const horizontal = boxPlotChart.option?.(tables, { ...form, zoomable: true }, testContext()) as unknown as {
    dataZoom: { yAxisIndex?: number }[]
  }
  expect(horizontal.dataZoom[0]?.yAxisIndex).toBe(0)
})

test('names stand with the numbers of values', () => {
  type Label = { yAxis: { axisLabel: { formatter: (name: string, i: number) => string } } }
  const option = boxPlotChart.option?.(tables, form, testContext()) as unknown as Label
  expect(option.yAxis.axisLabel.formatter('', 1)).toBe('{name|Drama}{count|738}')
})

test('metrics without boxes are left out', () => {
  expect(draw({ metrics: [metric('Rating'), metric('Gross')] })).toHaveLength(2)
  expect(boxPlotChart.option?.(tables, { ...form, metrics: [metric('Gross')] }, testContext())).toEqual({})
})

test('the boxes of several metrics each have an axis of names, so that they stand at their names', () => {
  const several = tableOf({
    'Major Genre': ['Drama', 'Comedy'],
    ...Object.fromEntries(
      ['Rating', 'Gross'].flatMap((name) => ['min', 'q1', 'median', 'q3', 'max'].map((part, i) => [`${name}__${part}`, [i, i + 1]])),
    ),
  })
  const both = { ...form, metrics: [metric('Rating'), metric('Gross')], zoomable: true }
  type Axes = { yAxis: { show?: boolean }[]; series: { type: string; yAxisIndex?: number }[]; dataZoom: { yAxisIndex: number[] }[] }
  const option = boxPlotChart.option?.([several], both, testContext()) as unknown as Axes | undefined
  expect(option?.yAxis.map(({ show = true }) => show)).toEqual([true, false])
  expect(option?.series.filter(({ type }) => type === 'boxplot').map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1])
  expect(option?.dataZoom[0]?.yAxisIndex).toEqual([0, 1])
})

test('a click selects the group', () => {
  expect(boxPlotChart.selection?.({ name: 'Drama' }, tables, form)).toMatchObject({
    label: 'Drama',
    filters: [{ col: 'Major Genre', op: 'IN', val: ['Drama'] }],
  })
  expect(boxPlotChart.selection?.({ name: 'Drama' }, tables, { ...form, groupby: [] })).toBeNull()
})

test('what is not selected fades', () => {
  const [boxes] = draw({}, testContext({ selected: ['Drama'] }))
  const opacities = boxes?.data.map(({ itemStyle }) => itemStyle.opacity ?? 1)
  expect(opacities?.slice(0, 3)).toEqual([0.4, 1, 0.4])
})

test('the sentence', () => expect(boxPlotChart.sentence(form, testContext())).toBe('Spread of Rating over Title, by Major Genre'))
