import { expect, test } from 'vitest'
import type { ComponentType, Layout } from '../component.ts'
import { drop, dropTarget, type Box, type Dragged, type Geometry } from './drop-target.ts'
import { gutter, heightPx, widthPx } from '../grid.ts'
import { readLayout } from '../wire/read.ts'
import { childrenOf, topTabs } from '../tree.ts'

const strip = 36
const empty = 48

/** Lays a layout out as the page does: 1000 px wide, the first tab of each tabs open. */
const geometryOf = (layout: Layout): Geometry => {
  const boxes = new Map<string, Box>()
  const tabs = new Map<string, Box>()
  const put = (id: string, left: number, top: number, width: number): number => {
    const component = layout[id]
    if (!component) return 0
    const { type, meta } = component
    const stack = (from: number) => {
      let at = from
      for (const child of component.children) at += put(child, left, at, width) + gutter
      return Math.max(empty, at - from - gutter)
    }
    let height = 40
    if (type === 'CHART' || type === 'MARKDOWN') height = heightPx(meta.height ?? 10)
    if (type === 'GRID' || type === 'TAB' || type === 'COLUMN') height = stack(top)
    if (type === 'TABS') {
      component.children.forEach((tab, i) => tabs.set(tab, { left: left + i * 100, top, width: 84, height: strip }))
      height = strip + gutter + put(component.children[0] ?? '', left, top + strip + gutter, width)
    }
    if (type === 'ROW') {
      let at = left
      height = empty
      for (const child of childrenOf(layout, id)) {
        const wide = widthPx(child.meta.width ?? 4, 1000)
        height = Math.max(height, put(child.id, at, top, wide))
        at += wide + gutter
      }
    }
    boxes.set(id, { left, top, width, height })
    return height
  }
  put(topTabs(layout)?.id ?? 'GRID_ID', 0, 100, 1000)
  boxes.set('ROOT_ID', { left: 0, top: 40, width: 1000, height: 40 })
  return { box: (id) => boxes.get(id) ?? null, tab: (id) => tabs.get(id) ?? null }
}

const chart = (id: string, width: number) => [id, { type: 'CHART', children: [], meta: { width, height: 25, chartId: 1 } }]
const holds = (id: string, type: ComponentType, children: string[], width?: number) => [
  id,
  { type, children, meta: width ? { width } : {} },
]

/** r: a b (full) · s: c and a column k with d, e · h, a header */
const plain = readLayout(
  Object.fromEntries([
    holds('ROOT_ID', 'ROOT', ['GRID_ID']),
    holds('GRID_ID', 'GRID', ['r', 's', 'h']),
    holds('r', 'ROW', ['a', 'b']),
    chart('a', 4),
    chart('b', 8),
    holds('s', 'ROW', ['c', 'k']),
    chart('c', 4),
    holds('k', 'COLUMN', ['d', 'e'], 4),
    chart('d', 4),
    chart('e', 4),
    holds('h', 'HEADER', []),
  ]),
)
const tabbed = readLayout(
  Object.fromEntries([
    holds('ROOT_ID', 'ROOT', ['top']),
    holds('top', 'TABS', ['t1', 't2']),
    holds('t1', 'TAB', ['r', 'inner']),
    holds('t2', 'TAB', []),
    holds('r', 'ROW', ['a']),
    chart('a', 4),
    holds('inner', 'TABS', ['i1', 'i2']),
    holds('i1', 'TAB', []),
    holds('i2', 'TAB', []),
  ]),
)

const at = (layout: Layout, id: string, x: number, y: number) => {
  const box = geometryOf(layout).box(id)
  if (!box) throw new Error(`${id} is not drawn`)
  return { x: box.left + box.width * x, y: box.top + box.height * y }
}

const told = (layout: Layout, dragged: Dragged, pointer: { x: number; y: number }) => {
  const target = dropTarget(layout, dragged, pointer, geometryOf(layout))
  return target && `${target.place.parent} ${target.place.index} ${target.line.way}${target.refused ? ` ${target.refused}` : ''}`
}

