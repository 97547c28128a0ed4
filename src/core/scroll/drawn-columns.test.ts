import { expect, it } from 'vitest'
import { lineOf } from './drawn-columns.ts'

const widths = [50, 100, 150, 200, 250]

it.each([
  ['all', [0, 1, 2, 3, 4], [50, 100, 150, 200, 250], [1, 2, 3, 4, 5]],
  ['those at the start', [0, 1], [50, 100, 600], [1, 2]],
  ['those in the middle', [1, 2], [50, 100, 150, 450], [2, 3]],
  ['a pinned one and those at the end', [0, 3, 4], [50, 250, 200, 250], [1, 3, 4]],
  ['none', [], [750], []],
])('a line that draws %s is as wide as all', (_, drawn, tracks, places) => {
  const line = lineOf(widths, (column) => drawn.includes(column))
  expect(line.drawn).toEqual(drawn)
  expect(line.tracks).toEqual(tracks)
  expect(drawn.map((column) => line.trackOf.get(column))).toEqual(places)
  expect(line.tracks.reduce((sum, width) => sum + width, 0)).toBe(750)
})
