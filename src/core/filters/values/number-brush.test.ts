import { expect, test } from 'vitest'
import { numberBrushMask, roundNumbers } from './number-brush.ts'
import { readSpan, type Span } from './time-brush.ts'

test.each<[string, Span, Span, Span]>([
  ['the nearest steps of the axis', [103, 258], [0, 2000], [100, 260]],
  ['a step at least', [103, 104], [0, 2000], [100, 110]],
  ['beyond the ends of the axis', [3, 1997], [3, 1997], [0, 2000]],
  ['fractions without rounding errors', [0.31, 0.69], [0, 20], [0.3, 0.7]],
  ['negative numbers', [-12.4, -3.2], [-60, 140], [-12, -3]],
])('a span is rounded to %s', (_case, span, extent, rounded) => {
  expect(roundNumbers(span, extent)).toEqual(rounded)
  expect(roundNumbers(rounded, extent)).toEqual(rounded)
})

test('a span filters its column from end to end, and can be shown again', () => {
  const { extraFormData, filterState } = numberBrushMask(7, 'delay', { span: [103, 258], extent: [0, 2000] })
  expect(extraFormData).toEqual({
    filters: [
      { col: 'delay', op: '>=', val: 100 },
      { col: 'delay', op: '<=', val: 260 },
    ],
  })
  expect(filterState).toMatchObject({ label: '100 – 260', selectedValues: null })
  expect(readSpan(filterState?.['range'])).toEqual([100, 260])
})
