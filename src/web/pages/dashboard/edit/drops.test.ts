// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { readFilters, isFilter } from '#core/filters/native-filter.ts'
import type { Place } from '#core/layout/component.ts'
import type { Dragged } from '#core/layout/drag/drop-target.ts'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { openingOf } from '../fixture.ts'
import { hasChanges } from '../state/derived.ts'
import { createMount } from '../state/mount.ts'
import { currentLayout, placePart } from './actions.ts'
import { addChartRecord } from './pane/saved-charts.ts'

const chart = (chartId: number, width = 4) => ({ type: 'CHART', children: [], meta: { chartId, width, height: 20 } })

/** Two tabs over the dashboard: a full row and nested tabs in the first, a row with room in the second. */
const position = {
  ROOT_ID: { type: 'ROOT', children: ['TABS-top'] },
  GRID_ID: { type: 'GRID', children: [] },
  'TABS-top': { type: 'TABS', children: ['TAB-1', 'TAB-2'] },
  'TAB-1': { type: 'TAB', children: ['ROW-full', 'TABS-in'], meta: { text: 'One' } },
  'TAB-2': { type: 'TAB', children: ['ROW-free'], meta: { text: 'Two' } },
  'ROW-full': { type: 'ROW', children: ['a', 'b'] },
  a: chart(1, 6),
  b: chart(2, 6),
  'TABS-in': { type: 'TABS', children: ['TAB-in'] },
  'TAB-in': { type: 'TAB', children: [], meta: { text: 'Inner' } },
  'ROW-free': { type: 'ROW', children: ['c'] },
  c: chart(3),
}

const filterIn = (id: string, rootPath: string[], excluded: number[] = []) => ({
  id,
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{}],
  scope: { rootPath, excluded },
})

const boxes = (...filters: object[]): NativeFilter[] => readFilters(filters).filter(isFilter)

type Filters = { native?: object[]; box?: NativeFilter[] }

const opened = ({ native = [], box = [] }: Filters = {}) =>
  createMount(openingOf(position, { boxFilters: () => box }, { json_metadata: JSON.stringify({ native_filter_configuration: native }) }))
    .store

const said = () => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(() => useToasts.setState({ toasts: [] }))

const noSpace = 'There is not enough space for this component. Try decreasing its width, or increasing the destination width.'

test.each<[string, Dragged, Place, string]>([
  ['a chart in a full row', { id: 'c' }, { parent: 'ROW-full', index: 0 }, noSpace],
  ['a new chart in a full row', { type: 'CHART' }, { parent: 'ROW-full', index: 0 }, noSpace],
  ['a top-level tab in nested tabs', { id: 'TAB-2' }, { parent: 'TABS-in', index: 0 }, 'Can not move top level tab into nested tabs'],
  ['a row in a row', { id: 'ROW-free' }, { parent: 'ROW-full', index: 0 }, 'This component cannot stand there.'],
  ['new tabs over tabs', { type: 'TABS' }, { parent: 'ROOT_ID', index: 0 }, 'This component cannot stand there.'],
])('%s is refused, says why, and changes nothing', (_case, dragged, place, text) => {
  const store = opened()
  const before = currentLayout(store)
  expect(placePart(store, dragged, place)).toBeNull()
  expect(said()).toEqual([text])
  expect(currentLayout(store)).toBe(before)
  expect(hasChanges(store.getState())).toBe(false)
})

const moved = 'This chart has been moved to a different filter scope.'
const elsewhere: Place = { parent: 'ROW-free', index: 0 }

test.each<[string, Filters, string, Place, string[]]>([
  ['out of the tab of a filter', { native: [filterIn('NATIVE_FILTER-1', ['TAB-1'])] }, 'a', elsewhere, [moved]],
  ['into the tab of a filter', { native: [filterIn('NATIVE_FILTER-1', ['TAB-2'])] }, 'a', elsewhere, [moved]],
  ['out of the tab of a filter box', { box: boxes(filterIn('4_region', ['TAB-1'])) }, 'a', elsewhere, [moved]],
  ['between tabs that a filter both reaches', { native: [filterIn('NATIVE_FILTER-1', ['ROOT_ID'])] }, 'a', elsewhere, []],
  ['that the filter excludes', { native: [filterIn('NATIVE_FILTER-1', ['TAB-1'], [1])] }, 'a', elsewhere, []],
  ['within its tab', { native: [filterIn('NATIVE_FILTER-1', ['TAB-1'])] }, 'a', { parent: 'TAB-in', index: 0 }, []],
])('a chart that is moved %s', (...[, filters, id, place, texts]) => {
  const store = opened(filters)
  expect(placePart(store, { id }, place)).toBe(id)
  expect(said()).toEqual(texts)
})

test('a chart without a definition is refused, and says so', () => {
  const store = opened()
  const given = { description: null, certified_by: null, certification_details: null, datasource_id: null, datasource_type: 'table' }
  const saved = { ...given, id: 7, slice_name: 'Empty', form_data: { viz_type: '', datasource: '1__table' } }
  expect(addChartRecord(store, saved as never)).toBe(false)
  expect(said()).toEqual(['Sorry, there is no chart definition associated with the chart trying to be added.'])
})
