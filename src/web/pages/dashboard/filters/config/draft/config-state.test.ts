import { expect, test } from 'vitest'
import { isFilter, readFilters, type FilterItem } from '#core/filters/native-filter.ts'
import {
  addItem,
  changedItems,
  changeItem,
  finalizeRemoval,
  isConfigChanged,
  keptItems,
  listedItems,
  openSection,
  removeItem,
  reorderItems,
  restoreItem,
  selectItem,
  startConfig,
  type ConfigState,
} from './config-state.ts'

const stored = readFilters([
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B', cascadeParentIds: ['a'] },
  { id: 'd', type: 'DIVIDER', title: 'D' },
])
const start = startConfig(stored)
const [c] = readFilters([{ id: 'c', name: 'C' }]) as [FilterItem]
const renamed = stored.map((item) => (item.id === 'a' && isFilter(item) ? { ...item, name: 'First' } : item))[0] as FilterItem

type Outcome = { listed: string; kept: string; selected: string | null; changed: string[] }

test.each<[string, (state: ConfigState) => ConfigState, Outcome]>([
  ['nothing', (state) => state, { listed: 'abd', kept: 'abd', selected: 'a', changed: [] }],
  ['one is added and selected', (state) => addItem(state, c), { listed: 'abdc', kept: 'abdc', selected: 'c', changed: ['c'] }],
  ['one is renamed', (state) => changeItem(state, renamed), { listed: 'abd', kept: 'abd', selected: 'a', changed: ['a'] }],
  ['another is selected', (state) => selectItem(state, 'd'), { listed: 'abd', kept: 'abd', selected: 'd', changed: [] }],
  ['the order changes', (state) => reorderItems(state, ['d', 'a', 'b']), { listed: 'dab', kept: 'dab', selected: 'a', changed: [] }],
  [
    'a removal is pending, and who depended on it does no longer',
    (state) => removeItem(state, 'a'),
    { listed: 'abd', kept: 'bd', selected: 'a', changed: ['b'] },
  ],
  [
    'a removal is undone, with what depended on it',
    (state) => restoreItem(removeItem(selectItem(state, 'b'), 'a'), 'a'),
    { listed: 'abd', kept: 'abd', selected: 'a', changed: [] },
  ],
  [
    'a removal is final',
    (state) => finalizeRemoval(removeItem(state, 'a'), 'a'),
    { listed: 'bd', kept: 'bd', selected: 'a', changed: ['b'] },
  ],
  [
    'what was undone is not removed late',
    (state) => finalizeRemoval(restoreItem(removeItem(state, 'a'), 'a'), 'a'),
    { listed: 'abd', kept: 'abd', selected: 'a', changed: [] },
  ],
  [
    'a final removal is restored to its place',
    (state) => restoreItem(reorderItems(finalizeRemoval(removeItem(state, 'a'), 'a'), ['d', 'b']), 'a'),
    { listed: 'dba', kept: 'dba', selected: 'a', changed: [] },
  ],
])('%s', (_case, change, expected) => {
  const state = change(start)
  const ids = (items: readonly FilterItem[]) => items.map(({ id }) => id).join('')
  expect({
    listed: ids(listedItems(state)),
    kept: ids(keptItems(state)),
    selected: state.selected,
    changed: changedItems(state, stored),
  }).toEqual(expected)
})

test('a new order is a change, and the original order is none', () => {
  const turned = reorderItems(start, ['b', 'a', 'd'])
  expect(isConfigChanged(turned, stored)).toBe(true)
  expect(isConfigChanged(reorderItems(turned, ['a', 'b', 'd']), stored)).toBe(false)
})

test('sections are opened and closed for each filter', () => {
  const opened = openSection(openSection(start, 'a', { section: 'sort', isOpen: true }), 'a', { section: 'preFilter', isOpen: true })
  expect(opened.opened).toEqual({ a: ['sort', 'preFilter'] })
  expect(openSection(opened, 'a', { section: 'sort', isOpen: false }).opened).toEqual({ a: ['preFilter'] })
})
