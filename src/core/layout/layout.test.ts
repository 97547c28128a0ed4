import { expect, test } from 'vitest'
import type { ComponentType, Layout } from './component.ts'
import { create } from './change/create.ts'
import { result, shown, sketch, tabbed, two } from './fixture.ts'
import { columnsFrom, widthPx } from './grid.ts'
import { remove } from './change/remove.ts'
import { resizable, resize, widthBounds } from './change/resize.ts'
import { createTopTabs, deleteTopTabs } from './top-level-tabs.ts'
import { chartsIn, parentOf, pathTo } from './tree.ts'
import { freeWidth, minimumWidth } from './width.ts'
import { withCharts } from './change/with-charts.ts'
import { writeLayout } from './wire/write.ts'

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
  ['to any height', 'c', { height: 400 }, [6, 400]],
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
