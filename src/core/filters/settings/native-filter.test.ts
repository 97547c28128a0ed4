import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readLayout } from '../../layout/wire/read.ts'
import { castValue } from '../values/cast-value.ts'
import { filterFaults, type FaultSources } from './faults.ts'
import { controlsOf, type FilterControls } from './filter-controls.ts'
import { isFilter, readFilters, type NativeFilter } from '../native-filter.ts'
import { writeFilters } from './write-filters.ts'

const recordedFilters = (): Record<string, unknown>[] => {
  const files = unzipSync(readFileSync('test/conformance/bundles/6.1-dashboard-overview.zip'))
  const [, bytes] = Object.entries(files).find(([name]) => name.includes('/dashboards/')) ?? []
  const { metadata } = parse(new TextDecoder().decode(bytes)) as {
    metadata: { native_filter_configuration: Record<string, unknown>[] }
  }
  return metadata.native_filter_configuration
}

const filtersIn = (configuration: unknown): NativeFilter[] => readFilters(configuration).filter(isFilter)

test('every type of a recorded dashboard is read with its settings', () => {
  const items = readFilters(recordedFilters())
  expect(items.map((item) => (isFilter(item) ? item.filterType : item.type))).toEqual([
    ...Array.from({ length: 3 }, () => 'filter_select'),
    'filter_range',
    'DIVIDER',
    'filter_time',
    'filter_timecolumn',
    'filter_timegrain',
    'filter_select',
  ])
  const [genre, distributor, rating] = items.filter(isFilter)
  expect(genre).toMatchObject({ description: 'Main genre of the film', scope: { excluded: [1, 30] }, sortMetric: null })
  expect(distributor).toMatchObject({ cascadeParentIds: ['NATIVE_FILTER-genre'], sortMetric: 'count' })
  expect(rating?.adhoc_filters).toMatchObject([{ subject: 'MPAA Rating', operator: 'IS NOT NULL' }])
  expect(items[4]).toEqual({ id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'Time', description: 'Range, column and grain' })
})

test.each<[string, unknown, Partial<NativeFilter>]>([
  ['nothing but an id', { id: 'f' }, { name: '', filterType: 'filter_select', targets: [], cascadeParentIds: [], requiredFirst: false }],
  ['a type of a later version', { id: 'f', filterType: 'filter_map' }, { filterType: 'unknown' }],
  [
    'lists that are none',
    { id: 'f', cascadeParentIds: { a: 1 }, chartsInScope: 'x', tabsInScope: null, adhoc_filters: 4 },
    {
      cascadeParentIds: [],
      chartsInScope: [],
      tabsInScope: [],
      adhoc_filters: [],
    },
  ],
  ['a target without a column', { id: 'f', targets: [{ datasetId: 'x', column: 'c' }] }, { targets: [{}] }],
  ['an empty time range', { id: 'f', time_range: '', granularity_sqla: 3 }, { time_range: null, granularity_sqla: null }],
  ['the sort metric of older versions', { id: 'f', controlValues: { sortMetric: 'count' } }, { sortMetric: 'count' }],
  ['a sort metric that was taken away', { id: 'f', sortMetric: null, controlValues: { sortMetric: 'count' } }, { sortMetric: null }],
  ['controls that are none', { id: 'f', controlValues: [1], defaultDataMask: 'x' }, { controlValues: {}, defaultDataMask: {} }],
])('%s is read', (_case, entry, expected) => {
  expect(filtersIn([entry])[0]).toMatchObject(expected)
})

test.each([null, undefined, 'x', 3, {}, [null, 3, 'x', {}, { id: '' }, []]])('%j holds no filters', (configuration) => {
  expect(readFilters(configuration)).toEqual([])
})

test.each<[object, Partial<FilterControls>]>([
  [{}, { multiSelect: true, sortAscending: true, creatable: true, enableEmptyFilter: false, searchAllOptions: false, singleValue: null }],
  [
    { multiSelect: false, sortAscending: false, inverseSelection: true, creatable: false },
    { multiSelect: false, sortAscending: false, inverseSelection: true, creatable: false },
  ],
  [
    { multiSelect: 'no', defaultToFirstItem: 1 },
    { multiSelect: true, defaultToFirstItem: false },
  ],
  [{ enableSingleValue: 0 }, { singleValue: 'minimum' }],
  [{ enableSingleValue: 1 }, { singleValue: 'exact' }],
  [{ enableSingleValue: 2 }, { singleValue: 'maximum' }],
  [{ enableSingleValue: 7 }, { singleValue: null }],
])('the controls %j mean', (controlValues, expected) => {
  expect(controlsOf({ controlValues: { ...controlValues } })).toMatchObject(expected)
})

