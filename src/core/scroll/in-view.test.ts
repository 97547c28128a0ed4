import { expect, it } from 'vitest'
import { rowsInView } from './in-view.ts'

it.each([
  ['the start, and rows below it', { top: 0, bottom: 640, count: 1000 }, [0, 27]],
  ['the middle, and rows on both sides', { top: 3200, bottom: 3840, count: 1000 }, [93, 127]],
  ['the end', { top: 31_360, bottom: 32_000, count: 1000 }, [973, 1000]],
  ['fewer rows than there is room for', { top: 0, bottom: 640, count: 3 }, [0, 3]],
  ['no rows', { top: 0, bottom: 640, count: 0 }, [0, 0]],
  ['a view that is still beyond rows that went', { top: 64_000, bottom: 64_640, count: 5 }, [5, 5]],
  ['a view that has not reached the rows', { top: -4000, bottom: -3360, count: 1000 }, [0, 0]],
])('draws %s', (_, { top, bottom, count }, expected) => {
  expect(rowsInView({ top, bottom }, count, 32)).toEqual(expected)
})
