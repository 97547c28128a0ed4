import { expect, test } from 'vitest'
import { create } from './change/create.ts'
import { move } from './change/move.ts'
import { remove } from './change/remove.ts'
import { resizable, resize, widthBounds } from './change/resize.ts'
import type { ComponentType, Layout, Place } from './component.ts'
import { result, shown, sketch, tabbed, two } from './fixture.ts'
import { columnsFrom, defaultHeight, gutter, heightPx, unit, unitsFrom, widthPx } from './grid.ts'
import { newComponent } from './new-component.ts'
import { depthOf, isValidChild, wrapsInRow } from './rules.ts'
import { freeWidth, minimumWidth } from './width.ts'
import { emptyLayout } from './wire/read.ts'

/** Superset's table of parents, children, and the deepest allowed depth of the parent. */
const deepestParents = `
ROOT: TABS 0, GRID 0
GRID: CHART 1, DYNAMIC 1, MARKDOWN 1, COLUMN 1, DIVIDER 1, HEADER 1, ROW 1, TABS 1
ROW: CHART 4, DYNAMIC 4, MARKDOWN 4, COLUMN 4
TABS: TAB 3
TAB: CHART 5, DYNAMIC 5, MARKDOWN 5, DIVIDER 5, HEADER 5, COLUMN 3, ROW 3, TABS 3
COLUMN: CHART 5, HEADER 5, MARKDOWN 5, ROW 3, DIVIDER 3, TABS 3
CHART:
DYNAMIC:
DIVIDER:
HEADER:
MARKDOWN:`

const parents = new Map(
  deepestParents
    .trim()
    .split('\n')
    .map((line) => {
      const [parent = '', children = ''] = line.split(':')
      return [parent, new Map([...children.matchAll(/(\w+) (\d)/g)].map(([, child, depth]) => [child, Number(depth)]))] as const
    }),
)
const types = [...parents.keys()] as ComponentType[]

test.each(types.flatMap((parent) => [...types, 'TAB' as const].map((child) => [parent, child] as const)))(
  '%s holds %s down to its depth and no deeper',
  (parent, child) => {
    const deepest = parents.get(parent)?.get(child) ?? -1
    const depths = [0, 1, 2, 3, 4, 5, 6]
    expect(depths.filter((depth) => isValidChild(parent, child, depth))).toEqual(depths.filter((depth) => depth <= deepest))
  },
)

test.each(types)('%s in a grid or tab', (child) => {
  const wraps = ['CHART', 'COLUMN', 'MARKDOWN'].includes(child)
  expect(types.filter((parent) => wrapsInRow(parent, child))).toEqual(wraps ? ['GRID', 'TAB'] : [])
})

const transparent = { background: 'BACKGROUND_TRANSPARENT' }

test.each<[ComponentType, object]>([
  ['ROW', transparent],
  ['COLUMN', { width: 4, ...transparent }],
  ['CHART', { width: 4, height: 50 }],
  ['MARKDOWN', { width: 4, height: 50 }],
  ['HEADER', { text: 'New header', headerSize: 'MEDIUM_HEADER', ...transparent }],
  ['DIVIDER', {}],
  ['TABS', {}],
  ['TAB', { text: '', defaultText: 'Tab title', placeholder: 'Tab title' }],
  ['DYNAMIC', { width: 12, ...transparent }],
])('a new %s starts with its defaults and an id of its type', (type, meta) => {
  const made = newComponent(emptyLayout, type)
  expect(made.meta).toEqual(meta)
  expect(made.id).toMatch(new RegExp(`^${type}-.+`))
})

/** A row, a column in it, a row in that, a column in that, and nested tabs in a tab of the dashboard. */
const deep = () =>
  sketch([
    ['ROW', 'r', [['COLUMN', 'k', 8, [['ROW', 'n', [['COLUMN', 'm', 4, [['CHART', 'a', 4]]]]]]]]],
    ['ROW', 'p', [['COLUMN', 'l', 4, [['TABS', 'q', [['TAB', 'q1']]]]]]],
    ['TABS', 'x', [['TAB', 'x1', [['TABS', 'y', [['TAB', 'y1', [['TABS', 'z', [['TAB', 'z1']]]]]]]]]]],
    ['ROW', 's', [['CHART', 'b', 2]]],
    ['HEADER', 'h'],
    ['DIVIDER', 'd'],
  ])

