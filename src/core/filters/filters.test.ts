import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildQueryContext } from '../query/build-query-context.ts'
import type { ExtraFormData } from '../query/extras.ts'
import type { FormData } from '../query/query-object.ts'
import { move } from '../layout/change/move.ts'
import { readLayout } from '../layout/wire/read.ts'
import { chartsIn } from '../layout/tree.ts'
import { chosenItems, crossFilteredBy } from './cross-filter.ts'
import { crossFilterMask, pressed } from './values/selected-items.ts'
import { isActive, startMasks, type DataMask, type DataMasks } from './data-mask.ts'
import { describeMask } from './describe.ts'
import { effectiveForm } from './effective-form.ts'
import { mergeExtra } from './extra-form-data.ts'
import { indicatorsOf } from './indicators.ts'
import { isFilter, readFilters } from './native-filter.ts'
import { masksOn, reachOf } from './reach.ts'
import { changesScope, scopeOf, tabsInScope } from './scope/scope-change.ts'
import { chartsInScope, wholeDashboard } from './scope/scope.ts'
import { readMasks } from './wire.ts'
import { writeCrossFilters } from './write-cross-filters.ts'

const chart = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, width: 4, height: 20 } })

/** T1: charts 1, 2 · T2: nested tabs N1: 3, N2: 4 */
const layout = readLayout({
  ROOT_ID: { type: 'ROOT', children: ['TOP'] },
  TOP: { type: 'TABS', children: ['T1', 'T2'] },
  T1: { type: 'TAB', children: ['R1'] },
  R1: { type: 'ROW', children: ['C1', 'C2'] },
  C1: chart(1),
  C2: chart(2),
  T2: { type: 'TAB', children: ['IN'] },
  IN: { type: 'TABS', children: ['N1', 'N2'] },
  N1: { type: 'TAB', children: ['R3'] },
  R3: { type: 'ROW', children: ['C3'] },
  C3: chart(3),
  N2: { type: 'TAB', children: ['R4'] },
  R4: { type: 'ROW', children: ['C4'] },
  C4: chart(4),
})

test.each<[string, { rootPath: string[]; excluded: number[] }, number[], string[]]>([
  ['the whole dashboard', wholeDashboard, [1, 2, 3, 4], ['T1', 'T2', 'N1', 'N2']],
  ['without one chart', { rootPath: ['ROOT_ID'], excluded: [2] }, [1, 3, 4], ['T1', 'T2', 'N1', 'N2']],
  ['one tab', { rootPath: ['T1'], excluded: [] }, [1, 2], ['T1']],
  ['a nested tab', { rootPath: ['N2'], excluded: [] }, [4], ['T2', 'N2']],
  ['two tabs', { rootPath: ['T1', 'N1'], excluded: [1] }, [2, 3], ['T1', 'T2', 'N1']],
  ['a tab that is gone', { rootPath: ['OLD'], excluded: [] }, [], []],
  ['nothing', { rootPath: [], excluded: [] }, [], []],
])('a scope of %s', (_case, scope, charts, tabs) => {
  expect([chartsInScope(layout, scope), tabsInScope(layout, charts)]).toEqual([charts, tabs])
})

test.each<[number[], { rootPath: string[]; excluded: number[] }]>([
  [[1, 2, 3, 4], { rootPath: ['T1', 'T2'], excluded: [] }],
  [[1, 2], { rootPath: ['T1'], excluded: [] }],
  [[1], { rootPath: ['T1'], excluded: [2] }],
  [[3], { rootPath: ['N1'], excluded: [] }],
  [[1, 3], { rootPath: ['T1', 'T2'], excluded: [2, 4] }],
  [[], { rootPath: [], excluded: [] }],
])('the scope of checked charts %j', (checked, scope) => {
  expect(scopeOf(layout, checked)).toEqual(scope)
  expect(chartsInScope(layout, scopeOf(layout, checked))).toEqual(checked)
})

test('a move between tabs changes what filters reach', () => {
  const outcome = move(layout, 'C2', { parent: 'T2', index: 0 })
  if (outcome.refused) throw new Error(outcome.refused)
  expect(changesScope(layout, outcome.layout, [{ rootPath: ['T1'], excluded: [] }])).toBe(true)
  expect(changesScope(layout, outcome.layout, [wholeDashboard])).toBe(false)
})

