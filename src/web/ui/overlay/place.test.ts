import { expect, test } from 'vitest'
import { mirrored, place, type Box, type Placement } from './place.ts'

const view = { width: 1000, height: 600 }
const floating = { width: 200, height: 100 }
const at = (left: number, top: number): Box => ({ left, top, width: 80, height: 32 })

const rows: [string, Box, Placement, { side: string; left: number; top: number }][] = [
  ['below, at its start', at(100, 100), 'bottom-start', { side: 'bottom', left: 100, top: 136 }],
  ['below, at its end', at(500, 100), 'bottom-end', { side: 'bottom', left: 380, top: 136 }],
  ['below, centred', at(500, 100), 'bottom-center', { side: 'bottom', left: 440, top: 136 }],
  ['above when there is no room below', at(100, 540), 'bottom-start', { side: 'top', left: 100, top: 436 }],
  ['shifted in from the right edge', at(900, 100), 'bottom-start', { side: 'bottom', left: 792, top: 136 }],
  ['at the right', at(100, 100), 'right-start', { side: 'right', left: 184, top: 100 }],
  ['at the left when the right has no room', at(900, 100), 'right-start', { side: 'left', left: 696, top: 100 }],
]

test.each(rows)('%s', (_name, anchor, placement, expected) => {
  expect(place(anchor, floating, view, { placement, gap: 4 })).toEqual(expected)
})

test('a box larger than the view starts at its margin', () => {
  expect(place(at(100, 100), { width: 200, height: 900 }, view, { placement: 'bottom-start', gap: 4 })).toMatchObject({ top: 8 })
})

test.each<[Placement, Placement]>([
  ['bottom-start', 'bottom-end'],
  ['top-end', 'top-start'],
  ['bottom-center', 'bottom-center'],
  ['right-start', 'left-start'],
])('%s is %s where one reads from right to left', (placement, expected) => {
  expect(mirrored(placement)).toBe(expected)
})