test.each([
  ['r', 2],
  ['k', 3],
  ['n', 4],
  ['m', 5],
  ['x', 2],
  ['x1', 2],
  ['z1', 2],
])('tabs within the page do not make their content deeper: %s lies at %i', (id, depth) => {
  expect(depthOf(deep(), id)).toBe(depth)
})

test.each<[string, ComponentType, string, boolean]>([
  ['a chart in the innermost column', 'CHART', 'm', true],
  ['a header in the innermost column', 'HEADER', 'm', true],
  ['a row in the innermost column', 'ROW', 'm', false],
  ['a divider in the innermost column', 'DIVIDER', 'm', false],
  ['tabs in the innermost column', 'TABS', 'm', false],
  ['a column in a row of a column', 'COLUMN', 'n', true],
  ['a column in a column', 'COLUMN', 'k', false],
  ['tabs in a column', 'TABS', 'k', true],
  ['a row in a tab of a column', 'ROW', 'q1', false],
  ['a chart in a tab of a column', 'CHART', 'q1', true],
  ['another tab in a column', 'TAB', 'q', true],
  ['tabs in tabs in tabs', 'TABS', 'z1', true],
  ['a row in a row', 'ROW', 'r', false],
  ['a header in a row', 'HEADER', 'r', false],
  ['a divider in a row', 'DIVIDER', 'r', false],
  ['tabs in a row', 'TABS', 'r', false],
  ['a row in tabs', 'ROW', 'x', false],
  ['a tab in tabs', 'TAB', 'x', true],
  ['a tab in the grid', 'TAB', 'GRID_ID', false],
  ['a divider in a tab', 'DIVIDER', 'x1', true],
  ['a dynamic component in the grid', 'DYNAMIC', 'GRID_ID', true],
  ['anything in a chart', 'CHART', 'a', false],
  ['anything in a header', 'CHART', 'h', false],
  ['anything in a divider', 'CHART', 'd', false],
  ['a row over the whole dashboard', 'ROW', 'ROOT_ID', false],
])('from the pane: %s', (_case, type, parent, isAllowed) => {
  const index = deep()[parent]?.children.length ?? 0
  expect(create(deep(), { type, meta: { width: 1 } }, { parent, index }).refused).toBe(isAllowed ? undefined : 'place')
})

/** Row `r` is full, `s` has 3 columns left, the column `k` in `s` is 3 wide and holds a row of 2. */
test.each<[string, Layout, string, Place, string]>([
  ['keeps its width where it fits', two(), 'e', { parent: 's', index: 0 }, '(r(a:4 b:8) s(e:2 c:6 k:3(d:3)) h)'],
  ['shrinks to what is free', two(), 'b', { parent: 's', index: 0 }, '(r(a:4) s(b:3 c:6 k:3(d:3 n(e:2))) h)'],
  ['is refused where nothing is free', two(), 'c', { parent: 'r', index: 0 }, 'space'],
  ['keeps its width within its parent', two(), 'b', { parent: 'r', index: 0 }, '(r(b:8 a:4) s(c:6 k:3(d:3 n(e:2))) h)'],
  [
    'of a column is refused below the widest row in it',
    sketch([
      ['ROW', 'r', [['CHART', 'a', 11]]],
      ['ROW', 's', [['COLUMN', 'k', 4, [['ROW', 'n', [['CHART', 'b', 2]]]]]]],
    ]),
    'k',
    { parent: 'r', index: 1 },
    'space',
  ],
  [
    'of a column shrinks down to the widest row in it',
    sketch([
      ['ROW', 'r', [['CHART', 'a', 10]]],
      ['ROW', 's', [['COLUMN', 'k', 4, [['ROW', 'n', [['CHART', 'b', 2]]]]]]],
    ]),
    'k',
    { parent: 'r', index: 1 },
    '(r(a:10 k:2(n(b:2))))',
  ],
  [
    'in a row of a column is limited by the column',
    sketch([
      ['ROW', 'r', [['COLUMN', 'k', 5, [['ROW', 'n', [['CHART', 'a', 2]]]]]]],
      ['ROW', 's', [['CHART', 'b', 9]]],
    ]),
    'b',
    { parent: 'n', index: 1 },
    '(r(k:5(n(a:2 b:3))))',
  ],
])('the width of what is dropped %s', (...[, layout, id, place, expected]) => {
  expect(result(move(layout, id, place))).toBe(expected)
})

