import { expect, test } from 'vitest'
import { latestOf, readLiterals } from './partitions.ts'

test.each([
  ["'2024-01-01'", ['2024-01-01']],
  ["'it''s', 2, -3.5", ["it's", '2', '-3.5']],
  ['', []],
  ['MINVALUE', null],
  ["'a', MAXVALUE", null],
])('the literals of %s', (list, values) => expect(readLiterals(list)).toEqual(values))

test.each([
  [['9', '10', null], '10'],
  [['2024-02-01', '2023-12-01'], '2024-02-01'],
  [['b', '10'], 'b'],
  [[null], null],
])('the latest of %j', (values, latest) => {
  const expected = { columns: ['day'], latest: latest === null ? null : { day: latest }, isRange: true }
  expect(latestOf('day', values, true)).toEqual(expected)
})
