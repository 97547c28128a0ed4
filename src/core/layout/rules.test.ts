import { expect, test } from 'vitest'
import type { ComponentType } from './component.ts'
import { sketch, tabbed, two } from './fixture.ts'
import { depthOf, isValidChild, canHold } from './rules.ts'

test.each<[ComponentType, ComponentType, number, boolean]>([
  ['ROOT', 'TABS', 0, true],
  ['ROOT', 'GRID', 0, true],
  ['ROOT', 'ROW', 0, false],
  ['GRID', 'ROW', 1, true],
  ['GRID', 'TAB', 1, false],
  ['GRID', 'HEADER', 1, true],
  ['ROW', 'CHART', 4, true],
  ['ROW', 'CHART', 5, false],
  ['ROW', 'HEADER', 2, false],
  ['ROW', 'ROW', 2, false],
  ['ROW', 'TABS', 2, false],
  ['TABS', 'TAB', 3, true],
  ['TABS', 'TAB', 4, false],
  ['TABS', 'ROW', 1, false],
  ['TAB', 'CHART', 5, true],
  ['TAB', 'ROW', 3, true],
  ['TAB', 'ROW', 4, false],
  ['TAB', 'TAB', 1, false],
  ['COLUMN', 'ROW', 3, true],
  ['COLUMN', 'ROW', 5, false],
  ['COLUMN', 'COLUMN', 3, false],
  ['COLUMN', 'DIVIDER', 3, true],
  ['CHART', 'CHART', 1, false],
  ['HEADER', 'ROW', 1, false],
])('%s holds %s at depth %i: %s', (parent, child, depth, expected) => {
  expect(isValidChild(parent, child, depth)).toBe(expected)
})

test.each([
  ['GRID_ID', 1],
  ['r', 2],
  ['k', 3],
  ['n', 4],
  ['e', 5],
])('%s lies at depth %i', (id, depth) => {
  expect(depthOf(two(), id)).toBe(depth)
})

test('tabs do not make their content deeper', () => {
  const layout = tabbed()
  expect(['top', 't1', 'r', 'inner', 'i1', 's'].map((id) => depthOf(layout, id))).toEqual([1, 1, 2, 2, 2, 2])
})

test('a whole subtree is asked whether it fits', () => {
  const layout = two()
  expect(canHold(layout, 'k', 'r')).toBe(true)
  expect(canHold(layout, 'k', 's')).toBe(false)
  const nested = sketch([
    ['ROW', 'r', [['COLUMN', 'k', 6, [['ROW', 'n', [['COLUMN', 'm', 3, [['CHART', 'a']]]]]]]]],
    ['ROW', 's', [['COLUMN', 'l', 6]]],
  ])
  expect(canHold(nested, 'l', 'n')).toBe(true)
  expect(canHold(nested, 'l', 'r')).toBe(false)
})
