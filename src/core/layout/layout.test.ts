import { expect, test } from 'vitest'
import type { ComponentType, Layout, Meta, Outcome } from './component.ts'
import { create } from './create.ts'
import { columnsFrom, widthPx } from './grid.ts'
import { move } from './move.ts'
import { readLayout } from './read.ts'
import { remove } from './remove.ts'
import { resizable, resize, widthBounds } from './resize.ts'
import { depthOf, isValidChild, mayHold } from './rules.ts'
import { destinations, steps } from './steps.ts'
import { createTopTabs, deleteTopTabs } from './top-level-tabs.ts'
import { chartsIn, parentOf, pathTo, topTabs } from './tree.ts'
import { freeWidth, minimumWidth } from './width.ts'
import { withCharts } from './with-charts.ts'
import { writeLayout } from './write.ts'

/** A layout from nested lists: `['ROW', 'r', [['CHART', 'a', 4]]]`; a number is a width. */
type Sketch = [ComponentType, string, (number | Sketch[])?, Sketch[]?]

const sketch = (parts: Sketch[]): Layout => {
  const raw: Record<string, unknown> = {}
  const add = ([type, id, second, third]: Sketch): string => {
    const width = typeof second === 'number' ? second : undefined
    const children = (Array.isArray(second) ? second : (third ?? [])).map(add)
    const meta: Meta = { ...(width && { width }), ...(type === 'CHART' && { chartId: id.codePointAt(0) ?? 0 }) }
    raw[id] = { id, type, children, meta }
    return id
  }
  const top = parts[0]?.[0] === 'TABS' && parts[0][1] === 'top'
  const ids = parts.map(add)
  return readLayout({
    ...raw,
    ROOT_ID: { type: 'ROOT', children: top ? ids : ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: top ? [] : ids },
  })
}

/** The tree as a text: new ids are shown as their type. */
const shown = (layout: Layout, id = topTabs(layout)?.id ?? 'GRID_ID'): string => {
  const component = layout[id]
  if (!component) return '?'
  const name = /-/.test(id) ? component.type.toLowerCase() : id
  const width = component.type === 'CHART' || component.type === 'COLUMN' ? `:${component.meta.width}` : ''
  const inside = component.children.map((child) => shown(layout, child)).join(' ')
  return `${name === 'GRID_ID' ? '' : name + width}${component.children.length || component.type === 'TAB' ? `(${inside})` : ''}`
}

const result = (outcome: Outcome): string => (outcome.refused ? outcome.refused : shown(outcome.layout))

const two = () =>
  sketch([
    [
      'ROW',
      'r',
      [
        ['CHART', 'a', 4],
        ['CHART', 'b', 8],
      ],
    ],
    [
      'ROW',
      's',
      [
        ['CHART', 'c', 6],
        [
          'COLUMN',
          'k',
          3,
          [
            ['CHART', 'd', 3],
            ['ROW', 'n', [['CHART', 'e', 2]]],
          ],
        ],
      ],
    ],
    ['HEADER', 'h'],
  ])

const tabbed = () =>
  sketch([
    [
      'TABS',
      'top',
      [
        [
          'TAB',
          't1',
          [
            ['ROW', 'r', [['CHART', 'a', 4]]],
            [
              'TABS',
              'inner',
              [
                ['TAB', 'i1', [['ROW', 's', [['CHART', 'b', 4]]]]],
                ['TAB', 'i2'],
              ],
            ],
          ],
        ],
        ['TAB', 't2'],
      ],
    ],
  ])

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
  expect(mayHold(layout, 'k', 'r')).toBe(true)
  expect(mayHold(layout, 'k', 's')).toBe(false)
  const nested = sketch([
    ['ROW', 'r', [['COLUMN', 'k', 6, [['ROW', 'n', [['COLUMN', 'm', 3, [['CHART', 'a']]]]]]]]],
    ['ROW', 's', [['COLUMN', 'l', 6]]],
  ])
  expect(mayHold(nested, 'l', 'n')).toBe(true)
  expect(mayHold(nested, 'l', 'r')).toBe(false)
})

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

