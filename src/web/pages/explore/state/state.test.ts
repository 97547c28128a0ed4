import { describe, expect, test } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import type { Control } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { linkedParams, readAddress, writeAddress } from './address.ts'
import { chooseGrain, chooseMetric, noColumnStats } from './choose-fields.ts'
import { buildFirstForm, suggestCharts } from './first-form.ts'
import { changedControls, completeForm, buildSavedForm, updateDependents, validate } from './form.ts'
import { emptyMemory } from './switch/memory.ts'
import { switchViz } from './switch/switch-viz.ts'

const chart = (viz_type: string, controls: Control[], rest: Partial<Chart> = {}): Chart => ({
  viz_type,
  name: viz_type,
  description: '',
  category: 'Evolution',
  tags: [],
  behaviors: [],
  controls: [{ label: 'Query', tab: 'data', rows: [controls] }],
  buildQuery: () => [],
  sentence: () => '',
  ...rest,
})

const line = chart('line', [
  { name: 'x_axis', type: 'column', label: 'X-axis', required: true },
  { name: 'metrics', type: 'metrics', label: 'Metrics', required: true },
  { name: 'groupby', type: 'columns', label: 'Dimensions', default: [] },
  { name: 'adhoc_filters', type: 'filters', label: 'Filters', default: [] },
  {
    name: 'row_limit',
    type: 'select',
    label: 'Row limit',
    default: 10000,
    choices: [],
    validate: (value, _, translate) => (!value || Number(value) % 1 === 0 ? null : translate('is expected to be an integer')),
  },
  { name: 'rolling_type', type: 'select', label: 'Rolling function', default: null, choices: [] },
  { name: 'rolling_periods', type: 'number', label: 'Periods', default: 7, visible: ({ form }) => Boolean(form['rolling_type']) },
])
const pie = chart('pie', [
  { name: 'groupby', type: 'columns', label: 'Dimensions', required: true },
  { name: 'metric', type: 'metric', label: 'Metric', required: true },
  { name: 'row_limit', type: 'select', label: 'Row limit', default: 100, choices: [] },
])
const total = chart('total', [{ name: 'metric', type: 'metric', label: 'Metric', required: true }])
const table = chart(
  'table',
  [
    { name: 'groupby', type: 'columns', label: 'Dimensions', default: [] },
    { name: 'metrics', type: 'metrics', label: 'Metrics' },
  ],
  { category: 'Table' },
)

const stocks: FormData = {
  viz_type: 'line',
  datasource: '3__table',
  slice_id: 1,
  x_axis: 'date',
  metrics: ['price', 'count'],
  groupby: ['symbol'],
  row_limit: 500,
}