test.each<[string, Dragged, string, number, number, string | null]>([
  ['left half of a chart in a row with room', { type: 'CHART' }, 'c', 0.2, 0.5, 's 0 upright'],
  ['right half of it', { type: 'CHART' }, 'c', 0.8, 0.5, 's 1 upright'],
  ['middle of a chart in a full row', { type: 'CHART' }, 'a', 0.3, 0.5, 'r 0 upright space'],
  ['upper edge of a row', { type: 'CHART' }, 'a', 0.5, 0.05, 'GRID_ID 0 across'],
  ['lower edge of a row', { type: 'CHART' }, 'b', 0.5, 0.95, 'GRID_ID 1 across'],
  ['in a column, upper half of a chart', { type: 'CHART' }, 'd', 0.5, 0.3, 'k 0 across'],
  ['in a column, lower half of a chart', { type: 'CHART' }, 'd', 0.5, 0.7, 'k 1 across'],
  ['side edge of a column', { type: 'CHART' }, 'k', 0.02, 0.5, 's 1 upright'],
  ['a header on a chart: beside its row', { type: 'HEADER' }, 'a', 0.5, 0.4, 'GRID_ID 0 across'],
  ['a header on a column', { type: 'HEADER' }, 'd', 0.5, 0.3, 'k 0 across'],
  ['a row on a row', { type: 'ROW' }, 'b', 0.5, 0.7, 'GRID_ID 1 across'],
  ['below everything', { type: 'CHART' }, 'h', 0.5, 9, 'GRID_ID 3 across'],
  ['a chart on itself', { id: 'a' }, 'a', 0.5, 0.5, null],
  ['a chart beside its neighbour: where it stands', { id: 'a' }, 'b', 0.1, 0.5, null],
  ['a chart beyond its neighbour', { id: 'a' }, 'b', 0.9, 0.5, 'r 2 upright'],
  ['a row on its own upper edge', { id: 'r' }, 'a', 0.5, 0.02, null],
  ['a row into its own column', { id: 's' }, 'd', 0.5, 0.5, null],
  ['a column on a header', { id: 'k' }, 'h', 0.5, 0.9, 'GRID_ID 3 across'],
  ['a tab where there are no tabs', { type: 'TAB' }, 'a', 0.5, 0.5, null],
  ['tabs on the place over the dashboard', { type: 'TABS' }, 'ROOT_ID', 0.5, 0.5, 'ROOT_ID 0 across'],
  ['a chart on the place over the dashboard', { type: 'CHART' }, 'ROOT_ID', 0.5, 0.5, 'GRID_ID 0 across'],
])('%s', (...[, dragged, over, x, y, expected]) => {
  expect(told(plain, dragged, at(plain, over, x, y))).toBe(expected)
})

test.each<[string, Dragged, { x: number; y: number }, string | null]>([
  ['a chart into an empty open tab', { id: 'a' }, at(tabbed, 'i1', 0.5, 0.5), 'i1 0 across'],
  ['a chart at the edge of an empty open tab', { id: 'a' }, at(tabbed, 'i1', 0.5, 0.98), 'i1 0 across'],
  ['a chart at the lower edge of tabs: still into the open tab', { type: 'CHART' }, at(tabbed, 'inner', 0.5, 0.99), 'i1 0 across'],
  ['a chart on the strip of nested tabs: above them', { type: 'CHART' }, at(tabbed, 'inner', 0.5, 0.03), 't1 1 across'],
  ['tabs where there are some over the dashboard', { type: 'TABS' }, at(tabbed, 'ROOT_ID', 0.5, 0.5), 't1 0 across'],
  ['a tab after the other', { id: 't1' }, { x: 190, y: 118 }, 'top 2 upright'],
  ['a tab before itself', { id: 't1' }, { x: 10, y: 118 }, null],
  ['a nested tab to the top', { id: 'i2' }, { x: 90, y: 118 }, 'top 1 upright'],
  [
    'a top-level tab into nested ones',
    { id: 't2' },
    { x: 10, y: (geometryOf(tabbed).tab('i1')?.top ?? 0) + 18 },
    'inner 0 upright top-level tab',
  ],
])('with tabs: %s', (_case, dragged, pointer, expected) => {
  expect(told(tabbed, dragged, pointer)).toBe(expected)
})

test.each<[string, Dragged, string, number, number, [number, number, number, number]]>([
  ['between two rows, over their whole width', { type: 'CHART' }, 'b', 0.5, 0.98, [0, 308, 1000, 0]],
  ['above the first row', { type: 'CHART' }, 'a', 0.5, 0.02, [0, 92, 1000, 0]],
  ['between two charts, as high as the row', { type: 'CHART' }, 'c', 0.9, 0.5, [331, 316, 0, 416]],
])('the line lies %s', (...[, dragged, over, x, y, [left, top, width, height]]) => {
  const { line } = dropTarget(plain, dragged, at(plain, over, x, y), geometryOf(plain)) ?? {}
  expect(line && [line.left, line.top, line.width, line.height].map(Math.round)).toEqual([left, top, width, height])
})

test('whatever is shown can be done, everywhere on the page', () => {
  for (const layout of [plain, tabbed]) {
    for (const dragged of [
      { type: 'CHART' },
      { type: 'TABS' },
      { type: 'HEADER' },
      { type: 'COLUMN' },
      { id: 'a' },
      { id: 'r' },
      { id: 'k' },
    ] as Dragged[]) {
      if ('id' in dragged && !layout[dragged.id]) continue
      for (let y = 30; y < 900; y += 17) {
        for (let x = 1; x < 1000; x += 61) {
          const target = dropTarget(layout, dragged, { x, y }, geometryOf(layout))
          if (!target) continue
          const outcome = drop(layout, dragged, target.place)
          expect(outcome.refused).toBe(target.refused)
          if (!outcome.refused) expect(outcome.layout).not.toBe(layout)
        }
      }
    }
  }
})