test.each<[string, ComponentType, string, number, string]>([
  ['a chart in the grid', 'CHART', 'GRID_ID', 3, '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h row(chart:4))'],
  ['a chart in a row with less room', 'CHART', 's', 2, '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2)) chart:3) h)'],
  ['a chart in a full row', 'CHART', 'r', 0, 'space'],
  ['a column in a row', 'COLUMN', 's', 0, '(r(a:4 b:8) s(column:3 c:6 k:3(d:3 n(e:2))) h)'],
  ['tabs with a tab', 'TABS', 'GRID_ID', 0, '(tabs(tab()) r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['tabs in a row', 'TABS', 'r', 0, 'place'],
  ['tabs over the dashboard', 'TABS', 'ROOT_ID', 0, 'tabs(tab(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h))'],
  ['a row in a column', 'ROW', 'k', 0, '(r(a:4 b:8) s(c:6 k:3(row d:3 n(e:2))) h)'],
  ['a row in a row', 'ROW', 'r', 0, 'place'],
])('creates %s', (...[, type, parent, index, expected]) => {
  expect(result(create(two(), { type }, { parent, index }))).toBe(expected)
})

test('new components come with their defaults', () => {
  const metaOf = (type: ComponentType) => {
    const outcome = create(two(), { type }, { parent: 'GRID_ID', index: 0 })
    return outcome.refused ? outcome.refused : outcome.layout[outcome.id]?.meta
  }
  expect([metaOf('CHART'), metaOf('MARKDOWN'), metaOf('COLUMN'), metaOf('ROW'), metaOf('HEADER'), metaOf('DIVIDER')]).toEqual([
    { width: 4, height: 50 },
    { width: 4, height: 50 },
    { width: 4, background: 'BACKGROUND_TRANSPARENT' },
    { background: 'BACKGROUND_TRANSPARENT' },
    { text: 'New header', headerSize: 'MEDIUM_HEADER', background: 'BACKGROUND_TRANSPARENT' },
    {},
  ])
})

test.each<[string, Layout, string, string]>([
  ['a chart', two(), 'a', '(r(b:8) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['the only chart of a row', two(), 'e', '(r(a:4 b:8) s(c:6 k:3(d:3)) h)'],
  ['a row with all in it', two(), 's', '(r(a:4 b:8) h)'],
  ['the only tab of nested tabs', remove(tabbed(), 'i1'), 'i2', 'top(t1(r(a:4)) t2())'],
  ['a top-level tab', tabbed(), 't1', 'top(t2())'],
  ['the last top-level tab', remove(tabbed(), 't1'), 't2', ''],
  ['top-level tabs: their content stays', tabbed(), 'top', '(r(a:4) inner(i1(s(b:4)) i2()))'],
  ['the grid', two(), 'GRID_ID', '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h)'],
  ['what is not there', two(), 'zzz', '(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h)'],
])('deletes %s', (_case, layout, id, expected) => {
  expect(shown(remove(layout, id))).toBe(expected)
})

test('tabs over the dashboard come and go', () => {
  const up = createTopTabs(two())
  expect(shown(deleteTopTabs(up.layout))).toBe(shown(two()))
  expect(up.layout['GRID_ID']?.children).toEqual([])
})

test.each([
  ['a', { width: true, height: true }, { min: 1, max: 4 }],
  ['c', { width: true, height: true }, { min: 1, max: 9 }],
  ['k', { width: true, height: false }, { min: 2, max: 6 }],
  ['d', { width: false, height: true }, { min: 1, max: 12 }],
  ['e', { width: true, height: true }, { min: 1, max: 3 }],
  ['h', { width: false, height: false }, { min: 1, max: 12 }],
])('%s can be resized so far', (id, can, bounds) => {
  expect([resizable(two(), id), widthBounds(two(), id)]).toEqual([can, bounds])
})

test.each<[string, string, { width?: number; height?: number }, (number | undefined)[]]>([
  ['within its row', 'c', { width: 8 }, [8, 50]],
  ['to more than is free', 'c', { width: 12 }, [9, 50]],
  ['to nothing', 'c', { width: 0, height: 0 }, [1, 5]],
  ['to more than the grid allows', 'c', { height: 400 }, [6, 100]],
  ['a column below its content', 'k', { width: 1 }, [2, undefined]],
  ['in a column: only the height', 'd', { width: 9, height: 20 }, [3, 20]],
])('resizes %s', (_case, id, size, expected) => {
  const { meta } = resize(two(), id, size)[id] ?? {}
  expect([meta?.width, meta?.height]).toEqual(expected)
})

test('a size that stays gives the same layout', () => {
  const layout = two()
  expect(resize(layout, 'a', { width: 4, height: 50 })).toBe(layout)
})

test('columns and px', () => {
  expect([widthPx(12, 1352), widthPx(1, 1352), widthPx(4, 1352)].map(Math.round)).toEqual([1352, 98, 440])
  expect([1352, 98, 440, 500, 510].map((px) => columnsFrom(px, 1352))).toEqual([12, 1, 4, 5, 5])
})

test('room', () => {
  const layout = two()
  expect([freeWidth(layout, 'r'), freeWidth(layout, 's'), freeWidth(layout, 'n'), minimumWidth(layout, 'k')]).toEqual([0, 3, 1, 2])
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
  expect(destinations(two(), 'a').map(({ parent }) => parent)).toEqual(['GRID_ID', 's', 'k', 'n'])
  expect(destinations(two(), 'h').map(({ parent }) => parent)).toEqual(['k'])
  expect(destinations(tabbed(), 'a').map(({ parent }) => parent)).toEqual(['t1', 'i1', 's', 'i2', 't2'])
  expect(destinations(tabbed(), 'i1').map(({ parent }) => parent)).toEqual(['top'])
})

test('charts in reading order, of a part or of all', () => {
  expect(
    chartsIn(two())
      .map((code) => String.fromCodePoint(code))
      .join(''),
  ).toBe('abcde')
  expect(chartsIn(tabbed(), 'i1')).toEqual(['b'.codePointAt(0)])
})

test('paths and parents', () => {
  expect(pathTo(two(), 'e')).toEqual(['ROOT_ID', 'GRID_ID', 's', 'k', 'n'])
  expect(parentOf(two(), 'ROOT_ID')).toBeUndefined()
})

test('charts of the dashboard that stand nowhere come at its end in rows of three', () => {
  const charts = [97, 98, 99, 100, 101, 1, 2, 3, 4].map((id) => ({ id, slice_name: `Chart ${id}` }))
  const layout = withCharts(two(), charts)
  expect(shown(layout)).toBe('(r(a:4 b:8) s(c:6 k:3(d:3 n(e:2))) h row(chart:4 chart:4 chart:4) row(chart:4))')
  expect([layout['a']?.meta.sliceName, layout['CHART-explore-4-1']?.meta]).toEqual([
    'Chart 97',
    { width: 4, height: 50, chartId: 4, sliceName: 'Chart 4' },
  ])
  expect(withCharts(layout, charts)).toBe(layout)
})

test('the wire form carries parents, version and title', () => {
  const layout = sketch([['ROW', 'r', [['CHART', 'a', 4]]]])
  expect(writeLayout(layout, 'Films')).toEqual({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['r'], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Films' } },
    r: { type: 'ROW', id: 'r', children: ['a'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    a: { type: 'CHART', id: 'a', children: [], parents: ['ROOT_ID', 'GRID_ID', 'r'], meta: { width: 4, height: 50, chartId: 97 } },
  })
})
