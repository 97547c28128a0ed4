import { expect, test } from 'vitest'
import { readSpan, roundSpan, timeBrushMask, withBrush, type Span } from './time-brush.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const span = (from: string, to: string): Span => [at(from), at(to)]

test.each([
  ['months: days', ['2004-02-12T17:21:03', '2004-05-20T03:00:00'], ['2004-02-13T00:00:00', '2004-05-20T00:00:00']],
  ['two days: hours', ['2004-02-12T17:21:03', '2004-02-14T17:40:00'], ['2004-02-12T17:00:00', '2004-02-14T18:00:00']],
  ['half an hour: minutes', ['2004-02-12T17:21:03', '2004-02-12T17:50:40'], ['2004-02-12T17:21:00', '2004-02-12T17:51:00']],
  ['less than a second: a second', ['2004-02-12T17:21:03.100', '2004-02-12T17:21:03.200'], ['2004-02-12T17:21:03', '2004-02-12T17:21:04']],
] as const)('a span is rounded to what its length lets people point at, %s', (_case, [from, to], [start, end]) => {
  expect(roundSpan(span(from, to))).toEqual(span(start, end))
})

const spring = span('2004-03-01T00:00:00', '2004-06-01T00:00:00')

test('a span filters the time column of the chart and is named by its ends', () => {
  const { extraFormData, filterState } = timeBrushMask(7, 'ds', spring)
  expect(extraFormData).toEqual({ filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '2004-03-01T00:00:00 : 2004-06-01T00:00:00' }] })
  expect(filterState).toMatchObject({ label: '2004-03-01 – 2004-06-01', selectedValues: null })
  expect(readSpan(filterState?.['range'])).toEqual(spring)
})

test('hours are named with their time of day', () => {
  const label = timeBrushMask(7, 'ds', span('2004-03-01T06:00:00', '2004-03-02T00:00:00')).filterState?.label
  expect(label).toBe('2004-03-01 06:00:00 – 2004-03-02')
})

test('a span takes the place of what is selected in its chart alone, and null takes it back', () => {
  const others = { 3: { id: '3', filterState: { value: [['a']] } } }
  const before = { ...others, 7: { id: '7', filterState: { value: [['b']], label: 'b' } } }
  const brushed = withBrush(before, 7, timeBrushMask(7, 'ds', spring))
  expect(brushed).toEqual({ ...others, 7: timeBrushMask(7, 'ds', spring) })
  expect(withBrush(brushed, 7, null)).toEqual(others)
})

test('masks stay the same object while the rounded span does, so that nothing is drawn or asked again', () => {
  const brushed = withBrush({}, 7, timeBrushMask(7, 'ds', spring))
  expect(withBrush(brushed, 7, timeBrushMask(7, 'ds', [spring[0] + 60_000, spring[1]]))).toBe(brushed)
  expect(withBrush({ ...brushed }, 8, null)).toEqual(brushed)
})

test.each([[undefined], [null], ['2004'], [[1]], [[2, 1]], [['1', '2']], [[1, Number.NaN]]])('%j is no span', (range) => {
  expect(readSpan(range)).toBeNull()
})
