import { expect, test } from 'vitest'
import { isFilter, readFilters, type NativeFilter } from '../native-filter.ts'
import { filterQuestion, histogramQuestion, type ColumnKind } from './filter-question.ts'
import { preselectedMasks } from './preselect.ts'

const filterOf = (entry: object): NativeFilter => {
  const [filter] = readFilters([{ id: 'f', targets: [{ datasetId: 3, column: { name: 'genre' } }], ...entry }]).filter(isFilter)
  if (!filter) throw new Error('no filter')
  return filter
}
const place = { dashboardId: 9, extra: {}, urlParams: {} }

test('values are asked for by their column, under the pre-filter and the parents', () => {
  const filter = filterOf({
    controlValues: { sortAscending: false },
    adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '>', comparator: 1990 }],
    time_range: 'Last year',
    granularity_sqla: 'released',
  })
  const extra = { filters: [{ col: 'studio', op: 'IN', val: ['A'] }] }
  const question = filterQuestion(filter, { ...place, extra })
  expect(question?.datasource).toEqual({ id: 3, type: 'table' })
  expect(question?.form_data).toMatchObject({ dashboardId: 9, native_filter_id: 'f', viz_type: 'filter_select', extra_form_data: extra })
  expect(question?.queries).toMatchObject([
    {
      columns: ['genre'],
      metrics: [],
      orderby: [['genre', false]],
      row_limit: 1000,
      time_range: 'Last year',
      granularity: 'released',
      filters: [
        { col: 'studio', op: 'IN', val: ['A'] },
        { col: 'year', op: '>', val: 1990 },
      ],
    },
  ])
})

test('values are sorted by a metric where one is set', () => {
  expect(filterQuestion(filterOf({ sortMetric: 'gross', controlValues: { sortAscending: false } }), place)?.queries).toMatchObject([
    { columns: ['genre'], metrics: ['gross'], orderby: [['gross', false]] },
  ])
})

test.each<[string, ColumnKind, unknown]>([
  ['dra', 'text', [{ col: 'genre', op: 'ILIKE', val: '%dra%' }]],
  [' dra ', undefined, [{ col: 'genre', op: 'ILIKE', val: '%dra%' }]],
  ['12', 'number', [{ col: 'genre', op: 'ILIKE', val: '%12%' }]],
  ['dra', 'number', []],
  ['2020', 'other', []],
  ['  ', 'text', []],
])('a search for %j in a column of kind %s', (text, kind, filters) => {
  expect(filterQuestion(filterOf({}), place, { text, kind })?.queries[0]?.filters).toEqual(filters)
})

test.each<[string, object, object]>([
  [
    'filter_range',
    {},
    {
      columns: [],
      metrics: [
        { aggregate: 'MIN', label: 'min', column: { column_name: 'genre' } },
        { aggregate: 'MAX', label: 'max' },
      ],
    },
  ],
  ['filter_timecolumn', { targets: [{ datasetId: 3 }] }, { metrics: [] }],
  ['filter_timegrain', { targets: [{ datasetId: 3 }] }, { metrics: [] }],
  ['filter_groupby', { targets: [{ datasetId: 3 }] }, { metrics: [] }],
])('%s asks for what it offers', (filterType, more, query) => {
  const question = filterQuestion(filterOf({ filterType, ...more }), place)
  expect(question?.queries).toMatchObject([query])
  expect(question?.result_type).toBe(
    { filter_timecolumn: 'columns', filter_timegrain: 'timegrains', filter_groupby: 'columns' }[filterType] ?? 'full',
  )
})

test.each<[string, object]>([
  ['a time range', { filterType: 'filter_time', targets: [{}] }],
  ['a filter without a dataset', { targets: [{ column: { name: 'genre' } }] }],
  ['a filter without a column', { targets: [{ datasetId: 3 }] }],
  ['a filter of an unknown type', { filterType: 'filter_map' }],
])('%s asks nothing', (_case, entry) => {
  expect(filterQuestion(filterOf(entry), place)).toBeNull()
})

test('values for legacy filter boxes reach the native filters of the same columns', () => {
  const filters = [
    filterOf({}),
    filterOf({ id: 't', filterType: 'filter_time', targets: [{}] }),
    filterOf({ id: 'o', targets: [{ datasetId: 3, column: { name: 'other' } }] }),
  ]
  const masks = preselectedMasks(filters, { 12: { genre: ['Drama'], __time_range: 'Last week' }, 13: { gone: ['x'] }, 14: 'broken' })
  expect(Object.keys(masks)).toEqual(['f', 't'])
  expect(masks['f']?.extraFormData).toEqual({ filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }] })
  expect(masks['t']?.extraFormData).toEqual({ time_range: 'Last week' })
})

test('of two filter boxes with the same column, preselected values reach only the one that they name', () => {
  const filters = [filterOf({ id: 'NATIVE_FILTER-12-0' }), filterOf({ id: 'NATIVE_FILTER-13-0' })]
  const masks = preselectedMasks(filters, { 13: { genre: ['Drama'] } })
  expect(Object.keys(masks)).toEqual(['NATIVE_FILTER-13-0'])
})

test('a histogram is counted from a bounded number of rows with a number, under the pre-filter', () => {
  const filter = filterOf({ filterType: 'filter_range', time_range: 'Last year' })
  const [query] = histogramQuestion(filter, place)?.queries ?? []
  expect(query).toMatchObject({
    columns: ['genre'],
    filters: [{ col: 'genre', op: 'IS NOT NULL' }],
    time_range: 'Last year',
    row_limit: 10_000,
    post_processing: [{ operation: 'histogram', options: { column: 'genre', bins: 32 } }],
  })
  expect(query).not.toHaveProperty('metrics')
  expect(histogramQuestion(filterOf({ filterType: 'filter_range', targets: [{ datasetId: 3 }] }), place)).toBeNull()
})