test.each<[string, ExtraFormData[], object]>([
  [
    'lists add up',
    [{ filters: [{ col: 'a', op: 'IN', val: [1] }] }, { filters: [{ col: 'b', op: 'IN', val: [2] }] }],
    {
      filters: [
        { col: 'a', op: 'IN', val: [1] },
        { col: 'b', op: 'IN', val: [2] },
      ],
    },
  ],
  ['the last range counts', [{ time_range: 'Last week' }, { time_range: 'Last year' }], { time_range: 'Last year' }],
  [
    'nothing takes nothing away',
    [{ time_range: 'Last week' }, { time_range: null, granularity_sqla: undefined }],
    { time_range: 'Last week' },
  ],
  ['settings of charts', [{ custom_form_data: { a: 1 } }, { custom_form_data: { b: 2 } }], { custom_form_data: { a: 1, b: 2 } }],
  ['grouping', [{ interactive_groupby: ['a'] }, { interactive_groupby: ['b'] }], { interactive_groupby: ['a', 'b'] }],
  ['none', [], {}],
])('merged: %s', (_case, parts, expected) => {
  expect(mergeExtra(parts)).toEqual(expected)
})

const item = { filters: [{ col: 'genre', op: '==', val: 'Action' }], label: 'Action' }
const drama = { filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }], label: 'Drama' }

test('a pressed item becomes a mask; pressed again, or nothing pressed, lets go', () => {
  const once = pressed({}, 7, item)
  expect(once).toEqual({
    7: {
      id: '7',
      extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Action'] }] },
      filterState: { value: [['Action']], label: 'Action', selectedValues: ['Action'], items: [item] },
      ownState: {},
    },
  })
  expect(chosenItems(once, 7)).toEqual(['Action'])
  expect(pressed(once, 7, item)).toEqual({})
  expect(pressed(once, 7, null)).toEqual({})
  expect(chosenItems(pressed(once, 7, drama), 7)).toEqual(['Drama'])
  const empty: DataMasks = {}
  expect(pressed(empty, 7, null)).toBe(empty)
})

test('an item is added to the others and removed again; the rest stays', () => {
  const stored: DataMasks = JSON.parse(JSON.stringify(pressed({}, 7, item)))
  const both = pressed(stored, 7, drama, { adds: true })
  expect(both['7']?.extraFormData).toEqual({ filters: [{ col: 'genre', op: 'IN', val: ['Action', 'Drama'] }] })
  expect(both['7']?.filterState).toMatchObject({ value: [['Action'], ['Drama']], label: 'Action, Drama' })
  expect(chosenItems(both, 7)).toEqual(['Action', 'Drama'])
  expect(pressed(both, 7, null, { adds: true })).toBe(both)
  expect(chosenItems(pressed(both, 7, item, { adds: true }), 7)).toEqual(['Drama'])
  expect(chosenItems(pressed(both, 7, item), 7)).toEqual(['Drama'])
  expect(pressed(pressed(both, 7, item), 7, drama)).toEqual({})
})

test('an item is added to what Superset stored', () => {
  const filters = [{ col: 'genre', op: 'IN', val: ['Action', 'Crime'] }]
  const stored = {
    7: { id: '7', extraFormData: { filters }, filterState: { value: [['Action'], ['Crime']], selectedValues: ['Action', 'Crime'] } },
  }
  expect(pressed(stored, 7, drama, { adds: true })['7']?.extraFormData).toEqual({
    filters: [{ col: 'genre', op: 'IN', val: ['Action', 'Crime', 'Drama'] }],
  })
})

test('the label of several ranges is what they span', () => {
  const range = (from: number, to: number) => ({
    filters: [
      { col: 'c', op: '>=', val: from, formattedVal: `$${from}` },
      { col: 'c', op: '<', val: to, formattedVal: `$${to}` },
    ],
    label: `$${from} – $${to}`,
  })
  const both = pressed(pressed({}, 7, range(6, 8)), 7, range(0, 2), { adds: true })
  expect(both['7']?.filterState).toMatchObject({ label: '$0 – $8', selectedValues: ['$6 – $8', '$0 – $2'] })
})

type Condition = { col: string; op: string; val: unknown; grain?: string }

