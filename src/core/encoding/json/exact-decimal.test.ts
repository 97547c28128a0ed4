import { expect, test } from 'vitest'
import { ExactDecimal, losesDigits } from './exact-decimal.ts'

test.each([
  ['12345678901234567.25', true],
  ['-12345678901234567.25', true],
  ['0.12345678901234567890', true],
  ['3.4166666666666667', true],
  // The shortest text of a double.
  ['0.12345678901234568', false],
  ['3.4166666666666665', false],
  // A scale adds zeros and no digits.
  ['12.5000000000000000000', false],
  // A double would be written with an exponent.
  ['0.000000000000000000000125', true],
  ['1.2345678901234567e-7', false],
  ['12345678901234567', true],
  ['1234567890123456', false],
  ['1.5', false],
])('%s', (text, expected) => {
  expect(losesDigits(text)).toBe(expected)
})

test('as a number it is the nearest double', () => {
  const value = new ExactDecimal('12345678901234567.25')
  expect([Number(value), String(value), JSON.stringify([value])]).toEqual([
    12345678901234568,
    '12345678901234567.25',
    '[12345678901234568]',
  ])
})
