import { expect, it } from 'vitest'
import { noSlots, slotsFor } from './slots.ts'

it.each<[string, before: [row: number, slot: number][], rows: number[], after: [row: number, slot: number][]]>([
  [
    'the first rows take the first slots',
    [],
    [4, 5, 6],
    [
      [4, 0],
      [5, 1],
      [6, 2],
    ],
  ],
  [
    'a step down: those that stay keep theirs',
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    [1, 2, 3],
    [
      [1, 1],
      [2, 2],
      [3, 0],
    ],
  ],
  [
    'a step up',
    [
      [1, 1],
      [2, 2],
      [3, 0],
    ],
    [0, 1, 2],
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  ],
  [
    'a leap: every slot has a new row',
    [
      [0, 0],
      [1, 1],
    ],
    [80, 81],
    [
      [80, 0],
      [81, 1],
    ],
  ],
  [
    'the active row, drawn apart, keeps its slot',
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    [1, 80, 81],
    [
      [1, 1],
      [80, 0],
      [81, 2],
    ],
  ],
  [
    'more rows than before',
    [
      [3, 1],
      [4, 0],
    ],
    [2, 3, 4, 5],
    [
      [2, 2],
      [3, 1],
      [4, 0],
      [5, 3],
    ],
  ],
  [
    'fewer rows: the slots that are left over go',
    [
      [3, 1],
      [4, 0],
      [5, 2],
    ],
    [5, 6],
    [
      [5, 2],
      [6, 0],
    ],
  ],
  [
    'the row with the focus leaves',
    [
      [9, 0],
      [50, 1],
    ],
    [10, 50],
    [
      [10, 2],
      [50, 1],
    ],
  ],
  ['no rows', [[3, 0]], [], []],
])('%s', (_, before, rows, after) => {
  expect([...slotsFor(new Map(before), rows, 9)]).toEqual(after)
})

it('is the same map where nothing changes', () => {
  const slots = slotsFor(noSlots, [1, 2], 1)
  expect(slotsFor(slots, [1, 2], 1)).toBe(slots)
  expect(slotsFor(noSlots, [], 0)).toBe(noSlots)
})