test.each<[string, Condition[][], object[]]>([
  ['null', [[{ col: 'c', op: '==', val: null }]], [{ col: 'c', op: 'IS NULL' }]],
  ['a list', [[{ col: 'c', op: 'IN', val: ['a', 'b'] }]], [{ col: 'c', op: 'IN', val: ['a', 'b'] }]],
  [
    'a time range',
    [[{ col: 'c', op: 'TEMPORAL_RANGE', val: '2020-01-01 : 2021-01-01' }]],
    [{ col: 'c', op: 'TEMPORAL_RANGE', val: '2020-01-01 : 2021-01-01' }],
  ],
  ['zero', [[{ col: 'c', op: '==', val: 0 }]], [{ col: 'c', op: 'IN', val: [0] }]],
  [
    'a value and null',
    [[{ col: 'c', op: 'IN', val: ['a'] }], [{ col: 'c', op: 'IN', val: [null] }]],
    [{ col: 'c', op: 'IN', val: ['a', null] }],
  ],
  [
    'values of two columns',
    [
      [
        { col: 'c', op: 'IN', val: ['a'] },
        { col: 'd', op: 'IN', val: [1] },
      ],
      [
        { col: 'c', op: 'IN', val: ['b'] },
        { col: 'd', op: 'IN', val: [1] },
      ],
    ],
    [
      { col: 'c', op: 'IN', val: ['a', 'b'] },
      { col: 'd', op: 'IN', val: [1] },
    ],
  ],
  [
    'a range',
    [
      [
        { col: 'c', op: '>=', val: 1 },
        { col: 'c', op: '<', val: 2 },
      ],
    ],
    [
      { col: 'c', op: '>=', val: 1 },
      { col: 'c', op: '<', val: 2 },
    ],
  ],
  [
    'the range that spans several',
    [
      [
        { col: 'c', op: '>=', val: 4 },
        { col: 'c', op: '<=', val: 6 },
      ],
      [
        { col: 'c', op: '>=', val: 0 },
        { col: 'c', op: '<', val: 2 },
      ],
    ],
    [
      { col: 'c', op: '>=', val: 0 },
      { col: 'c', op: '<=', val: 6 },
    ],
  ],
  [
    'units of time',
    [[{ col: 'c', op: '==', val: 0, grain: 'P1M' }], [{ col: 'c', op: 'IN', val: [1, 2], grain: 'P1M' }]],
    [{ col: 'c', op: 'IN', val: [0, 1, 2], grain: 'P1M' }],
  ],
])('items ask for %s', (_case, conditions, filters) => {
  const items = conditions.map((one, i) => ({ filters: one, label: String(i) }))
  expect(crossFilterMask(1, items).extraFormData).toEqual({ filters })
})

test.each<[string, object, number, number[]]>([
  ['everything but itself by default', {}, 1, [2, 3, 4]],
  ['the global scope', { global_chart_configuration: { scope: { rootPath: ['T1'], excluded: [] } } }, 1, [2]],
  [
    'its own scope',
    { chart_configuration: { 1: { crossFilters: { scope: { rootPath: ['T2'], excluded: [4] }, chartsInScope: [99] } } } },
    1,
    [3],
  ],
  [
    'the word global',
    {
      chart_configuration: { 1: { crossFilters: { scope: 'global' } } },
      global_chart_configuration: { scope: { rootPath: ['T2'], excluded: [] } },
    },
    1,
    [3, 4],
  ],
])('an item filters %s', (_case, configuration, id, charts) => {
  expect(crossFilteredBy(layout, configuration, id)).toEqual(charts)
})

test('what a save writes of cross-filters has an entry for every chart', () => {
  const own = { rootPath: ['T2'], excluded: [] }
  expect(
    writeCrossFilters(layout, { chart_configuration: { 1: { id: 1, crossFilters: { scope: own, chartsInScope: [99] } }, 88: {} } }),
  ).toEqual({
    chart_configuration: {
      1: { id: 1, crossFilters: { scope: own, chartsInScope: [3, 4] } },
      2: { id: 2, crossFilters: { scope: 'global', chartsInScope: [1, 3, 4] } },
      3: { id: 3, crossFilters: { scope: 'global', chartsInScope: [1, 2, 4] } },
      4: { id: 4, crossFilters: { scope: 'global', chartsInScope: [1, 2, 3] } },
    },
    global_chart_configuration: { scope: wholeDashboard, chartsInScope: [1, 2, 3, 4] },
  })
})

