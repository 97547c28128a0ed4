import { expect, test } from 'vitest'
import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import type { Section } from './config-state.ts'
import {
  commonDataset,
  defaultValueOf,
  holdsSection,
  newDivider,
  newFilter,
  switchSection,
  withColumn,
  withControls,
  withDataset,
  withDefault,
  withType,
} from './filter-settings.ts'

const charts = [
  { chartId: 1, datasetId: 5 },
  { chartId: 2, datasetId: 6 },
  { chartId: 3, datasetId: 5 },
  { chartId: 4, datasetId: null },
]

const read = (entry: object): NativeFilter => {
  const [item] = readFilters([{ id: 'f', ...entry }])
  if (!item || !isFilter(item)) throw new Error('no filter')
  return item
}
const genre = read({ name: 'Genre', targets: [{ datasetId: 5, column: { name: 'genre' } }], controlValues: { multiSelect: true } })

test('a new filter uses the dataset of most charts, and excludes charts of others', () => {
  expect(commonDataset(charts)).toBe(5)
  expect(commonDataset([])).toBeUndefined()
  const filter = newFilter(charts, 5)
  expect(filter).toMatchObject({ targets: [{ datasetId: 5 }], scope: { rootPath: ['ROOT_ID'], excluded: [2, 4] }, name: '' })
  expect(filter.id).toMatch(/^NATIVE_FILTER-\w{8,}$/)
  expect(newDivider().id).toMatch(/^NATIVE_FILTER_DIVIDER-\w{8,}$/)
})

test.each<[string, (filter: NativeFilter) => NativeFilter, Partial<NativeFilter>]>([
  ['a time range has no target', (filter) => withType(filter, 'filter_time', () => true), { targets: [{}] }],
  ['a time column has no column', (filter) => withType(filter, 'filter_timecolumn', () => true), { targets: [{ datasetId: 5 }] }],
  ['a column that does not fit goes', (filter) => withType(filter, 'filter_range', () => false), { targets: [{ datasetId: 5 }] }],
  [
    'a column that fits stays, the default value goes',
    (filter) => withType(withDefault(filter, ['Drama']), 'filter_range', () => true),
    { targets: [{ datasetId: 5, column: { name: 'genre' } }], defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } },
  ],
  [
    'what only values have goes with another type',
    (filter) =>
      withType({ ...filter, cascadeParentIds: ['x'], sortMetric: 'count', time_range: 'Last week' }, 'filter_timegrain', () => true),
    { cascadeParentIds: [], sortMetric: null, time_range: null, requiredFirst: false },
  ],
  [
    'another dataset takes the column along',
    (filter) => withDataset({ ...filter, sortMetric: 'count' }, 6, charts),
    { targets: [{ datasetId: 6 }], sortMetric: null },
  ],
  [
    'a scope that nobody chose follows the dataset',
    (filter) => withDataset({ ...filter, scope: { rootPath: ['ROOT_ID'], excluded: [2, 4] } }, 6, charts),
    { scope: { rootPath: ['ROOT_ID'], excluded: [1, 3, 4] } },
  ],
  [
    'a chosen scope stays',
    (filter) => withDataset({ ...filter, scope: { rootPath: ['TAB-1'], excluded: [] } }, 6, charts),
    { scope: { rootPath: ['TAB-1'], excluded: [] } },
  ],
  ['another column', (filter) => withColumn(filter, 'studio'), { name: 'Genre', targets: [{ datasetId: 5, column: { name: 'studio' } }] }],
  ['a column names a filter without a name', (filter) => withColumn({ ...filter, name: ' ' }, 'studio'), { name: 'studio' }],
  [
    'the first value by default takes the default value away',
    (filter) => withControls(withDefault(filter, ['Drama']), { defaultToFirstItem: true }),
    { requiredFirst: true, defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } },
  ],
  [
    'one value only keeps the first of the default',
    (filter) => withControls(withDefault(filter, ['Drama', 'Action']), { multiSelect: false }),
    { defaultDataMask: withDefault(filterOf({ multiSelect: false }), ['Drama']).defaultDataMask },
  ],
  [
    'an inverse selection excludes the default',
    (filter) => withControls(withDefault(filter, ['Drama']), { inverseSelection: true }),
    { defaultDataMask: withDefault(filterOf({ inverseSelection: true }), ['Drama']).defaultDataMask },
  ],
])('%s', (_case, change, expected) => {
  expect(change(genre)).toMatchObject(expected)
})

function filterOf(controlValues: object): NativeFilter {
  return { ...genre, controlValues: { ...controlValues } }
}

test('the default value is stored as a data mask', () => {
  const filter = withDefault(genre, ['Drama', null])
  expect(filter.defaultDataMask).toMatchObject({
    extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama', null] }] },
    filterState: { value: ['Drama', null], label: 'Drama, <NULL>' },
  })
  expect(defaultValueOf(filter)).toEqual(['Drama', null])
  expect(defaultValueOf(withDefault(filter, []))).toBeUndefined()
})

test.each<[Section, Partial<NativeFilter>]>([
  ['default', { defaultDataMask: { filterState: { value: [null] } } }],
  ['dependencies', { cascadeParentIds: ['x'] }],
  ['preFilter', { time_range: 'Last week' }],
  ['preFilter', { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 1' }] }],
  ['sort', { sortMetric: 'count' }],
  ['sort', { controlValues: { sortAscending: false } }],
  ['single', { controlValues: { enableSingleValue: 0 } }],
  ['scope', { scope: { rootPath: ['ROOT_ID'], excluded: [1] } }],
])('the section %s that holds %j is emptied when it is switched off', (section, patch) => {
  const filter = { ...genre, ...patch } as NativeFilter
  expect(holdsSection(genre, section)).toBe(false)
  expect(holdsSection(filter, section)).toBe(true)
  expect(holdsSection(switchSection(filter, section, false), section)).toBe(false)
})

test.each<[Section, object]>([
  ['sort', { sortAscending: true }],
  ['single', { enableSingleValue: 1 }],
])('the section %s starts with %j', (section, controls) => {
  expect(switchSection(genre, section, true).controlValues).toMatchObject(controls)
})
