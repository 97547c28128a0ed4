import { expect, test } from 'vitest'
import type { Layout } from '../component.ts'
import { result, sketch, tabbed, two } from '../fixture.ts'
import { move } from './move.ts'
import { destinations, steps } from '../drag/steps.ts'

test.each<[string, Layout, string, string, number, string]>([
  ['within its row', two(), 'a', 'r', 2, '(r(b:8 a:4) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['to the place where it stands', two(), 'a', 'r', 1, '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['into a row with room', two(), 'a', 's', 0, '(r(b:8) s(a:3 c:6 k:3(d:3 n(e:2))) h)'],
  ['into a full row', two(), 'c', 'r', 0, 'space'],
  ['into the grid: a row of its own', two(), 'b', 'GRID_ID', 0, '(row(b:8) r(a:4) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['into a column', two(), 'a', 'k', 1, '(r(b:8) s(c:6 k:3(d:3 a:4 n(e:2))) h)'],
  ['out of a column: its row goes', two(), 'e', 's', 0, '(r(a:4 b:8) s(e:2 c:6 k:3(d:3)) h)'],
  ['a header into a row', two(), 'h', 'r', 0, 'place'],
  ['a header into a column', two(), 'h', 'k', 0, '(r(a:4 b:8) s(c:6 k:3(h d:3 n(e:2))))'],
  ['a row above another', two(), 's', 'GRID_ID', 0, '(s(c:6 k:3(d:3 n(e:2))) r(a:4 b:8) h)'],
  ['a row into itself', two(), 's', 'k', 0, 'place'],
  ['a row wider than the column', two(), 'r', 'k', 0, 'space'],
  ['a column into a row of its own', two(), 'k', 'GRID_ID', 3, '(r(a:4 b:8) s(c:6) h row(k:3(d:3 n(e:2))))'],
  ['a lone chart beside its own row', sketch([['ROW', 'r', [['CHART', 'a', 4]]]]), 'a', 'GRID_ID', 1, '(r(a:4))'],
  ['the last chart of a row', tabbed(), 'a', 'i2', 0, 'top(t1(inner(i1(s(b:4)) i2(row(a:4)))) t2())'],
  ['a top-level tab into nested tabs', tabbed(), 't2', 'inner', 0, 'top-level tab'],
  ['a nested tab to the top', tabbed(), 'i2', 'top', 1, 'top(t1(r(a:4) inner(i1(s(b:4)))) i2() t2())'],
  ['the order of top-level tabs', tabbed(), 't2', 'top', 0, 'top(t2() t1(r(a:4) inner(i1(s(b:4)) i2())))'],
  ['nested tabs between tabs of the root', tabbed(), 'inner', 't2', 0, 'top(t1(r(a:4)) t2(inner(i1(s(b:4)) i2())))'],
  ['tabs where there are some on top', tabbed(), 'inner', 'ROOT_ID', 0, 'place'],
])('moves %s', (...[, layout, id, parent, index, expected]) => {
  expect(result(move(layout, id, { parent, index }))).toBe(expected)
})

test('the last tab of nested tabs takes them along', () => {
  const one = move(tabbed(), 'i2', { parent: 'top', index: 0 })
  if (one.refused) throw new Error(one.refused)
  expect(result(move(one.layout, 'i1', { parent: 'top', index: 0 }))).toBe('top(i1(s(b:4)) i2() t1(r(a:4)) t2())')
})

test('nested tabs become tabs over the dashboard; the rest goes into their first tab', () => {
  const layout = sketch([
    ['ROW', 'r', [['CHART', 'a', 4]]],
    [
      'TABS',
      'x',
      [
        ['TAB', 'x1', [['HEADER', 'h']]],
        ['TAB', 'x2'],
      ],
    ],
  ])
  expect(result(move(layout, 'x', { parent: 'ROOT_ID', index: 0 }))).toBe('x(x1(h r(a:4)) x2())')
})

test.each<[string, Layout, string, Record<string, string>]>([
  [
    'a chart among two',
    two(),
    'a',
    {
      right: '(r(b:8 a:4) s(c:6 k:3(d:3 n(e:2))) h)',
      up: '(row(a:4) r(b:8) s(c:6 k:3(d:3 n(e:2))) h)',
      down: '(r(b:8) row(a:4) s(c:6 k:3(d:3 n(e:2))) h)',
    },
  ],
  [
    'a row',
    two(),
    's',
    {
      up: '(s(c:6 k:3(d:3 n(e:2))) r(a:4 b:8) h)',
      down: '(r(a:4 b:8) h s(c:6 k:3(d:3 n(e:2))))',
    },
  ],
  ['a header at the end', two(), 'h', { up: '(r(a:4 b:8) h s(c:6 k:3(d:3 n(e:2))))' }],
  [
    'a chart first in a column',
    two(),
    'd',
    {
      up: '(r(a:4 b:8) row(d:3) s(c:6 k:3(n(e:2))) h)',
      down: '(r(a:4 b:8) s(c:6 k:3(n(e:2) d:3)) h)',
      left: '(r(a:4 b:8) s(c:6 d:3 k:3(n(e:2))) h)',
      right: '(r(a:4 b:8) s(c:6 k:3(n(e:2)) d:3) h)',
    },
  ],
  ['a tab', tabbed(), 't1', { right: 'top(t2() t1(r(a:4) inner(i1(s(b:4)) i2())))' }],
  [
    'a lone row in a nested tab',
    tabbed(),
    's',
    { up: 'top(t1(r(a:4) s(b:4) inner(i1() i2())) t2())', down: 'top(t1(r(a:4) inner(i1() i2()) s(b:4)) t2())' },
  ],
])('steps of %s', (_case, layout, id, expected) => {
  const taken = Object.fromEntries(Object.entries(steps(layout, id)).map(([way, place]) => [way, result(move(layout, id, place))]))
  expect(taken).toEqual(expected)
})

test('destinations are containers that take it, without its own', () => {
  expect(destinations(two(), ['a'])).toEqual(['GRID_ID', 's', 'k', 'n'])
  expect(destinations(two(), ['h'])).toEqual(['k'])
  expect(destinations(tabbed(), ['a'])).toEqual(['t1', 'i1', 's', 'i2', 't2'])
  expect(destinations(tabbed(), ['i1'])).toEqual(['top'])
})
