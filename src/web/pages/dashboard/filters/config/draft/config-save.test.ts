import { expect, test } from 'vitest'
import { readFilters, type FilterItem } from '#core/filters/native-filter.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { configChange } from './config-change.ts'
import { configFaults, firstBadItem } from './config-faults.ts'
import { openSection, removeItem, startConfig } from './config-state.ts'

const layout = readLayout({
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['R'] },
  R: { type: 'ROW', children: ['C', 'D'] },
  C: { type: 'CHART', children: [], meta: { chartId: 7, width: 4, height: 20 } },
  D: { type: 'CHART', children: [], meta: { chartId: 8, width: 4, height: 20 } },
})
const sources = { layout, columnsOf: () => [{ column_name: 'genre', type_generic: 1, is_dttm: false }] }
const on = { targets: [{ datasetId: 1, column: { name: 'genre' } }] }

const faultsIn = (configuration: object[], open: Parameters<typeof openSection>[2][] = []) => {
  const state = open.reduce((next, how) => openSection(next, 'f', how), startConfig(readFilters(configuration)))
  const faults = Object.entries(configFaults(state, sources))
  return Object.fromEntries(faults.map(([id, list]) => [id, list.map(({ field, message }) => `${field}: ${message}`)]))
}

test.each<[string, object, Parameters<typeof openSection>[2][], string[]]>([
  ['a whole filter', { name: 'F', ...on }, [], []],
  ['no name', { name: ' ', ...on }, [], ['name: Name is required']],
  ['no dataset', { name: 'F', targets: [{}] }, [], ['dataset: Dataset is required']],
  ['no column', { name: 'F', targets: [{ datasetId: 1 }] }, [], ['column: Column is required']],
  ['a divider without a title', { type: 'DIVIDER', title: '' }, [], ['name: Title is required']],
  ['an empty pre-filter', { name: 'F', ...on }, [{ section: 'preFilter', isOpen: true }], ['preFilter: Pre-filter is required']],
  ['an empty default', { name: 'F', ...on }, [{ section: 'default', isOpen: true }], ['default: Default value is required']],
  [
    'a required value without a default',
    { name: 'F', ...on, controlValues: { enableEmptyFilter: true } },
    [],
    ['default: Default value is required'],
  ],
  [
    'a required value that takes the first',
    { name: 'F', ...on, controlValues: { enableEmptyFilter: true, defaultToFirstItem: true } },
    [],
    [],
  ],
])('%s', (_case, entry, open, expected) => {
  expect(faultsIn([{ id: 'f', ...entry }], open)).toEqual(expected.length > 0 ? { f: expected } : {})
})

test('the first changed item with an error keeps the form open; warnings and unchanged items do not', () => {
  const faults = configFaults(
    startConfig(
      readFilters([
        { id: 'orphan', name: 'O', ...on, scope: { rootPath: ['TAB-gone'], excluded: [] }, cascadeParentIds: ['gone'] },
        { id: 'old', name: '', ...on },
        { id: 'new', name: '', ...on },
      ]),
    ),
    sources,
  )
  expect(Object.keys(faults)).toEqual(['orphan', 'old', 'new'])
  expect(firstBadItem(faults, ['orphan'])).toBeUndefined()
  expect(firstBadItem(faults, ['orphan', 'old', 'new'])).toBe('old')
  expect(firstBadItem(faults, ['new'])).toBe('new')
})

const configuration = [
  { id: 'a', name: 'A', later: { kept: 1 }, ...on, chartsInScope: [99] },
  { id: 'b', name: 'B', cascadeParentIds: ['a'] },
  { name: 'without an id' },
]
const renamed = (items: FilterItem[]) =>
  items.map((item): FilterItem => (item.id === 'a' ? ({ ...item, name: ' First ' } as FilterItem) : item))

test('only changes are sent, with the charts in scope and all unknown settings', () => {
  const { change, configuration: next } = configChange(renamed(readFilters(configuration)), configuration, layout)
  const first = { ...configuration[0], name: 'First', chartsInScope: [7, 8] }
  expect(change).toEqual({ modified: [first], deleted: [], reordered: ['a', 'b'] })
  expect(next).toEqual([first, configuration[1], configuration[2]])
})

test('a removed filter is deleted, and its dependents are changed', () => {
  const state = removeItem(startConfig(readFilters(configuration)), 'a')
  const kept = state.items.filter(({ id }) => id !== 'a').map((item): FilterItem => ({ ...item, cascadeParentIds: [] }) as FilterItem)
  expect(configChange(kept, configuration, layout).change).toMatchObject({
    modified: [{ id: 'b', cascadeParentIds: [], chartsInScope: [7, 8] }],
    deleted: ['a'],
    reordered: ['b'],
  })
})

test('a new order changes no filter', () => {
  const items = readFilters(configuration).toReversed()
  expect(configChange(items, configuration, layout).change).toEqual({ modified: [], deleted: [], reordered: ['b', 'a'] })
})
