import { describe, expect, test } from 'vitest'
import { choiceLabel, matching, offeredFor, splitPasted, typedValue } from './match.ts'

const limits = [10, 1000, 10000].map((value) => ({ value, label: String(value) }))
const formats = [
  { value: 'SMART_NUMBER', label: 'Adaptive formatting' },
  { value: ',d', label: ',d (12345.432 => 12,345)' },
]

test.each<[string, string[]]>([
  ['', ['10', '1000', '10000']],
  ['00', ['1000', '10000']],
  ['10000', ['10000']],
])('choices for %j', (text, labels) => expect(matching(limits, text).map((choice) => choice.label)).toEqual(labels))

test('by value too, and those that start with it first', () => {
  expect(matching(formats, 'smart').map((choice) => choice.value)).toEqual(['SMART_NUMBER'])
  expect(matching(formats, ',').map((choice) => choice.value)).toEqual([',d'])
})

test.each([
  ['25', limits, 25],
  ['10,000', limits, 10000],
  ['abc', limits, 'abc'],
  ['adaptive formatting', formats, 'SMART_NUMBER'],
  [' .2f ', formats, '.2f'],
] as const)('%j typed', (text, choices, value) => expect(typedValue(text, [...choices])).toBe(value))

test('pasted', () => expect(splitPasted(' a, b;c\n\ta,, ')).toEqual(['a', 'b', 'c']))

describe('names', () => {
  test.each([
    [10000, limits, '10,000'],
    [25000, limits, '25,000'],
    ['SMART_NUMBER', formats, 'Adaptive formatting'],
    ['.2f', formats, '.2f'],
    [null, formats, ''],
  ] as const)('%j', (value, choices, label) => expect(choiceLabel(value, [...choices], 'en')).toBe(label))
})

test.each([
  ['25', limits, [25]],
  ['1', limits, [1, 10, 1000, 10000]],
  ['1000', limits, [1000, 10000]],
  ['adap', formats, ['SMART_NUMBER', 'adap']],
  ['.2f', formats, ['.2f']],
] as const)('%j is offered %j', (text, choices, values) =>
  expect(offeredFor([...choices], text, (typed) => typed).map((choice) => choice.value)).toEqual(values),
)

test('custom values only where they are allowed', () => expect(offeredFor(limits, '25', null)).toEqual([]))