describe('the form of a chart', () => {
  test('gets defaults, and keeps null as a value', () =>
    expect(completeForm({ ...stocks, groupby: null }, line, null)).toMatchObject({ groupby: null, adhoc_filters: [], rolling_periods: 7 }))

  test('a hidden control is reset', () => {
    const before = completeForm({ ...stocks, rolling_type: 'mean', rolling_periods: 3 }, line, null)
    expect(updateDependents(before, { ...before, rolling_type: null }, { chart: line, dataset: null })['rolling_periods']).toBe(7)
    expect(updateDependents(before, { ...before, rolling_type: 'sum' }, { chart: line, dataset: null })['rolling_periods']).toBe(3)
  })

  test('a control can opt out of the reset', () => {
    const kept = chart('kept', [
      { name: 'mode', type: 'checkbox', label: 'Mode' },
      { name: 'groupby', type: 'columns', label: 'Dimensions', visible: ({ form }) => Boolean(form['mode']), resetOnHide: false },
    ])
    const before = { ...stocks, viz_type: 'kept', mode: true }
    expect(updateDependents(before, { ...before, mode: false }, { chart: kept, dataset: null })['groupby']).toEqual(['symbol'])
  })

  test.each<[Partial<FormData>, string[]]>([
    [{}, []],
    [{ groupby: [] }, ['groupby']],
    [{ groupby: [], row_limit: 5 }, ['groupby', 'row_limit']],
    [{ rolling_type: '' }, []],
    [{ x_axis: null }, ['x_axis']],
  ])('%j is a change of %j', (change, names) =>
    expect(changedControls({ ...stocks, ...change } as FormData, stocks, line).sort()).toEqual(names),
  )

  test.each([
    [[null, null], null, []],
    [[null, null], undefined, []],
    [['', ''], [null, null], []],
    [[null, 5], [null, null], ['y_axis_bounds']],
    [[null, null], [0, null], ['y_axis_bounds']],
  ])('bounds of %j over %j are a change of %j', (bounds, saved, names) => {
    const bounded = chart('line', [{ name: 'y_axis_bounds', type: 'bounds', label: 'Bounds' }])
    expect(changedControls({ ...stocks, y_axis_bounds: bounds }, { ...stocks, y_axis_bounds: saved }, bounded)).toEqual(names)
  })

  test.each<[Partial<FormData>, Record<string, string>]>([
    [{}, {}],
    [{ metrics: [] }, { metrics: 'cannot be empty: choose a metric' }],
    [
      { x_axis: null, row_limit: 'ten' },
      { x_axis: 'cannot be empty: choose a column', row_limit: 'is expected to be an integer' },
    ],
    [{ row_limit: null }, {}],
  ])('%j is rejected with %j', (change, texts) =>
    expect(validate({ ...stocks, ...change } as FormData, line, { dataset: null, t })).toEqual(texts),
  )

  const own = { subject: 'a', operator: '==' }
  const lent = { subject: 'b', operator: 'IN', isExtra: true }
  const range = { subject: 'date', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }
  test.each<[string, object[], object[], string[]]>([
    ['an inherited filter', [own, lent], [own], []],
    ['an inherited range', [{ ...range, comparator: '2010 : 2012', isExtra: true }], [range], []],
    ['an inherited filter in both', [own, lent], [own, lent], []],
    ['a filter that was removed beside an inherited one', [lent], [own], ['adhoc_filters_b']],
    ['a filter of its own', [own], [], ['adhoc_filters_b']],
  ])('%s is a change: %j over %j: %j', (_what, filters, saved, names) => {
    const filtered = chart('line', [{ name: 'adhoc_filters_b', type: 'filters', label: 'Filters' }])
    const form = { ...stocks, adhoc_filters_b: filters }
    expect(changedControls(form, { ...stocks, adhoc_filters_b: saved }, filtered)).toEqual(names)
    expect(buildSavedForm(form, filtered, { ...stocks, adhoc_filters_b: saved })['adhoc_filters_b']).not.toContainEqual(
      expect.objectContaining({ isExtra: true }),
    )
  })

  test('is saved with its own keys and unknown ones of the same type, without filters of a dashboard', () => {
    const form = {
      ...stocks,
      echart_options: '{}',
      extra_form_data: { filters: [1] },
      adhoc_filters: [{ isExtra: true }, { subject: 'a' }],
    }
    expect(buildSavedForm(form, line, stocks)).toMatchObject({
      echart_options: '{}',
      extra_form_data: {},
      adhoc_filters: [{ subject: 'a' }],
    })
    const inherited = { ...form, adhoc_filters: [{ ...range, comparator: '2010 : 2012', isExtra: true }] }
    expect(buildSavedForm(inherited, line, { ...stocks, adhoc_filters: [range] })['adhoc_filters']).toEqual([range])
    expect(buildSavedForm({ ...form, viz_type: 'pie' }, pie, stocks)).not.toHaveProperty('echart_options')
  })
})

