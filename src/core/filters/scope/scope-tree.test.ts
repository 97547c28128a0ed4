import { expect, test } from 'vitest'
import { readLayout } from '../../layout/wire/read.ts'
import { isFilter, readFilters } from '../native-filter.ts'
import { repairedScope } from './scope-change.ts'
import { incompatibleCharts, initialScope, scopeTree, splitByScope, tabOfFilter, type ScopeNode } from './scope-tree.ts'

const chart = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, width: 4, height: 20 } })

/** T1: chart 1 · T2: nested tabs N1: chart 2, N2: chart 3 */
const layout = readLayout({
  ROOT_ID: { type: 'ROOT', children: ['TOP'] },
  TOP: { type: 'TABS', children: ['T1', 'T2'] },
  T1: { type: 'TAB', children: ['R1'] },
  R1: { type: 'ROW', children: ['C1'] },
  C1: chart(1),
  T2: { type: 'TAB', children: ['IN'] },
  IN: { type: 'TABS', children: ['N1', 'N2'] },
  N1: { type: 'TAB', children: ['R2'] },
  R2: { type: 'ROW', children: ['C2'] },
  C2: chart(2),
  N2: { type: 'TAB', children: ['R3'] },
  R3: { type: 'ROW', children: ['C3'] },
  C3: chart(3),
})
const flat = readLayout({
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['R1'] },
  R1: { type: 'ROW', children: ['C1'] },
  C1: chart(1),
})

const written = ({ id, chartId, children }: ScopeNode): unknown => (chartId === undefined ? { [id]: children.map(written) } : chartId)

test('the tree holds tabs and charts, without what lies between', () => {
  expect(written(scopeTree(layout))).toEqual({ ROOT_ID: [{ T1: [1] }, { T2: [{ N1: [2] }, { N2: [3] }] }] })
  expect(written(scopeTree(flat))).toEqual({ ROOT_ID: [1] })
})

const items = readFilters([
  { id: 'all', scope: { rootPath: ['ROOT_ID'], excluded: [] } },
  { id: 'first', scope: { rootPath: ['T1'], excluded: [] } },
  { id: 'nested', scope: { rootPath: ['N2'], excluded: [] } },
  { id: 'divider', type: 'DIVIDER', title: 'D' },
  { id: 'nowhere', scope: { rootPath: [], excluded: [] } },
])

test.each<[string[], string[], string[]]>([
  [
    ['T1', 'N1'],
    ['all', 'first'],
    ['nested', 'nowhere'],
  ],
  [['T2', 'N1'], ['all'], ['first', 'nested', 'nowhere']],
  [
    ['T2', 'N2'],
    ['all', 'nested'],
    ['first', 'nowhere'],
  ],
  [
    ['T1', 'N2'],
    ['all', 'first'],
    ['nested', 'nowhere'],
  ],
])('with the tabs %j open, %j are in scope', (open, inScope, outOfScope) => {
  const split = splitByScope(items, layout, open)
  expect([split.inScope.map(({ id }) => id), split.outOfScope.map(({ id }) => id)]).toEqual([inScope, outOfScope])
})

test('without tabs every filter is in scope', () => {
  expect(splitByScope(items, flat, []).outOfScope).toEqual([])
})

test('a new filter leaves out the charts of other datasets', () => {
  const charts = [
    { chartId: 1, datasetId: 5 },
    { chartId: 2, datasetId: 6 },
    { chartId: 3, datasetId: null },
  ]
  expect(incompatibleCharts(charts, 5)).toEqual([2, 3])
  expect(initialScope(charts, 5)).toEqual({ rootPath: ['ROOT_ID'], excluded: [2, 3] })
  expect(initialScope(charts, undefined)).toEqual({ rootPath: ['ROOT_ID'], excluded: [] })
})

test('a scope is repaired by leaving out what is not on the dashboard', () => {
  expect(repairedScope(layout, { rootPath: ['T2', 'gone'], excluded: [2, 77] })).toEqual({ rootPath: ['T2'], excluded: [2] })
  expect(repairedScope(layout, { rootPath: ['ROOT_ID'], excluded: [] })).toEqual({ rootPath: ['ROOT_ID'], excluded: [] })
})

test.each([
  [['T2'], 'T2'],
  [['ROOT_ID'], null],
  [['T1', 'T2'], null],
  [['gone'], null],
  [[], null],
])('a filter with the roots %j belongs to the tab %j', (rootPath, tab) => {
  const [filter] = readFilters([{ id: 'f', type: 'NATIVE_FILTER', scope: { rootPath, excluded: [] } }])
  expect(filter && isFilter(filter) && tabOfFilter(layout, filter)).toBe(tab)
})
