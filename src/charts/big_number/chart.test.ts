import { describe, expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { monthsFrom, tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { bigNumberChart } from './chart.ts'
import { bigNumberControls, heldControls } from './controls.ts'
import { fixtures } from './fixture.ts'
import { readTrend } from './trend.ts'

const values = [10, 20, null, 40, 50, null]
const table = tableOf({ month: monthsFrom([2020, 1], 1, values.length), total: values })
const form = (given: Partial<FormData> = {}) =>
  ({ datasource: '1__table', viz_type: 'big_number', metric: 'total', x_axis: 'month', time_grain_sqla: 'P1M', ...given }) as FormData
const read = (given: Partial<FormData> = {}) => readForm([...bigNumberControls, ...heldControls], form(given))
const draw = (given: Partial<FormData> = {}) => bigNumberChart.svg?.([table], form(given), testContext()) ?? ''
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

describe('the number', () => {
  test.each<[Partial<FormData>, number]>([
    [{}, 50],
    [{ aggregation: 'sum' }, 120],
    [{ aggregation: 'mean' }, 30],
    [{ aggregation: 'min' }, 10],
    [{ aggregation: 'max' }, 50],
    [{ aggregation: 'median' }, 30],
  ])('%j is %i', (given, value) => expect(readTrend([table], read(given)).value).toBe(value))

  test('is the latest that is known, at its own time', () => expect(readTrend([table], read()).time).toBe(Date.UTC(2020, 4)))
})

describe('the change', () => {
  test('against so many points before', () => {
    expect(readTrend([table], read({ compare_lag: 1 })).change).toEqual({ part: 0.25, from: Date.UTC(2020, 3), amount: 10 })
    expect(readTrend([table], read({ compare_lag: '3' })).change?.part).toBe(1.5)
  })
  test('none where nothing was, nor for an aggregate', () => {
    expect(readTrend([table], read({ compare_lag: 2 })).change).toBeNull()
    expect(readTrend([table], read({ compare_lag: 9 })).change).toBeNull()
    expect(readTrend([table], read({ compare_lag: 1, aggregation: 'sum' })).change).toBeNull()
  })
})

test('words beside the figure', () => {
  expect(texts(draw({ compare_lag: 1, compare_suffix: 'on the month' }))).toEqual(['50', '+25.0%', 'on the month', 'Jan 2020', 'Jun 2020'])
  expect(texts(draw({ compare_lag: 1 }))).toContain('against Apr 2020')
  expect(texts(draw({ show_timestamp: true, show_trend_line: false }))).toEqual(['50', 'May 2020'])
})

test('the first and the last date end at the edges, whatever the width of their digits', () => {
  const svg = draw()
  expect(svg).toMatch(new RegExp(`<text x="${testContext().width}"[^>]*text-anchor="end"[^>]*>Jun 2020<`))
  expect(svg).toMatch(/<text x="0"(?![^>]*text-anchor)[^>]*>Jan 2020</)
})

test('the subtitle has a size of its own', () => {
  const sizeOf = (given: Partial<FormData>) => Number(/font-size="([\d.]+)"[^>]*>Below</.exec(draw({ subtitle: 'Below', ...given }))?.[1])
  expect(sizeOf({ subtitle_font_size: 0.4 })).toBeGreaterThan(sizeOf({ subtitle_font_size: 0.15 }))
  expect(sizeOf({ subheader_font_size: 0.4 })).toBe(sizeOf({}))
})

test('the trend breaks where values are missing and may stand on zero', () => {
  const path = (svg: string) => /<path d="([^"]*)" stroke=/.exec(svg)?.[1] ?? ''
  expect(path(draw()).match(/M/g)).toHaveLength(2)
  expect(path(draw())).not.toBe(path(draw({ start_y_axis_at_zero: false })))
  expect(draw({ show_trend_line: false })).not.toContain('<path')
})

test('the fixture’s number', () => {
  const fixture = fixtures[0] as (typeof fixtures)[number]
  expect(texts(bigNumberChart.svg?.(fixture.tables, fixture.form, testContext()) ?? '')[0]).toBe('143M')
})

test('groups that a form kept from another type are no columns of the trend', () => {
  expect(bigNumberChart.buildQuery(form({ groupby: ['region'] }))).toEqual(bigNumberChart.buildQuery(form()))
})

test('without an aggregate the number is the metric over all rows, which a query of its own asks for', () => {
  const [trend, whole] = bigNumberChart.buildQuery(form({ aggregation: 'raw' }))
  expect([trend?.columns?.length, whole?.columns, whole?.metrics]).toEqual([1, [], ['total']])
  expect(bigNumberChart.buildQuery(form())).toHaveLength(1)
  const tables = [table, tableOf({ total: [77] })]
  expect(readTrend(tables, read({ aggregation: 'raw', compare_lag: 1 }))).toMatchObject({ value: 77, time: null, change: null })
})

describe('controls of the axes', () => {
  const ranged = { ...table, timeRange: [Date.UTC(2019, 0), Date.UTC(2021, 0)] as const }
  const drawRanged = (given: Partial<FormData>) => bigNumberChart.svg?.([ranged], form(given), testContext()) ?? ''
  const firstX = (svg: string) => Number(/<path d="M([\d.]+)/.exec(svg)?.[1])

  test('a line fixed to the time range leaves room for times without points', () => {
    expect(firstX(drawRanged({ time_range_fixed: true }))).toBeGreaterThan(firstX(drawRanged({})) + 50)
  })

  test('an x-axis has round times, and the first and last one where they are wanted', () => {
    expect(texts(draw())).toEqual(['50', 'Jan 2020', 'Jun 2020'])
    const axis = texts(draw({ show_x_axis: true }))
    expect(axis).not.toContain('Jun 2020')
    expect(axis.length).toBeGreaterThan(3)
    expect(texts(draw({ show_x_axis: true, show_x_axis_min_max_labels: true }))).toContain('Jun 2020')
  })

  test('a y-axis has round values, and the least and greatest one where they are wanted', () => {
    const odd = (given: Partial<FormData>) =>
      texts(bigNumberChart.svg?.([tableOf({ month: monthsFrom([2020, 1], 1, 3), total: [13, 47, 31] })], form(given), testContext()) ?? '')
    expect(odd({ show_y_axis: true })).not.toContain('47')
    expect(odd({ show_y_axis: true })).toContain('20')
    const svg = draw({ show_y_axis: true, show_y_axis_min_max_labels: true, subtitle: 'Below' })
    const lineOf = (text: string) =>
      Number(new RegExp(`<text[^>]* y="([\\d.]+)"[^>]*>${text}<`).exec(svg.slice(svg.indexOf('Below') - 120))?.[1])
    expect(lineOf('50') - lineOf('Below')).toBeGreaterThan(12)
    expect(odd({ show_y_axis: true, show_y_axis_min_max_labels: true })).toEqual(expect.arrayContaining(['13', '47']))
  })
})
