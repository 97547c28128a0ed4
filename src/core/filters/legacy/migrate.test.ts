import { describe, expect, it } from 'vitest'
import { asList, asRecord } from '../../query/read.ts'
import { migrateFilterBoxes, type FilterBox } from './migrate.ts'

const position = {
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
  'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-box', 'CHART-a'], meta: {} },
  'CHART-box': { type: 'CHART', id: 'CHART-box', children: [], meta: { chartId: 7, width: 3, height: 50, sliceName: 'Choices' } },
  'CHART-a': { type: 'CHART', id: 'CHART-a', children: [], meta: { chartId: 8, width: 4, height: 50 } },
}

const migrated = (form: FilterBox['form'], metadata: Record<string, unknown> = {}) =>
  migrateFilterBoxes({ position, metadata }, new Map([[7, { form, datasetId: 3, name: 'Choices' }]]))

const firstFilter = (form: FilterBox['form'], metadata?: Record<string, unknown>) =>
  asRecord(asList(migrated(form, metadata).metadata['native_filter_configuration'])[0])

const country = { column: 'country', label: 'Country' }

describe('a filter box becomes native filters', () => {
  it.each<[string, FilterBox['form'], Record<string, unknown>, Record<string, unknown>]>([
    [
      'a list',
      { filter_configs: [country] },
      {},
      { filterType: 'filter_select', name: 'Country', targets: [{ column: { name: 'country' }, datasetId: 3 }] },
    ],
    ['a list without a label', { filter_configs: [{ column: 'country' }] }, {}, { name: 'country' }],
    [
      'several values',
      { filter_configs: [{ ...country, multiple: true }] },
      {},
      { controlValues: expect.objectContaining({ multiSelect: true }) },
    ],
    [
      'a required value',
      { filter_configs: [{ ...country, clearable: false }] },
      {},
      { controlValues: expect.objectContaining({ enableEmptyFilter: true }) },
    ],
    [
      'an order',
      { filter_configs: [{ ...country, metric: 'count', asc: true }] },
      {},
      { sortMetric: 'count', controlValues: expect.objectContaining({ sortAscending: true }) },
    ],
    [
      'a default as text',
      { filter_configs: [{ ...country, multiple: true, defaultValue: 'Japan;India' }] },
      {},
      {
        defaultDataMask: {
          extraFormData: { filters: [{ col: 'country', op: 'IN', val: ['Japan', 'India'] }] },
          filterState: { value: ['Japan', 'India'] },
        },
      },
    ],
    [
      "the dashboard's default before its own",
      { filter_configs: [{ ...country, defaultValue: 'Japan' }] },
      { default_filters: '{"7":{"country":["India"]}}' },
      { defaultDataMask: expect.objectContaining({ filterState: { value: ['India'] } }) },
    ],
    ['default filters that do not parse', { filter_configs: [country] }, { default_filters: '{' }, { name: 'Country' }],
    [
      'a scope with immune charts',
      { filter_configs: [country] },
      { filter_scopes: { '7': { country: { scope: ['TAB-1'], immune: [8, 7] } } } },
      { scope: { rootPath: ['TAB-1'], excluded: [8] } },
    ],
    [
      'charts immune to all filters',
      { filter_configs: [country] },
      { filter_immune_slices: [8] },
      { scope: { rootPath: ['ROOT_ID'], excluded: [8] } },
    ],
    [
      'charts immune to one field',
      { filter_configs: [country] },
      { filter_immune_slice_fields: { '8': ['country'], '9': ['other'] } },
      { scope: { rootPath: ['ROOT_ID'], excluded: [8] } },
    ],
    [
      'a pre-filter by time',
      { filter_configs: [country], time_range: 'Last week', granularity_sqla: 'day' },
      {},
      { time_range: 'Last week', granularity_sqla: 'day' },
    ],
    [
      'a time range',
      { date_filter: true },
      { default_filters: '{"7":{"__time_range":"Last week"}}' },
      {
        filterType: 'filter_time',
        targets: [{}],
        defaultDataMask: { extraFormData: { time_range: 'Last week' }, filterState: { value: 'Last week' } },
      },
    ],
    [
      'a time column',
      { show_sqla_time_column: true },
      { default_filters: '{"7":{"__time_col":"day"}}' },
      {
        filterType: 'filter_timecolumn',
        targets: [{ datasetId: 3 }],
        defaultDataMask: { extraFormData: { granularity_sqla: 'day' }, filterState: { value: ['day'] } },
      },
    ],
    ['a time grain', { show_sqla_time_granularity: true }, {}, { filterType: 'filter_timegrain', targets: [{ datasetId: 3 }] }],
  ])('with %s', (...[, form, metadata, wanted]) => {
    expect(firstFilter(form, metadata)).toMatchObject(wanted)
  })

  it('beside those that are there, and nothing else of it is left', () => {
    const known = { id: 'NATIVE_FILTER-x' }
    const metadata = { native_filter_configuration: [known], default_filters: '{"7":{}}', filter_scopes: { '7': {} }, css: 'x' }
    const after = migrated({ filter_configs: [country, { label: 'no column' }], date_filter: true }, metadata)
    expect(asList(after.metadata['native_filter_configuration']).map((item) => asRecord(item)['id'])).toEqual([
      'NATIVE_FILTER-x',
      'NATIVE_FILTER-7-0',
      'NATIVE_FILTER-7-1',
    ])
    expect(Object.keys(after.metadata)).toEqual(['native_filter_configuration', 'css'])
    expect(asRecord(after.position['ROW-1'])['children']).toEqual(['MARKDOWN-box', 'CHART-a'])
    expect(after.position['MARKDOWN-box']).toMatchObject({ type: 'MARKDOWN', id: 'MARKDOWN-box', meta: { width: 3, height: 50 } })
    expect(after.position).not.toHaveProperty('CHART-box')
  })

  it('and a dashboard without one stays the same', () => {
    const metadata = { default_filters: '{}' }
    expect(migrateFilterBoxes({ position, metadata }, new Map())).toEqual({ position, metadata })
  })
})
