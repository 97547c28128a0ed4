import { describe, expect, test } from 'vitest'
import type { DrawContext } from '../../chart.ts'
import { testContext } from '../fixtures/test-context.ts'
import { categoryAxis, titleOf, verticalValueAxis } from './axes.ts'
import { cartesianOption, layOut } from './frame.ts'
import type { Frame } from './frame.ts'

const format = (value: unknown) => `${String(value)} t`
const months = ['January', 'February', 'March']
const series = [
  { id: 'a', name: 'Apples', color: '#112233', values: [3, null, 8], format },
  { id: 'p', name: 'Pears', color: '#445566', values: [5, 7, 2], format },
]

const frameOf = (context: DrawContext, rest: Partial<Frame> = {}, titles: { x?: string; y?: string } = {}): Frame => ({
  x: categoryAxis({ names: months, title: titleOf(titles.x) }, context),
  y: verticalValueAxis({ extent: [0, 8], format, standsOnZero: true, title: titleOf(titles.y) }, context),
  series,
  legend: {},
  ...rest,
})

/** A chart that no other knows: a point for each value. */
const dotPlot = (context: DrawContext, rest: Partial<Frame> = {}) =>
  cartesianOption(
    frameOf(context, rest),
    () => ({
      series: series.map(({ id, name, color, values }) => ({ type: 'scatter', id, name, itemStyle: { color }, data: [...values] })),
    }),
    context,
  ) as unknown as Record<string, Record<string, unknown>>

type Point = { seriesId: string; dataIndex: number }
const tooltipOf = (option: Record<string, Record<string, unknown>>) => option['tooltip']?.['formatter'] as (points: Point[]) => string

test('a new chart says its axes and its series, and has everything else', () => {
  const option = dotPlot(testContext())
  expect(option['xAxis']).toMatchObject({ type: 'category', data: months })
  expect(option['yAxis']).toMatchObject({ type: 'value', min: 0, max: 8 })
  expect(option['legend']).toMatchObject({ show: true, data: [{ name: 'Apples' }, { name: 'Pears' }] })
  // Labels of three letters at the left, the legend's row above, one line of names below.
  expect(option['grid']).toMatchObject({ left: 26, top: 28, width: 400 - 26, height: 240 - 28 - 24 })
  const said = tooltipOf(option)([
    { seriesId: 'a', dataIndex: 2 },
    { seriesId: 'p', dataIndex: 2 },
  ])
  expect(said.match(/March|Apples|Pears|\d t/g)).toEqual(['March', 'Apples', '8 t', 'Pears', '2 t'])
  expect(option['dataZoom']).toBeUndefined()
})

test('a thumbnail is the plot alone', () => {
  const option = dotPlot(testContext({ thumbnail: true, width: 100, height: 60 }), { zoom: 'x', inset: [4, 10] })
  expect(option['grid']).toMatchObject({ left: 4, top: 10, width: 92, height: 40 })
  expect([option['xAxis']?.['show'], option['yAxis']?.['show'], option['legend']?.['show'], option['dataZoom']]).toEqual([
    false,
    false,
    false,
    undefined,
  ])
})

const plain = layOut(frameOf(testContext()), testContext()).plot
const marginsOf = ({ left, top, width, height }: typeof plain, { width: all, height: high }: DrawContext) => ({
  left,
  top,
  right: all - left - width,
  bottom: high - top - height,
})

/** Margins beyond those of a plot without anything around it but labels and a legend above. */
const added = (rest: Partial<Frame>, titles: { x?: string; y?: string } = {}) => {
  const context = testContext()
  const [margins, usual] = [layOut(frameOf(context, rest, titles), context).plot, plain].map((plot) => marginsOf(plot, context))
  return Object.fromEntries(
    (['left', 'top', 'right', 'bottom'] as const).flatMap((side) => {
      const more = (margins?.[side] ?? 0) - (usual?.[side] ?? 0)
      return more === 0 ? [] : [[side, more]]
    }),
  )
}

