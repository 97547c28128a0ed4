import { expect, test } from 'vitest'
import { allOptions, listedOptions, keyOfValue, valueOfKey } from './controls/option-keys.ts'
import { boundText, rangeStep, readBound, steppedBounds } from './controls/range-steps.ts'
import { readOffer } from './data/filter-answer.ts'

const answer = (result: object) => JSON.stringify({ result: [result] })

test.each<[string, object, object]>([
  [
    'texts with a missing one',
    { colnames: ['c'], coltypes: [1], data: [{ c: 'a' }, { c: null }] },
    {
      options: [
        { value: 'a', label: 'a' },
        { value: null, label: '<NULL>' },
      ],
      columnKind: 'text',
      isComplete: true,
    },
  ],
  [
    'times',
    { colnames: ['c'], coltypes: [2], data: [{ c: 0 }, { c: 3_600_000 }] },
    {
      options: [
        { value: 0, label: '1970-01-01' },
        { value: 3_600_000, label: '1970-01-01 01:00:00' },
      ],
      columnKind: 'other',
    },
  ],
  ['booleans', { colnames: ['c'], coltypes: [3], data: [{ c: true }] }, { options: [{ value: true, label: 'true' }] }],
  [
    'as many as were asked for',
    { colnames: ['c'], coltypes: [0], data: Array.from({ length: 1000 }, (_, c) => ({ c })) },
    { isComplete: false, columnKind: 'number' },
  ],
  ['nothing', {}, { options: [], isComplete: true }],
])('values: %s', (_case, result, expected) => {
  expect(readOffer('filter_select', answer(result))).toMatchObject(expected)
})

test.each<[object, [number, number] | null]>([
  [{ colnames: ['min', 'max'], coltypes: [0, 0], data: [{ min: 1.4, max: 9.2 }] }, [1.4, 9.2]],
  [{ colnames: ['min', 'max'], coltypes: [0, 0], data: [{ min: null, max: null }] }, null],
  [{ colnames: ['min', 'max'], coltypes: [1, 1], data: [{ min: 'a', max: 'z' }] }, null],
  [{ colnames: ['min', 'max'], coltypes: [0, 0], data: [] }, null],
])('the ends in %j are %j', (result, bounds) => {
  expect(readOffer('filter_range', answer(result)).bounds).toEqual(bounds)
})

test('time columns and grains have the names that people read', () => {
  const columns = {
    data: [
      { column_name: 'released', verbose_name: 'Release date', dtype: 2 },
      { column_name: 'genre', dtype: 1 },
    ],
  }
  expect(readOffer('filter_timecolumn', answer(columns)).options).toEqual([{ value: 'released', label: 'Release date' }])
  const grains = { data: [{ duration: 'P1D', name: 'Day', function: '{col}' }] }
  expect(readOffer('filter_timegrain', answer(grains)).options).toEqual([{ value: 'P1D', label: 'Day' }])
})

test('keys of a list lead back to the values, and typed ones are cast by the column', () => {
  const known = ['a', 5, false, null]
  for (const value of known) expect(valueOfKey(keyOfValue(value), known, null)).toBe(value)
  expect(valueOfKey('12', known, 'INTEGER')).toBe(12)
  expect(valueOfKey('b', known, 'VARCHAR')).toBe('b')
  expect(valueOfKey('b', known, 'INTEGER')).toBe('b')
  const [a, b, none] = [
    { value: 'a', label: 'a' },
    { value: 'b', label: 'b' },
    { value: null, label: '<NULL>' },
  ]
  expect(allOptions([a, none], [b, none, a])).toEqual([a, none, b])
  expect(listedOptions([], [null])).toEqual([{ value: keyOfValue(null), label: '<NULL>' }])
})

test.each<[[number, number], number, [number, number]]>([
  [[0, 10], 1, [0, 10]],
  [[1.4, 9.2], 0.1, [1.4, 9.2]],
  [[0, 1_000_000], 10_000, [0, 1_000_000]],
  [[0.001, 0.0042], 0.00001, [0.001, 0.0042]],
  [[5, 5], 1, [5, 5]],
])('between %j a slider has steps of %d', (bounds, step, around) => {
  expect([rangeStep(bounds), steppedBounds(bounds)]).toEqual([step, around])
})

test.each<[string, string, number | null | undefined]>([
  ['', 'en', null],
  [' 5 ', 'en', 5],
  ['1 000,5', 'fr', 1000.5],
  ['-2e3', 'en', -2000],
  ['x', 'en', undefined],
  ['1,2,3', 'en', undefined],
  ['8,5', 'en', 8.5],
  ['8.5', 'de', 8.5],
  ['-1,500', 'en', -1500],
  ['-1,500', 'de', -1.5],
  ['1.234.567,8', 'de', 1_234_567.8],
  ['1,234,567.8', 'en', 1_234_567.8],
])('%j typed as a bound in %s is %j', (text, locale, bound) => {
  expect(readBound(text, locale)).toBe(bound)
})

test.each([
  [-1234.5, 'en', '-1234.5'],
  [-1234.5, 'de', '-1234,5'],
  [0.000_012_5, 'de', '0,0000125'],
  [-2, 'sl', '−2'],
])('%d is shown as a bound in %s as %j, which reads back', (bound, locale, text) => {
  expect([boundText(bound, locale), readBound(text, locale)]).toEqual([text, bound])
})
