import { expect, it } from 'vitest'
import { columnsInView, rowsInView } from './in-view.ts'

const sideways = { left: 0, right: 0 }

it.each([
  ['the start, and rows below it', { top: 0, bottom: 640, count: 1000 }, [0, 30]],
  ['the middle, and rows on both sides', { top: 3200, bottom: 3840, count: 1000 }, [90, 130]],
  ['the end', { top: 31_360, bottom: 32_000, count: 1000 }, [970, 1000]],
  ['fewer rows than there is room for', { top: 0, bottom: 640, count: 3 }, [0, 3]],
  ['no rows', { top: 0, bottom: 640, count: 0 }, [0, 0]],
  ['a view that is still beyond rows that went', { top: 64_000, bottom: 64_640, count: 5 }, [5, 5]],
  ['a view that has not reached the rows', { top: -4000, bottom: -3360, count: 1000 }, [0, 0]],
])('draws %s', (_, { top, bottom, count }, expected) => {
  expect(rowsInView({ ...sideways, top, bottom }, count, 32)).toEqual(expected)
})

const thousand = Array.from({ length: 1000 }, () => 100)

it.each([
  ['the start', { left: 0, right: 1000, widths: thousand }, [0, 14]],
  ['the middle', { left: 50_000, right: 51_000, widths: thousand }, [496, 514]],
  ['the end', { left: 99_000, right: 100_000, widths: thousand }, [986, 1000]],
  ['columns that are wider than the view', { left: 1000, right: 1400, widths: [1200, 1200, 1200, 1200] }, [0, 2]],
  ['all that there are', { left: 0, right: 1000, widths: [100, 100] }, [0, 2]],
  ['no columns', { left: 0, right: 1000, widths: [] }, [0, 0]],
  ['a view that is still beyond columns that went', { left: 9000, right: 10_000, widths: [100, 100] }, [2, 2]],
])('draws the columns at %s', (_, { left, right, widths }, expected) => {
  expect(columnsInView({ top: 0, bottom: 0, left, right }, widths)).toEqual(expected)
})