test('masks start from defaults, then the address; unknown filters are forgotten', () => {
  const filters = [
    { id: 'NATIVE_FILTER-a', defaultDataMask: { filterState: { value: ['x'] }, extraFormData: { time_range: 'Last week' } } },
    { id: 'NATIVE_FILTER-b' },
  ]
  const given = readMasks({
    'NATIVE_FILTER-b': { filterState: { value: 3 } },
    'NATIVE_FILTER-gone': { filterState: { value: 1 } },
    12: { filterState: { value: ['p'] } },
  })
  const masks = startMasks(filters, given)
  expect(Object.keys(masks)).toEqual(['12', 'NATIVE_FILTER-a', 'NATIVE_FILTER-b'])
  expect(Object.values(masks).map(({ filterState }) => filterState?.value)).toEqual([['p'], ['x'], 3])
  const emptied = readMasks({ 'NATIVE_FILTER-a': { filterState: {}, extraFormData: {} } })
  expect(startMasks(filters, emptied)['NATIVE_FILTER-a']?.extraFormData).toEqual({})
})

test.each<[extraFormData: unknown, isKept: boolean]>([
  [{ filters: [{ col: 'a', op: 'IN', val: ['x'] }] }, true],
  [{ filters: [{ col: { label: 'year', sqlExpression: 'year(d)' }, op: 'IN', val: [2] }], time_range: 'Last week' }, true],
  [{ filters: null, time_grain_sqla: null }, true],
  [{ filters: 'x' }, false],
  [{ filters: [null] }, false],
  [{ filters: [{ op: 'IN', val: ['x'] }] }, false],
  [{ filters: [{ col: 5, op: 'IN' }] }, false],
  [{ filters: [{ col: 'a' }] }, false],
  [{ adhoc_filters: [null] }, false],
  [{ time_range: 5 }, false],
  [{ granularity_sqla: {} }, false],
])('what %j adds to charts is kept: %s; what cannot be read shows no value either', (extraFormData, isKept) => {
  const mask = { extraFormData, filterState: { value: ['x'] } }
  const nothing = { id: 'a', extraFormData: {}, filterState: {}, ownState: {} }
  expect(startMasks([{ id: 'a', defaultDataMask: mask }], {})).toEqual({ a: isKept ? { ...nothing, ...mask } : nothing })
  expect(startMasks([{ id: 'a' }], readMasks({ a: mask }))).toEqual({ a: isKept ? { ...nothing, ...mask } : nothing })
})

test.each<[unknown, boolean]>([
  [undefined, false],
  [null, false],
  [[null], true],
  [[null, null], false],
  [[null, 5], true],
  [[], false],
  [['a'], true],
  [0, true],
  ['Last week', true],
])('a mask of %j holds a value: %s', (value, active) => {
  expect(isActive({ filterState: { value } })).toBe(active)
})

const form: FormData = {
  viz_type: 'table',
  datasource: '1__table',
  query_mode: 'aggregate',
  groupby: ['genre'],
  metrics: ['count'],
  time_range: 'No filter',
  row_limit: 100,
}