describe('another type of chart', () => {
  const to = (form: FormData, target: Chart, memory = emptyMemory) =>
    switchViz(form, target, { dataset: null, glance: noColumnStats, memory, from: null })

  test('a pie takes the first measure and the dimensions, and keeps limits', () =>
    expect(to(stocks, pie).form).toMatchObject({ viz_type: 'pie', groupby: ['symbol'], metric: 'price', row_limit: 500, slice_id: 1 }))

  test('switching there and back restores the form', () => {
    const there = to(stocks, pie)
    expect(to(there.form, line, there.memory).form).toMatchObject({ x_axis: 'date', groupby: ['symbol'], metrics: ['price', 'count'] })
  })

  test('fields survive a chart type without any', () => {
    const there = to(stocks, total)
    expect(there.form).toMatchObject({ metric: 'price' })
    expect(there.form).not.toHaveProperty('x_axis')
    expect(to(there.form, line, there.memory).form).toMatchObject({ x_axis: 'date', groupby: ['symbol'], metrics: ['price', 'count'] })
  })

  test('fields that a type cannot use are kept for the next one', () => {
    const there = to({ ...stocks, adhoc_filters: [{ subject: 'a' }] }, total)
    expect(there.form).not.toHaveProperty('adhoc_filters')
    expect(to(there.form, line, there.memory).form).toMatchObject({ adhoc_filters: [{ subject: 'a' }], row_limit: 500 })
  })

  test('a table shows the axis as a column', () =>
    expect(to(stocks, table).form).toMatchObject({ groupby: ['date', 'symbol'], metrics: ['price', 'count'] }))

  test('a pie without dimension uses the axis', () => expect(to({ ...stocks, groupby: [] }, pie).form['groupby']).toEqual(['date']))

  test('a line made from a pie uses its dimension as axis', () =>
    expect(to({ viz_type: 'pie', datasource: '3__table', groupby: ['genre', 'rating'], metric: 'count' }, line).form).toMatchObject({
      x_axis: 'genre',
      groupby: ['rating'],
      metrics: ['count'],
    }))

  test('settings of a type visited before are restored', () => {
    const there = to(stocks, pie)
    const changed = { ...there.form, donut: true }
    const back = to(changed, line, there.memory)
    expect(to(back.form, pie, back.memory).form['donut']).toBe(true)
  })
})

describe('the first chart of a dataset', () => {
  const column = (column_name: string, type: string, is_dttm = false) => ({ column_name, type, is_dttm })
  const dataset = {
    id: 3,
    columns: [column('id', 'BIGINT'), column('date', 'TIMESTAMP', true), column('symbol', 'TEXT'), column('price', 'DOUBLE')],
    metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    main_dttm_col: 'date',
    time_grain_sqla: [
      ['P1D', 'Day'],
      ['P1M', 'Month'],
      ['P1Y', 'Year'],
    ] as [string, string][],
  }
  const glance = { span: { date: [Date.UTC(2000, 0), Date.UTC(2010, 2)] as [number, number] }, distinct: { symbol: 5 }, rows: 560 }

  test('over time, by a small group', () =>
    expect(buildFirstForm(dataset, glance)).toMatchObject({
      viz_type: 'echarts_timeseries_line',
      datasource: '3__table',
      x_axis: 'date',
      time_grain_sqla: 'P1M',
      groupby: ['symbol'],
      metrics: [{ aggregate: 'AVG', label: 'AVG(price)' }],
      adhoc_filters: [{ subject: 'date', operator: 'TEMPORAL_RANGE', comparator: 'No filter' }],
    }))
  test('without times, bars by group', () =>
    expect(buildFirstForm({ ...dataset, main_dttm_col: null, columns: dataset.columns.filter((c) => !c.is_dttm) }, glance)).toMatchObject({
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'symbol',
    }))
  test('only numbers, as a table', () =>
    expect(buildFirstForm({ ...dataset, main_dttm_col: null, columns: [column('a', 'DOUBLE')] })).toMatchObject({
      viz_type: 'table',
      all_columns: ['a'],
    }))
  test('a saved metric is preferred to a number column', () =>
    expect(chooseMetric({ ...dataset, metrics: [...dataset.metrics, { metric_name: 'mean', expression: 'AVG(price)' }] })).toBe('mean'))
  test('suggestions', () => expect(suggestCharts(dataset, glance).map((one) => one.key)).toEqual(['over-time', 'by-group', 'highest']))
  test.each<[number, string]>([
    [100, 'P1D'],
    [3000, 'P1M'],
    [9000, 'P1Y'],
  ])('%s days are drawn by %s', (days, grain) => expect(chooseGrain(0, days * 86_400_000, ['P1D', 'P1M', 'P1Y'])).toBe(grain))
})

