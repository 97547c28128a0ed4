import { describe, expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import type { LeftOutCounts } from './chart.ts'
import { findChart } from './index.ts'
import { drawColored } from './shared/color/draw-colored.ts'
import { tableOf } from './shared/fixtures/fixture.ts'
import { testContext } from './shared/fixtures/test-context.ts'

type Series = { type: string; data: unknown[] }

const draw = (viz_type: string, columns: Parameters<typeof tableOf>[0], form: object, tables = [tableOf(columns)]) => {
  const saved = { datasource: '1__table', viz_type, ...form } as FormData
  const { picture, leftOut } = drawColored(testContext(), (context) => findChart(viz_type)?.option?.(tables, saved, context) ?? {})
  return { leftOut, series: (picture.series ?? []) as Series[], yAxis: [picture.yAxis].flat() as { type: string; min: number }[] }
}

const names = ['a', 'b', 'c', 'd']

describe('a logarithmic axis', () => {
  const form = { x_axis: 'name', metrics: ['n'], logAxis: true }
  const bars = { name: names, n: [5, 0, -3, 700] }

  test.each<[vizType: string, values: (number | null)[], counts: LeftOutCounts | undefined]>([
    ['echarts_timeseries_bar', [5, 0, -3, 700], { notPositive: 2 }],
    ['echarts_timeseries_line', [5, 0, null, 700], { notPositive: 1 }],
    ['echarts_area', [5, 6, -3, 700], { notPositive: 1 }],
    ['echarts_timeseries_scatter', [5, 6, null, 0.1], undefined],
  ])('%s says how many of %j it leaves out', (vizType, n, counts) => {
    const { leftOut, yAxis } = draw(vizType, { name: names, n }, form)
    expect(leftOut).toEqual(counts)
    expect(yAxis[0]?.type).toBe('log')
  })

  test('what it leaves out is not drawn; on a linear axis everything is', () => {
    const numbers = (given: object) =>
      draw('echarts_timeseries_bar', bars, { ...form, ...given }).series[0]?.data.map((item) =>
        typeof item === 'object' ? item : [item].flat(),
      )
    expect(numbers({})).toEqual([[5], null, null, [700]])
    expect(numbers({ logAxis: false })).toEqual([[5], [0], expect.objectContaining({ value: -3 }), [700]])
    expect(draw('echarts_timeseries_bar', bars, { ...form, logAxis: false }).leftOut).toBeUndefined()
  })

  test('values that are all left out make no picture, and are counted', () => {
    const { series, leftOut } = draw('echarts_timeseries_line', { name: ['a', 'b'], n: [0, -1] }, form)
    expect([series, leftOut]).toEqual([[], { notPositive: 2 }])
  })

  test('a stack is on it as a whole, down to its smallest part', () => {
    const columns = { name: ['a', 'b'], n: [500, 900], m: [2, -4] }
    const { yAxis, leftOut } = draw('echarts_timeseries_bar', columns, { ...form, metrics: ['n', 'm'], stack: 'Stack' })
    expect([yAxis[0], leftOut]).toEqual([expect.objectContaining({ type: 'log', min: 1, max: 1000 }), { notPositive: 1 }])
  })

  test('segments of a stack are as long as their values: none is shortened by a line to the next', () => {
    const columns = { name: ['a'], n: [500], m: [400] }
    const stacked = { ...form, metrics: ['n', 'm'], stack: 'Stack' }
    const fills = (given: object) =>
      draw('echarts_timeseries_bar', columns, { ...stacked, ...given }).series.map(({ data }) => typeof data[0])
    expect([fills({}), fills({ logAxis: false })]).toEqual([
      ['number', 'number'],
      ['object', 'number'],
    ])
  })

  test('a stream lies around zero and leaves nothing out', () => {
    const { yAxis, leftOut } = draw('echarts_area', bars, { ...form, stack: 'Stream' })
    expect([yAxis[0]?.type, leftOut]).toEqual(['value', undefined])
  })

  test('each side of a mixed chart counts its own', () => {
    const [first, second] = [tableOf({ name: names, n: [0, 1, 2, 3] }), tableOf({ name: names, n: [-1, -2, 2, 3] })]
    const drawn = (given: object) =>
      draw('mixed_timeseries', {}, { x_axis: 'name', metrics: ['n'], metrics_b: ['n'], yAxisIndexB: 1, ...given }, [first, second]).leftOut
    expect(drawn({ logAxis: true })).toEqual({ notPositive: 1 })
    expect(drawn({ logAxis: true, logAxisSecondary: true })).toEqual({ notPositive: 3 })
  })

  test.each([
    [{ logXAxis: true }, { notPositive: 2 }, 2],
    [{ logYAxis: true }, { notPositive: 1 }, 3],
    [{ logXAxis: true, logYAxis: true }, { notPositive: 2 }, 2],
    [{}, undefined, 4],
  ])('bubbles with %j', (axes, counts, drawn) => {
    const columns = { name: names, x: [0, -1, 2, 3], y: [1, 0, 2, 3], size: [1, 1, 1, 1] }
    const { leftOut, series } = draw('bubble_v2', columns, { entity: 'name', x: 'x', y: 'y', size: 'size', ...axes })
    expect([leftOut, series[0]?.data.length]).toEqual([counts, drawn])
  })
})

describe('parts of a whole', () => {
  test.each(['pie', 'funnel', 'treemap_v2'])('%s leaves out what is below zero', (vizType) => {
    const form = { metric: 'n', groupby: ['name'] }
    const { leftOut, series } = draw(vizType, { name: names, n: [6, -3, 2, -1] }, form)
    expect(leftOut).toEqual({ negativeParts: 2 })
    expect(series[0]?.data.map((item) => (item as { value: number }).value)).toEqual([6, 2])
    expect(draw(vizType, { name: names, n: [6, 3, null, 0] }, form).leftOut).toBeUndefined()
  })

  test('shares are of what is drawn', () => {
    const { series } = draw('pie', { name: names, n: [6, -30, 2, null] }, { metric: 'n', groupby: ['name'], label_type: 'percent' })
    const { formatter } = (series[0] as unknown as { label: { formatter: (at: { dataIndex: number }) => string } }).label
    expect([0, 1].map((dataIndex) => formatter({ dataIndex }))).toEqual(['{first|75%}', '{first|25%}'])
  })
})