test('a chart is queried with the filters that apply to it, not with its own', () => {
  const masks: DataMasks = {
    'NATIVE_FILTER-t': { id: 'NATIVE_FILTER-t', extraFormData: { time_range: 'Last year' }, filterState: { value: 'Last year' } },
    'NATIVE_FILTER-s': {
      id: 'NATIVE_FILTER-s',
      extraFormData: { filters: [{ col: 'rating', op: 'IN', val: ['R'] }] },
      filterState: { value: ['R'] },
    },
    1: crossFilterMask(1, [item]),
  }
  const filters = readFilters([
    { id: 'NATIVE_FILTER-t', name: 'Time', filterType: 'filter_time', targets: [{}], scope: { rootPath: ['ROOT_ID'], excluded: [] } },
    {
      id: 'NATIVE_FILTER-s',
      name: 'Rating',
      filterType: 'filter_select',
      targets: [{ datasetId: 1, column: { name: 'rating' } }],
      scope: { rootPath: ['T2'], excluded: [] },
    },
  ])
  const reach = reachOf(layout, filters, {})
  const formOf = (chartId: number) =>
    effectiveForm(form, {
      dashboardId: 5,
      masks: masksOn(chartId, masks, reach),
      urlParams: { region: 'EU' },
      labelColors: { Action: 'a colour' },
    })
  expect(formOf(1)).toEqual({
    ...form,
    dashboardId: 5,
    extra_form_data: { time_range: 'Last year' },
    url_params: { region: 'EU' },
    label_colors: { Action: 'a colour' },
  })
  const [query] = buildQueryContext(formOf(3)).queries
  expect([query?.time_range, query?.filters, query?.url_params]).toEqual([
    'Last year',
    [
      { col: 'genre', op: 'IN', val: ['Action'] },
      { col: 'rating', op: 'IN', val: ['R'] },
    ],
    { region: 'EU' },
  ])
  const described = masksOn(3, masks, reach).map((mask) => ({
    mask,
    ...describeMask(mask, { filters, columnName: (column) => `${column} of ${mask.id}` }),
  }))
  expect(indicatorsOf(described, [{ column: 'rating' }])).toEqual([
    { id: '1', name: 'genre of 1', value: 'Action', applies: true, narrows: true },
    { id: 'NATIVE_FILTER-t', name: 'Time', value: 'Last year', applies: true, narrows: true },
    { id: 'NATIVE_FILTER-s', name: 'Rating', value: 'R', applies: false, narrows: true },
  ])
  const grain = { id: 'g', extraFormData: { time_grain_sqla: 'P1M' }, filterState: { value: ['P1M'], label: 'Month' } }
  const column = { id: 'c', extraFormData: { granularity_sqla: 'released' }, filterState: { value: ['released'] } }
  const settings = [grain, column].map((mask) => ({ mask, name: mask.id, value: '' }))
  expect(indicatorsOf(settings, []).map(({ narrows }) => narrows)).toEqual([false, false])
  expect(masksOn(3, masks, reachOf(layout, filters, { cross_filters_enabled: false })).map(({ id }) => id)).not.toContain('1')
})

test('the filters of a real dashboard are read, and their scopes fit what was stored', () => {
  const files = unzipSync(readFileSync('test/conformance/bundles/6.1-dashboard-overview.zip'))
  const [, bytes] = Object.entries(files).find(([name]) => name.includes('/dashboards/')) ?? []
  const { position, metadata } = parse(new TextDecoder().decode(bytes)) as {
    position: unknown
    metadata: {
      native_filter_configuration: { id: string; chartsInScope?: number[] }[]
      chart_configuration: Record<string, { crossFilters: { chartsInScope: number[] } }>
    }
  }
  const placed = readLayout(position)
  const filters = readFilters(metadata.native_filter_configuration)
  expect([filters.filter(isFilter).length, filters.length]).toEqual([8, 9])
  const sorted = (list: readonly (number | string)[] = []) => [...list].toSorted()
  const here = new Set(chartsIn(placed))
  const isFresh = (ids: readonly number[] | undefined): ids is number[] => ids !== undefined && ids.every((id) => here.has(id))
  const stored = filters.filter(isFilter).flatMap((filter) => {
    const { chartsInScope: ids } = metadata.native_filter_configuration.find(({ id }) => id === filter.id) ?? {}
    return isFresh(ids) ? [[sorted(chartsInScope(placed, filter.scope)), sorted(ids)]] : []
  })
  const emitted = Object.entries(metadata.chart_configuration).flatMap(([id, { crossFilters }]) =>
    isFresh(crossFilters.chartsInScope)
      ? [[sorted(crossFilteredBy(placed, metadata, Number(id))), sorted(crossFilters.chartsInScope)]]
      : [],
  )
  expect([stored.length, emitted.length]).toEqual([8, 2])
  for (const [reckoned, written] of [...stored, ...emitted]) expect(reckoned).toEqual(written)
})

test.each<[Omit<DataMask, 'id'>, string]>([
  [{ filterState: { value: ['R', null], label: 'R, <NULL>' } }, 'R, <NULL>'],
  [{ filterState: { value: ['R', null] } }, 'R, <NULL>'],
  [{ filterState: { value: null }, extraFormData: { time_range: 'Last year' } }, 'Last year'],
])('a mask of %j is told as %s', (mask, value) => {
  expect(describeMask({ id: 'NATIVE_FILTER-x', ...mask }, { filters: [], columnName: (column) => column }).value).toBe(value)
})
