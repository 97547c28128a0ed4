import { beforeAll, describe, expect, test } from 'vitest'
import { loadChart } from '../../../frame/chart-registry.ts'
import type { ExploreAnswer, ExploreDataset } from '../data/answer.ts'
import { missingTimeFilter } from '../control-panel/offer-time-filter.ts'
import { newFilter } from '../../../controls/filter/filter-draft.ts'
import { buildFirstForm } from './first-form.ts'
import { changedControls } from './form.ts'
import { placeField } from './place-field.ts'
import { createExplore, mergeRenderOnly, formToSave } from './store.ts'
import { countChanges } from './use-changes.ts'

const dataset: ExploreDataset = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  database: { id: 1, backend: 'duckdb' },
  columns: [
    { column_name: 'date', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'listed', type: 'DATE', is_dttm: true },
    { column_name: 'symbol', type: 'TEXT', is_dttm: false },
    { column_name: 'price', type: 'DOUBLE', is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: 'date',
}
const answer: ExploreAnswer = { dataset, form_data: { viz_type: '', datasource: '3__table' }, slice: null, metadata: null, message: null }
const open = () => createExplore(answer, buildFirstForm(dataset, { span: {}, distinct: { symbol: 5 }, rows: 560 }))

const line = 'echarts_timeseries_line'
beforeAll(async () => {
  await Promise.all([line, 'pie', 'table'].map(loadChart))
})

describe('the page of a new chart', () => {
  test('starts complete and unchanged, with nothing to undo', () => {
    const { getState } = open()
    expect(getState().form()).toMatchObject({ viz_type: line, x_axis: 'date', row_limit: 10000 })
    expect(getState().history.past).toEqual([])
    expect(getState().requested).toBe(getState().form())
  })

  test('a change runs at once and can be undone and redone', () => {
    const { getState } = open()
    getState().set('row_limit', 50)
    expect(getState().requested['row_limit']).toBe(50)
    getState().undo()
    expect(getState().requested['row_limit']).toBe(10000)
    getState().redo()
    expect(getState().form()['row_limit']).toBe(50)
  })

  test('setting an equal value is no undo step', () => {
    const { getState } = open()
    getState().set('row_limit', 10000)
    expect(getState().history.past).toEqual([])
  })

  test('after a slow run a change waits for Update, unless it only affects drawing', () => {
    const { getState } = open()
    getState().setLastMs(2001)
    getState().set('row_limit', 50)
    getState().set('show_legend', false)
    expect(getState().requested['row_limit']).toBe(10000)
    expect(mergeRenderOnly(getState().requested, getState().form())).toMatchObject({ row_limit: 10000, show_legend: false })
    getState().update()
    expect(getState().requested['row_limit']).toBe(50)
  })

  test('reset restores one control and reset all every control; both can be undone', () => {
    const { getState } = open()
    getState().set('row_limit', 50)
    getState().set('groupby', [])
    getState().reset('row_limit')
    expect(getState().form()).toMatchObject({ row_limit: 10000, groupby: [] })
    getState().resetAll()
    expect(getState().form()['groupby']).toEqual(['symbol'])
    getState().undo()
    expect(getState().form()['groupby']).toEqual([])
  })

  test('switching the type is one undo step', async () => {
    const { getState } = open()
    await getState().switchTo('pie')
    expect(getState().form()).toMatchObject({ viz_type: 'pie', groupby: ['symbol'] })
    await getState().switchTo('no such type')
    expect(getState().form().viz_type).toBe('pie')
    getState().undo()
    expect(getState().form().viz_type).toBe(line)
  })

  test('after a save the form is unchanged', async () => {
    const { getState } = open()
    getState().set('row_limit', 50)
    const form = { ...getState().form(), slice_id: 7 }
    getState().markSaved({ slice_id: 7, slice_name: 'Prices', form_data: form }, getState(), {
      dashboards: [{ id: 1, dashboard_title: 'A' }],
    })
    const chart = await loadChart(line)
    expect(chart && changedControls(getState().form(), getState().saved, chart)).toEqual([])
    expect(getState()).toMatchObject({ title: 'Prices', metadata: { dashboards: [{ id: 1 }] } })
  })

  test('what changes while a save is under way stays a change', async () => {
    const { getState } = open()
    const chart = await loadChart(line)
    getState().set('row_limit', 50)
    const begun = getState()
    getState().set('row_limit', 60)
    getState().setTitle('Newer')
    getState().markSaved({ slice_id: 7, slice_name: 'Prices', form_data: begun.form() }, begun)
    expect(getState()).toMatchObject({ title: 'Newer', saved: { row_limit: 50 } })
    expect(countChanges({ ...getState(), form: getState().form(), chart: chart ?? undefined })).toEqual({ changes: 2, isDirty: true })
  })

  test('of two switches of the type the later one counts, and tells when it is done', async () => {
    const { getState } = open()
    const first = getState().switchTo('pie')
    const second = getState().switchTo('big_number_total')
    expect(getState().switching).toBe(second)
    await Promise.all([first, second])
    expect(getState()).toMatchObject({ switching: null })
    expect(getState().form().viz_type).toBe('big_number_total')
    getState().undo()
    expect(getState().form().viz_type).toBe(line)
  })

  test('the saved form has the keys of the controls', () => {
    const { getState } = open()
    const form = formToSave({ ...getState(), form: { ...getState().form(), foreign: 1, extra_filters: [] } })
    expect(form).toMatchObject({ viz_type: line, datasource: '3__table', extra_form_data: {} })
    expect(form).not.toHaveProperty('foreign')
  })

  test('editing the dataset keeps the chart and its history', () => {
    const { getState } = open()
    getState().set('row_limit', 50)
    const form = getState().form()
    getState().replaceDataset({ ...dataset, metrics: [...dataset.metrics, { metric_name: 'dear', expression: 'MAX(price)' }] })
    expect(getState().dataset.metrics.map(({ metric_name }) => metric_name)).toEqual(['count', 'dear'])
    expect(getState().form()).toBe(form)
    getState().undo()
    expect(getState().form()['row_limit']).toBe(10000)
  })

  test('another dataset is a step that is undone and redone', () => {
    const { getState } = open()
    getState().set('row_limit', 50)
    getState().swapDataset({ ...dataset, id: 4 })
    expect(getState().form()).toMatchObject({ datasource: '4__table', row_limit: 50 })
    getState().undo()
    expect(getState().dataset.id).toBe(3)
    expect(getState().requested).toMatchObject({ datasource: '3__table', row_limit: 50 })
    getState().redo()
    expect(getState().dataset.id).toBe(4)
    expect(getState().requested['datasource']).toBe('4__table')
  })

  test('a grain that the other dataset does not offer is dropped, and comes back with the dataset', () => {
    const grains = (...offered: string[]) => ({ time_grain_sqla: offered.map((grain): [string, string] => [grain, grain]) })
    const { getState } = createExplore({ ...answer, dataset: { ...dataset, ...grains('PT1S', 'P1D') } }, buildFirstForm(dataset))
    getState().set('time_grain_sqla', 'PT1S')
    getState().swapDataset({ ...dataset, ...grains('P1D'), id: 4 })
    expect(getState().form()['time_grain_sqla']).toBeNull()
    getState().undo()
    expect(getState().form()['time_grain_sqla']).toBe('PT1S')
    getState().set('time_grain_sqla', 'P1D')
    getState().swapDataset({ ...dataset, ...grains('P1D'), id: 4 })
    expect(getState().form()['time_grain_sqla']).toBe('P1D')
  })

  test('of an ordering the columns stay that are still shown', async () => {
    const { getState } = open()
    await getState().patch({ ...getState().form(), viz_type: 'table', query_mode: 'raw', all_columns: ['date', 'price'] })
    const [byDate, byPrice] = [JSON.stringify(['date', true]), JSON.stringify(['price', false])]
    getState().set('order_by_cols', [byPrice, byDate])
    getState().set('all_columns', ['date'])
    expect(getState().form()['order_by_cols']).toEqual([byDate])
  })

  test('resetting all brings the dataset back', () => {
    const { getState } = open()
    getState().swapDataset({ ...dataset, id: 4 })
    getState().resetAll()
    expect(getState().dataset.id).toBe(3)
    expect(getState().form()['datasource']).toBe('3__table')
    getState().undo()
    expect(getState().dataset.id).toBe(4)
  })

  test('a change of the name is a step, and typing is one', () => {
    const { getState } = open()
    for (const title of ['P', 'Pr', 'Prices']) getState().setTitle(title)
    expect(getState().history.past).toHaveLength(1)
    getState().undo()
    expect(getState().title).toBe('')
    getState().redo()
    expect(getState().title).toBe('Prices')
    getState().set('row_limit', 50)
    getState().undo()
    expect(getState().title).toBe('Prices')
  })

  test('a name that was saved elsewhere is no step', () => {
    const { getState } = open()
    getState().markSaved({ slice_id: 1, slice_name: 'Old', form_data: getState().form() }, getState())
    getState().setProperties({ slice_name: 'New', description: null })
    expect(getState()).toMatchObject({ title: 'New', slice: { slice_name: 'New' } })
    expect(getState().history.past).toEqual([])
    getState().set('row_limit', 50)
    getState().undo()
    expect(getState().title).toBe('New')
  })
})

describe('adding a field to the default control', () => {
  const place = async (vizType: string, name: string, form: Record<string, unknown> = {}, kind: 'metric' | 'column' = 'column') => {
    const chart = await loadChart(vizType)
    const placed = chart && placeField({ kind, name }, { viz_type: vizType, datasource: '3__table', ...form }, { chart, dataset })
    return placed && [placed.control.name, placed.value]
  }
  test('a metric is added to the metrics, once', async () => {
    expect(await place(line, 'count', {}, 'metric')).toEqual(['metrics', ['count']])
    expect(await place(line, 'count', { metrics: ['count'] }, 'metric')).toBeNull()
  })
  test('a number is aggregated', async () =>
    expect(await place(line, 'price')).toMatchObject(['metrics', [{ aggregate: 'SUM', label: 'SUM(price)' }]]))
  test('a text goes to the axis first, then to the dimensions', async () => {
    expect(await place(line, 'symbol')).toEqual(['x_axis', 'symbol'])
    expect(await place(line, 'symbol', { x_axis: 'date' })).toEqual(['groupby', ['symbol']])
  })
  test('a time goes to the axis', async () => expect(await place(line, 'listed', { x_axis: 'date' })).toEqual(['x_axis', 'listed']))
  test('one metric replaces another', async () =>
    expect(await place('pie', 'count', { metric: 'x' }, 'metric')).toEqual(['metric', 'count']))
  test('raw records list columns of every kind', async () =>
    expect(await place('table', 'price', { query_mode: 'raw', all_columns: ['symbol'] })).toEqual(['all_columns', ['symbol', 'price']]))
})

test.each([
  ['listed', [newFilter(dataset.columns[0]!)], 'listed'],
  ['date', [newFilter(dataset.columns[0]!)], null],
  ['symbol', [], null],
  ['listed', undefined, null],
])('an X-axis of %s with filters %j misses a time filter on %s', (axis, adhoc_filters, subject) =>
  expect(missingTimeFilter({ viz_type: line, datasource: '3__table', adhoc_filters }, axis, dataset)?.subject ?? null).toBe(subject),
)
