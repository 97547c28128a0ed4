import { expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { bigNumberTotalChart } from './chart.ts'
import { fixtures } from './fixture.ts'

const draw = (value: number | string | boolean | null, given: Partial<FormData> = {}, size = {}) =>
  bigNumberTotalChart.svg?.(
    [tableOf({ total: [value] })],
    { datasource: '1__table', viz_type: 'big_number_total', metric: 'total', ...given } as FormData,
    testContext(size),
  ) ?? ''
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

test.each<[number | string | boolean | null, Partial<FormData>, string[]]>([
  [271_773_338, {}, ['272M']],
  [1234.5, { y_axis_format: ',.2f', subtitle: 'so far' }, ['1,234.50', 'so far']],
  [12, { currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } }, ['12 €']],
  [null, {}, ['–', 'No data']],
  [0, { subheader: 'of old' }, ['0', 'of old']],
  [Date.UTC(2024, 1, 3), { force_timestamp_formatting: true, time_format: '%Y-%m-%d' }, ['2024-02-03']],
  [5, { show_metric_name: true }, ['total', '5']],
  ['Gamma', { y_axis_format: ',.2f' }, ['Gamma']],
  [true, {}, ['true']],
])('%s with %j', (value, given, expected) => expect(texts(draw(value, given))).toEqual(expected))

test('the figure goes by the height of the body and fits its width', () => {
  const size = (svg: string) => Number(/font-size="(\d+)" [^>]*font-weight="600"/.exec(svg)?.[1])
  expect([240, 120, 60].map((height) => size(draw(12, {}, { height })))).toEqual([56, 40, 28])
  expect(size(draw(12, { header_font_size: 0.2 }))).toBe(28)
  expect(size(draw(123_456_789, { y_axis_format: ',d' }, { width: 100 }))).toBeLessThan(28)
})

test('a matching rule colours the figure so that it can be read', () => {
  const svg = draw(12, { conditional_formatting: [{ column: 'total', operator: '>', targetValue: 10, colorScheme: '#ACE1C4' }] })
  expect(svg).not.toContain('#ACE1C4')
  expect(svg).toMatch(/fill="#[\da-f]{6}"[^>]*font-weight="600"/)
})

test('a matching rule puts its icon before the figure', () => {
  const rule = { column: 'total', operator: '>', targetValue: 10, colorScheme: '#ACE1C4', icon: 'up' }
  const figure = (value: number) => texts(draw(value, { conditional_formatting: [rule] }))[0]
  expect([figure(12), figure(9)]).toEqual(['▲ 12', '9'])
})

test('the fixture’s number', () => {
  const { tables, form } = fixtures[0] as (typeof fixtures)[number]
  expect(texts(bigNumberTotalChart.svg?.(tables, form, testContext()) ?? '')[0]).toBe('$272B')
})
