import { expect, test } from 'vitest'
import { blockOf } from './cell-range.ts'

const at = (row: number, column: string) => ({ row, column })
const order = ['a', 'b', 'c', 'd']

test.each([
  ['one cell', at(2, 'b'), at(2, 'b'), { first: 2, last: 2, columns: ['b'] }],
  ['down and to the right', at(1, 'a'), at(3, 'c'), { first: 1, last: 3, columns: ['a', 'b', 'c'] }],
  ['up and to the left', at(3, 'd'), at(0, 'c'), { first: 0, last: 3, columns: ['c', 'd'] }],
  ['a column that is hidden', at(0, 'a'), at(0, 'x'), null],
])('the block of a range: %s', (_, anchor, head, block) => expect(blockOf({ anchor, head }, order)).toEqual(block))