test('filters that nobody changed are written as they came', () => {
  const odd = [
    {
      id: 'a',
      filterType: 'filter_map',
      cascadeParentIds: 'x',
      own: { kept: 1 },
      targets: [{ datasetUuid: 'u', column: { name: 'c', displayName: 'C' } }],
    },
    { id: 'b', controlValues: { sortMetric: 'count', later: true }, scope: 'everywhere' },
    { id: 'DIVIDER-1', type: 'DIVIDER', title: 'Time', scope: { rootPath: ['ROOT_ID'], excluded: [] } },
  ]
  for (const configuration of [recordedFilters(), odd])
    expect(writeFilters(readFilters(configuration), configuration)).toEqual(configuration)
})

test('of a filter only what changed is written; new ones come in their place, and unreadable entries stay', () => {
  const configuration = [{ id: 'a', name: 'A', later: 1 }, { id: 'b', name: 'B' }, { name: 'no id' }, { id: 'a', name: 'again' }]
  const [a, b] = filtersIn(configuration)
  const [added] = filtersIn([{ id: 'c', name: 'C', filterType: 'filter_time' }])
  if (!a || !b || !added) throw new Error('not read')
  expect(writeFilters([added, { ...a, name: 'First', cascadeParentIds: ['c'] }], configuration)).toEqual([
    { ...added },
    { id: 'a', name: 'First', later: 1, cascadeParentIds: ['c'] },
    { name: 'no id' },
    { id: 'a', name: 'again' },
  ])
})

const sources: FaultSources = {
  layout: readLayout({
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['R'] },
    R: { type: 'ROW', children: ['C'] },
    C: { type: 'CHART', children: [], meta: { chartId: 7, width: 4, height: 20 } },
  }),
  columnsOf: (id) =>
    id === 1
      ? [
          { column_name: 'name', type_generic: 1, is_dttm: false },
          { column_name: 'size', type_generic: 0, is_dttm: false },
        ]
      : id === 9
        ? null
        : undefined,
}
const on = (name: string, datasetId = 1) => ({ targets: [{ datasetId, column: { name } }] })
test.each<[string, object[], Record<string, string[]>]>([
  [
    'without a fault',
    [
      { id: 'f', ...on('name') },
      { id: 't', filterType: 'filter_time', targets: [{}] },
    ],
    {},
  ],
  ['of a dataset that nobody knows here', [{ id: 'f', ...on('any', 2) }], {}],
  [
    'of a dataset that is gone',
    [
      { id: 'f', ...on('any', 9) },
      { id: 'g', filterType: 'filter_timegrain', targets: [{ datasetId: 9 }] },
    ],
    { f: ['dataset: Missing dataset'], g: ['dataset: Missing dataset'] },
  ],
  ['on a column that is gone', [{ id: 'f', ...on('old') }], { f: ['column: The dataset has no column “%(column)s”'] }],
  ['of numbers on a text', [{ id: 'f', filterType: 'filter_range', ...on('name') }], { f: ['column: Chosen non-numeric column'] }],
  ['without a dataset', [{ id: 'f', targets: [{}] }], { f: ['dataset: Dataset is required'] }],
  ['without a column', [{ id: 'f', targets: [{ datasetId: 1 }] }], { f: ['column: Column is required'] }],
  [
    'that depend on each other',
    [
      { id: 'a', ...on('name'), cascadeParentIds: ['b'] },
      { id: 'b', ...on('size'), cascadeParentIds: ['a'] },
    ],
    { a: ['cascadeParentIds: Cyclic dependency detected'], b: ['cascadeParentIds: Cyclic dependency detected'] },
  ],
  [
    'with orphan ids',
    [{ id: 'f', ...on('name'), cascadeParentIds: ['gone'], scope: { rootPath: ['TAB-1'], excluded: [99] } }],
    {
      f: [
        'cascadeParentIds: It depends on a filter that no longer exists',
        'scope: Its scope names charts or tabs that are not on the dashboard',
      ],
    },
  ],
  ['of another type', [{ id: 'f', filterType: 'filter_map' }], { f: ['filterType: This type of filter is not known'] }],
])('filters %s', (_case, configuration, expected) => {
  const faults = Object.entries(filterFaults(readFilters(configuration), sources))
  expect(Object.fromEntries(faults.map(([id, list]) => [id, list.map(({ field, message }) => `${field}: ${message}`)]))).toEqual(expected)
})

test.each<[string | null, unknown, unknown]>([
  ['BOOLEAN', 'true', true],
  ['BOOL', 0, false],
  ['BOOLEAN', 'maybe', null],
  ['INT', '12', 12],
  ['BIGINT', '12.9', 12],
  ['BIGINT', '9007199254740993', '9007199254740993'],
  ['SMALLINT', 'x', null],
  ['LONG', '', null],
  ['DOUBLE PRECISION', '1.5', 1.5],
  ['DECIMAL(10, 2)', '2', 2],
  ['money', 'Infinity', null],
  ['FLOAT', true, null],
  ['VARCHAR', '12', '12'],
  [null, 5, 5],
  ['INT', null, null],
])('in a column of type %s, %j is cast to %j', (type, value, expected) => {
  expect(castValue(value, type)).toEqual(expected)
})
