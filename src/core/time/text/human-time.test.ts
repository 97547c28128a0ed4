import { expect, test } from 'vitest'
import { isoText } from '../civil.ts'
import { moveBackByText, moveByText, readTime } from './human-time.ts'
import { momentText } from '../moment.ts'

const now = Date.parse('2024-02-29T13:45:59Z')

test.each([
  ['Thu Sep 25 2003', '2003-09-25T00:00:00'],
  ['2003-09-25 10:49:41,502', '2003-09-25T10:49:41.502000'],
  ['99-04', '1999-04-01T00:00:00'],
  ['31', '2024-01-31T00:00:00'],
  ['10h30', '2024-01-01T10:30:00'],
  ['10:30 GMT+3', '2024-01-01T10:30:00-03:00'],
  ['2020-01-01T10:20:30-0530', '2020-01-01T10:20:30-05:30'],
  ['Jan of 01', '2001-01-01T00:00:00'],
  ['12 am', '2024-01-01T00:00:00'],
  ['2 days before friday', '2024-02-28T00:00:00'],
  ['february 24th 1pm', '2024-02-24T13:00:00'],
  ['tomorrow at noon', '2024-03-01T12:00:00'],
  ['last night', '2024-02-28T21:00:00'],
  ['eoy', '2024-12-31T00:00:00'],
  ['1.5 days ago', '2024-02-28T00:00:00'],
])('%s is %s', (text, expected) => {
  expect(momentText(readTime(text, now))).toBe(expected)
})

test.each(['2020-13-01', 'nan', 'foo', '   '])('%j is no time', (text) => {
  expect(() => readTime(text, now)).toThrow(`Cannot parse time string [${text}]`)
})

test.each([
  ['1 month', '2024-03-29T13:45:59', '2024-01-29T13:45:59'],
  ['1 quarter', '2024-02-29T13:45:59', '2024-02-29T13:45:59'],
  ['1 year', '2025-02-28T13:45:59', '2023-02-28T13:45:59'],
  ['9000 years', '2024-02-29T13:45:59', '2024-02-29T13:45:59'],
])('%s ahead is %s, back is %s', (text, ahead, back) => {
  expect(isoText(moveByText(text, now))).toBe(ahead)
  expect(isoText(moveBackByText(text, now))).toBe(back)
})

test('an exponential phrase does not block the process', () => {
  const started = performance.now()
  moveByText(`${'from x '.repeat(500)}now`, now)
  expect(performance.now() - started).toBeLessThan(2_000)
})