describe('the address', () => {
  const read = (text: string) => readAddress(new URL(text, 'http://x').pathname, new URL(text, 'http://x').searchParams)
  test.each<[string, object]>([
    ['/explore/?slice_id=7&form_data_key=abc', { sliceId: 7, formDataKey: 'abc', datasource: null }],
    ['/explore/?datasource=3__table&viz_type=pie', { datasource: { id: 3, type: 'table' }, vizType: 'pie' }],
    ['/explore/?datasource_id=3&datasource_type=query', { datasource: { id: 3, type: 'query' } }],
    [
      '/explore/?dataset_id=4&standalone=1&force=true&dashboard_id=9',
      { datasource: { id: 4, type: 'table' }, isStandalone: true, force: true, dashboardId: 9 },
    ],
    ['/superset/explore/p/5x12/', { permalinkKey: '5x12', datasource: null }],
    ['/superset/explore/table/5/', { datasource: { id: 5, type: 'table' } }],
    [
      `/explore/?form_data=${encodeURIComponent('{"datasource":"6__table","slice_id":2}')}`,
      { sliceId: 2, datasource: { id: 6, type: 'table' } },
    ],
    ['/explore/?form_data=%7B', { form: null }],
    ['/explore/?slice_id=x&datasource_id=-3&force=no&standalone=0', { sliceId: null, datasource: null, force: false, isStandalone: false }],
    ['/explore/?slice_id=1&standalone=true&force=1&uiConfig=4', { isStandalone: true, force: true, urlParams: {} }],
    ['/explore/?slice_id=1&dashboard_page_id=p1&save_action=saveas', { dashboardPageId: 'p1', urlParams: {} }],
    ['/explore/?slice_id=1&country=US&year=2024', { urlParams: { country: 'US', year: '2024' } }],
    ['/explore/?permalink_key=9z', { permalinkKey: '9z', sliceId: null }],
  ])('%s', (text, parts) => expect(read(text)).toMatchObject(parts))

  test.each<[string, string, Partial<Parameters<typeof writeAddress>[1]>]>([
    [
      'dashboard_id=9&viz_type=pie&force=true&save_action=saveas&dataset_id=3',
      'form_data_key=k&datasource_id=3&datasource_type=table&dashboard_id=9',
      {},
    ],
    ['slice_id=7&form_data_key=old', 'form_data_key=k&slice_id=7', { sliceId: 7 }],
    ['slice_id=7&form_data_key=old', 'slice_id=8', { sliceId: 8, formDataKey: null }],
    ['datasource=3__table&form_data=%7B%7D', 'datasource_id=3&datasource_type=table', { formDataKey: null }],
    [
      'standalone=1&country=US&country=DE&dashboard_page_id=p',
      'form_data_key=k&slice_id=7&standalone=1&country=US&country=DE&dashboard_page_id=p',
      { sliceId: 7 },
    ],
  ])('%s leads back by %s', (search, expected, state) =>
    expect(
      String(
        writeAddress(new URLSearchParams(search), { formDataKey: 'k', sliceId: null, datasource: { id: 3, type: 'table' }, ...state }),
      ),
    ).toBe(expected),
  )

  test('a link carries the parameters along that say nothing about the chart', () =>
    expect(linkedParams(new URLSearchParams('slice_id=7&viz_type=pie&country=US&standalone=1&dashboard_page_id=p'))).toEqual([
      ['country', 'US'],
      ['standalone', '1'],
    ]))
})
