import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isActive } from '../data-mask.ts'
import { maskOfValue, rangeLabel, valueAmong, valueWithin, type Offer } from './filter-value.ts'
import { isFilter, readFilters, type NativeFilter } from '../native-filter.ts'

const filterOf = (filterType: string, controlValues: object = {}): NativeFilter => {
  const [filter] = readFilters([{ id: 'f', filterType, controlValues, targets: [{ datasetId: 1, column: { name: 'c' } }] }]).filter(
    isFilter,
  )
  if (!filter) throw new Error('no filter')
  return filter
}
const noRows = { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }
const grainNames = (value: unknown) => (value === 'P1D' ? 'Day' : String(value))

test.each<[type: string, controls: object, value: unknown, extra: object, state: object, offer?: Offer]>([
  [
    'filter_select',
    {},
    ['a', null],
    { filters: [{ col: 'c', op: 'IN', val: ['a', null] }] },
    { value: ['a', null], label: 'a, <NULL>', excludeFilterValues: false },
  ],
  ['filter_select', {}, 'a', { filters: [{ col: 'c', op: 'IN', val: ['a'] }] }, { value: ['a'], label: 'a', excludeFilterValues: false }],
  [
    'filter_select',
    {},
    [0, false],
    { filters: [{ col: 'c', op: 'IN', val: [0, false] }] },
    { value: [0, false], label: '0, false', excludeFilterValues: false },
  ],
  ['filter_select', {}, [], {}, { value: null, label: '', excludeFilterValues: false }],
  ['filter_select', { enableEmptyFilter: true }, null, noRows, { value: null, label: '', excludeFilterValues: false }],
  ['filter_select', { enableEmptyFilter: true, inverseSelection: true }, [], {}, { value: null, label: '', excludeFilterValues: true }],
  [
    'filter_select',
    { inverseSelection: true },
    ['a'],
    { filters: [{ col: 'c', op: 'NOT IN', val: ['a'] }] },
    { value: ['a'], label: 'a (excluded)', excludeFilterValues: true },
  ],
  [
    'filter_range',
    {},
    [1, 5],
    {
      filters: [
        { col: 'c', op: '>=', val: 1 },
        { col: 'c', op: '<=', val: 5 },
      ],
    },
    { value: [1, 5], label: '1 ≤ x ≤ 5' },
  ],
  [
    'filter_groupby',
    {},
    ['region', 'city'],
    { interactive_groupby: ['region', 'city'] },
    { value: ['region', 'city'], label: 'region, city' },
  ],
  ['filter_groupby', {}, [], {}, { value: null }],
  ['filter_range', {}, [1, 5], { filters: [{ col: 'c', op: '<=', val: 5 }] }, { value: [null, 5], label: 'x ≤ 5' }, { bounds: [1, 9] }],
  ['filter_range', {}, [1, 9], {}, { value: null, label: '' }, { bounds: [1, 9] }],
  ['filter_range', {}, [1, 1], { filters: [{ col: 'c', op: '==', val: 1 }] }, { value: [1, 1], label: 'x = 1' }, { bounds: [1, 9] }],
  ['filter_range', {}, [2, null], { filters: [{ col: 'c', op: '>=', val: 2 }] }, { value: [2, null], label: 'x ≥ 2' }],
  ['filter_range', {}, ['x', null], {}, { value: null, label: '' }],
  ['filter_time', {}, 'Last week', { time_range: 'Last week' }, { value: 'Last week' }],
  ['filter_time', {}, 'No filter', {}, {}],
  ['filter_time', {}, null, {}, {}],
  ['filter_timecolumn', {}, ['date'], { granularity_sqla: 'date' }, { value: ['date'], label: 'date' }],
  ['filter_timecolumn', {}, [], {}, { value: null }],
  ['filter_timegrain', {}, ['P1D'], { time_grain_sqla: 'P1D' }, { value: ['P1D'], label: 'Day' }, { labelOf: grainNames }],
])('%s %j with %j', (...[type, controls, value, extraFormData, filterState, offer]) => {
  expect(maskOfValue(filterOf(type, controls), value, offer)).toEqual({ id: 'f', extraFormData, filterState, ownState: {} })
})

test.each([
  [[null, null], ''],
  [[0, 0], 'x = 0'],
  [[null, 3], 'x ≤ 3'],
] as const)('the range %j reads %j', (range, label) => {
  expect(rangeLabel(range)).toBe(label)
})

test('the defaults of a recorded dashboard are what its filters say of their values', () => {
  const files = unzipSync(readFileSync('test/conformance/bundles/6.1-dashboard-overview.zip'))
  const [, bytes] = Object.entries(files).find(([name]) => name.includes('/dashboards/')) ?? []
  const { metadata } = parse(new TextDecoder().decode(bytes)) as { metadata: { native_filter_configuration: unknown } }
  const withValue = readFilters(metadata.native_filter_configuration)
    .filter(isFilter)
    .filter(({ defaultDataMask }) => isActive(defaultDataMask))
  expect(withValue.map(({ id }) => id)).toEqual(['NATIVE_FILTER-rating', 'NATIVE_FILTER-time'])
  for (const filter of withValue)
    expect(maskOfValue(filter, (filter.defaultDataMask['filterState'] as { value: unknown }).value)).toEqual({
      id: filter.id,
      ...filter.defaultDataMask,
    })
})

const first = { defaultToFirstItem: true }
const all = { values: ['a', 'b', null], isComplete: true }
const some = { values: ['a', 'b'], isComplete: false }
test.each<[string, object, unknown, Parameters<typeof valueAmong>[2], unknown]>([
  ['keeps what is offered', {}, ['a', 'b'], all, ['a', 'b']],
  ['drops what is offered no more', {}, ['a', 'z'], all, ['a']],
  ['has none when nothing is left', {}, ['z'], all, null],
  ['keeps the empty value where it is offered', {}, [null], all, [null]],
  ['keeps what may stand among those that were not sent', {}, ['z'], some, ['z']],
  ['takes the first one by itself', first, undefined, all, ['a']],
  ['takes the first one when nothing is left', first, ['z'], all, ['a']],
  ['keeps its own before the first one', first, ['b'], all, ['b']],
  ['has none where none is offered', first, ['z'], { values: [], isComplete: true }, null],
])('a list %s', (...[, controlValues, value, options, expected]) => {
  expect(valueAmong({ controlValues: { ...controlValues } }, value, options)).toEqual(expected)
})

test.each<[unknown, unknown]>([
  [
    [2, 5],
    [2, 5],
  ],
  [
    [0, 5],
    [1, 5],
  ],
  [
    [2, 20],
    [2, 10],
  ],
  [
    [2, null],
    [2, null],
  ],
  [[20, 30], null],
  [[null, 0], null],
  [null, null],
])('a range of %j within 1 and 10 is %j', (value, expected) => {
  expect(valueWithin(value, [1, 10])).toEqual(expected)
})