test.each<[string, Layout, string, Place, string]>([
  ['a row that lost its last chart goes', deep(), 'b', { parent: 'x1', index: 0 }, 's'],
  ['tabs that lost their last tab go', deep(), 'z1', { parent: 'x', index: 1 }, 'z'],
])('%s', (...[, layout, id, place, gone]) => {
  const moved = move(layout, id, place)
  expect(moved.refused ? moved.refused : moved.layout[gone]).toBeUndefined()
})

test('a column that lost its last chart stays', () => {
  const moved = move(deep(), 'a', { parent: 'x1', index: 0 })
  expect(moved.refused ? moved.refused : moved.layout['m']?.children).toEqual([])
})

test.each<[string, Layout, string, Place, string]>([
  ['a top-level tab into nested tabs', tabbed(), 't2', { parent: 'inner', index: 0 }, 'top-level tab'],
  ['a tab into itself', tabbed(), 't1', { parent: 'inner', index: 0 }, 'top-level tab'],
  ['tabs into their own tab', tabbed(), 'inner', { parent: 'i1', index: 0 }, 'place'],
  ['a row onto itself', two(), 'r', { parent: 'r', index: 0 }, 'place'],
  ['a chart over the whole dashboard', two(), 'a', { parent: 'ROOT_ID', index: 0 }, 'place'],
])('refuses %s', (...[, layout, id, place, reason]) => {
  expect(move(layout, id, place)).toEqual({ refused: reason })
})

test('deleting the last chart of the last row of a column leaves the column', () => {
  expect(shown(remove(two(), 'e'))).toBe('(r(a:4 b:8) s(c:6 k:3(d:3)) h)')
})

test.each<[string, ComponentType, { width: boolean; height: boolean }]>([
  ['a', 'CHART', { width: false, height: true }],
  ['b', 'CHART', { width: true, height: true }],
  ['k', 'COLUMN', { width: true, height: false }],
  ['r', 'ROW', { width: false, height: false }],
  ['x', 'TABS', { width: false, height: false }],
  ['h', 'HEADER', { width: false, height: false }],
  ['d', 'DIVIDER', { width: false, height: false }],
])('%s, a %s, can be resized so', (id, type, expected) => {
  expect(deep()[id]?.type).toBe(type)
  expect(resizable(deep(), id)).toEqual(expected)
})

test('sizes: a column is at least as wide as its widest row, a chart one column and 5 units, and heights have no maximum', () => {
  const layout = deep()
  expect([minimumWidth(layout, 'k'), minimumWidth(layout, 'm'), minimumWidth(layout, 'b')]).toEqual([4, 1, 1])
  expect(widthBounds(layout, 'b')).toEqual({ min: 1, max: 2 + freeWidth(layout, 's') })
  expect(resize(layout, 'b', { width: 0, height: 1 })['b']?.meta).toMatchObject({ width: 1, height: 5 })
  expect(resize(layout, 'b', { height: 250 })['b']?.meta.height).toBe(250)
})

test('pixels: 12 columns with gutters of 16, units of 8', () => {
  expect([gutter, unit, heightPx(defaultHeight)]).toEqual([16, 8, 400])
  expect(widthPx(1, 1000)).toBeCloseTo((1000 + 16) / 12 - 16)
  expect(widthPx(3, 1000)).toBeCloseTo(3 * ((1000 + 16) / 12 - 16) + 32)
  expect([columnsFrom(widthPx(5, 1000) + 30, 1000), unitsFrom(83), unitsFrom(85)]).toEqual([5, 10, 11])
})