test.each<[string, Partial<Frame>, { x?: string; y?: string }, Record<string, number>]>([
  ['nothing more', {}, {}, {}],
  ['no legend', { legend: null }, {}, { top: -20 }],
  ['a legend that the form hides', { legend: { show_legend: false } }, {}, { top: -20 }],
  ['a legend of one name', { series: series.slice(0, 1) }, {}, { top: -20 }],
  ['a legend below', { legend: { legendOrientation: 'bottom' } }, {}, { top: -20, bottom: 28 }],
  ['a legend at the right', { legend: { legendOrientation: 'right' } }, {}, { top: -20, right: 67 }],
  ['titles', {}, { x: 'Month', y: 'Weight' }, { left: 20, bottom: 20 }],
  ['a zoom below', { zoom: 'x' }, {}, { bottom: 40 }],
  ['a zoom at the right', { zoom: 'y' }, {}, { right: 28 }],
  ['room of the chart itself', { above: 20, below: 10 }, {}, { top: 12, bottom: 10 }],
])('the plot makes room for %s', (_, rest, titles, expected) => {
  expect(added(rest, titles)).toEqual(expected)
})

describe('parts at one side do not overlap', () => {
  test.each([['bottom'], ['left'], ['right']] as const)('a legend at the %s, titles and a zoom', (legendOrientation) => {
    const context = testContext({ width: 600, height: 400 })
    const frame = frameOf(context, { legend: { legendOrientation }, zoom: 'x' }, { x: 'Month', y: 'Weight' })
    const { plot, legend } = layOut(frame, context)
    const option = cartesianOption(frame, () => ({ series: [] }), context) as unknown as {
      xAxis: { nameGap: number }
      yAxis: { nameGap: number }
      dataZoom: { bottom: number; height: number }[]
    }
    const slider = option.dataZoom[0] as { bottom: number; height: number }
    const below = 400 - plot.top - plot.height
    expect(slider.bottom).toBe(legend.bottom)
    expect(below - option.xAxis.nameGap - 16).toBeGreaterThanOrEqual(slider.bottom + slider.height)
    expect(plot.left - option.yAxis.nameGap).toBe(legend.left + 14)
  })
})

test('names that need more depth take it from the plot', () => {
  const context = testContext({ width: 160 })
  const { plot, x } = layOut(frameOf(context), context)
  expect(x.option['axisLabel']).toMatchObject({ rotate: 35 })
  expect(x.depth).toBeGreaterThan(40)
  expect(plot.height).toBeCloseTo(240 - plot.top - x.depth)
  expect(plot.left).toBeGreaterThanOrEqual(x.underhang)
})

test('two value axes stand at the two sides, each with its title', () => {
  const context = testContext()
  const axis = (text: string, extent: [number, number]) =>
    verticalValueAxis({ extent, format, standsOnZero: true, title: titleOf(text) }, context)
  const frame = frameOf(context, { y: [axis('Weight', [0, 8]), axis('Price', [0, 8000])] })
  const { plot, y } = layOut(frame, context)
  expect(plot.left).toBe((y[0]?.depth ?? 0) + 20)
  expect(400 - plot.left - plot.width).toBe((y[1]?.depth ?? 0) + 20)
  const option = cartesianOption(frame, () => ({ series: [] }), context) as unknown as { yAxis: Record<string, unknown>[] }
  expect(option.yAxis.map(({ name }) => name)).toEqual(['Weight', 'Price'])
})

test('a title above a vertical axis begins where its labels do', () => {
  const context = testContext()
  const frame = frameOf(context)
  const titled: Frame = { ...frame, y: { ...(frame.y as Frame['x']), title: { text: 'Weight', position: 'top' } } }
  expect(layOut(titled, context).plot).toMatchObject({ left: plain.left, top: plain.top + 20 })
  const option = cartesianOption(titled, () => ({ series: [] }), context) as unknown as { yAxis: Record<string, unknown> }
  expect(option.yAxis).toMatchObject({ nameLocation: 'end', nameTextStyle: { padding: [0, 0, 0, -plain.left] } })
})
