import { expect, test } from 'vitest'
import { tableOf } from '#charts/shared/fixtures/fixture.ts'
import { statisticsOf } from './column-statistics.ts'

const columnOf = (values: (string | number | boolean | null)[]) => {
  const [column] = tableOf({ a: values }).columns
  if (!column) throw new Error('no column')
  return column
}

test('numbers: ends, sum, mean, median and bins, without blanks', () => {
  const found = statisticsOf(columnOf([4, null, 1, 3, 2]))
  expect(found).toMatchObject({ rows: 5, blank: 1, distinct: 4, top: [], ends: { lowest: 2, highest: 0 } })
  expect(found.numbers).toMatchObject({ sum: 10, mean: 2.5, median: 2.5 })
  expect(found.numbers?.bins.reduce((sum, bin) => sum + bin, 0)).toBe(4)
})

test('one number has one bin', () => {
  expect(statisticsOf(columnOf([7, 7])).numbers).toMatchObject({ median: 7, bins: [2] })
})

test('texts: the most frequent values first, at most five', () => {
  const found = statisticsOf(columnOf(['b', 'a', null, 'a', 'c', 'd', 'e', 'f', '']))
  expect(found).toMatchObject({ rows: 9, blank: 1, distinct: 7, ends: null, numbers: null })
  expect(found.top).toHaveLength(5)
  expect(found.top[0]).toEqual({ row: 1, count: 2 })
})

test('times: the first and the last', () => {
  const [column] = tableOf({ at: { type: 'date', values: [Date.UTC(2020, 0), Date.UTC(2019, 0), Number.NaN] } }).columns
  expect(column && statisticsOf(column)).toMatchObject({ blank: 1, ends: { lowest: 1, highest: 0 }, numbers: null })
})

test('a column without values has no ends', () => {
  expect(statisticsOf(columnOf([null, null]))).toMatchObject({ blank: 2, distinct: 0, ends: null, numbers: null })
})

test('many distinct values are not counted to the end', () => {
  expect(statisticsOf(columnOf(Array.from({ length: 10_050 }, (_, i) => `v${i}`))).distinct).toBeNull()
})
