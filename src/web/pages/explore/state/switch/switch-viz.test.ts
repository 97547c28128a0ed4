import { describe, expect, test } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { charts, findChart } from '#charts/index.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { ColumnStats } from '../choose-fields.ts'
import { buildFirstForm } from '../first-form.ts'
import { completeForm, updateDependents } from '../form.ts'
import { emptyMemory } from './memory.ts'
import type { Memory } from './memory.ts'
import { switchViz } from './switch-viz.ts'

const column = (column_name: string, type_generic: number): DatasetFacts['columns'][number] => ({
  column_name,
  type_generic,
  is_dttm: type_generic === 2,
})
const films: DatasetFacts = {
  id: 4,
  columns: [column('gross', 0), column('votes', 0), column('rating', 1), column('director', 1), column('year', 0), column('released', 2)],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: 'released',
  time_grain_sqla: [
    ['P1M', 'Month'],
    ['P1Y', 'Year'],
  ],
}
const withoutTimes: DatasetFacts = { ...films, main_dttm_col: null, columns: films.columns.filter((one) => !one.is_dttm) }
const glance: ColumnStats = {
  span: { released: [Date.UTC(1930, 0), Date.UTC(2010, 0)] },
  distinct: { rating: 7, director: 550 },
  rows: 3000,
}

const known = (vizType: string): Chart => {
  const found = findChart(vizType)
  if (!found) throw new Error(vizType)
  return found
}

/** The forms on the way through several types, from the first chart of a dataset. */
const walk = (dataset: DatasetFacts, ...vizTypes: string[]): FormData => {
  const first = buildFirstForm(dataset, glance)
  let from = known(first.viz_type)
  let at: { form: FormData; memory: Memory } = { form: completeForm(first, from, dataset), memory: emptyMemory }
  for (const vizType of vizTypes) {
    at = switchViz(at.form, known(vizType), { dataset, glance, memory: at.memory, from })
    from = known(vizType)
  }
  return at.form
}

const label = (of: string) => expect.objectContaining({ label: of })

describe('initial fields of a type', () => {
  test.each<[string, DatasetFacts, Record<string, unknown>]>([
    ['echarts_timeseries_bar', films, { stack: 'Stack', groupby: ['rating'], time_grain_sqla: 'P1Y' }],
    ['echarts_timeseries_bar', withoutTimes, { stack: null, x_axis: 'rating', x_axis_sort: 'SUM(gross)', x_axis_sort_asc: false }],
    ['echarts_timeseries_line', withoutTimes, { stack: null, x_axis_sort: undefined }],
    ['echarts_area', films, { stack: 'Stack' }],
    ['table', films, { query_mode: 'aggregate', groupby: ['released', 'rating'], row_limit: 1000 }],
    ['pivot_table_v2', films, { groupbyRows: ['released'], groupbyColumns: ['rating'] }],
    ['mixed_timeseries', films, { metrics: [label('SUM(gross)')], metrics_b: [label('SUM(votes)')], yAxisIndexB: 1, stack: true }],
    ['histogram_v2', films, { column: 'gross', groupby: ['rating'] }],
    ['box_plot', films, { columns: ['released'], groupby: ['rating'], time_grain_sqla: 'P1Y' }],
    ['bubble_v2', films, { entity: 'rating', x: label('SUM(gross)'), y: label('SUM(votes)'), size: 'count' }],
    ['heatmap_v2', films, { x_axis: 'released', groupby: 'rating' }],
    ['heatmap_v2', withoutTimes, { x_axis: 'rating', groupby: 'director' }],
    ['waterfall', films, { x_axis: 'released', groupby: [] }],
    ['radar', films, { metrics: [label('SUM(gross)'), label('SUM(votes)'), 'count'], row_limit: 10 }],
    ['big_number', withoutTimes, { x_axis: undefined }],
  ])('%s', (vizType, dataset, values) => {
    const form = walk(dataset, vizType)
    expect(Object.fromEntries(Object.keys(values).map((key) => [key, form[key]]))).toEqual(values)
  })

  test('the second query of a mixed chart gets the filters of the first', () => {
    const form = walk(films, 'mixed_timeseries')
    expect(form['adhoc_filters_b']).toEqual(form['adhoc_filters'])
    expect(form['adhoc_filters']).toHaveLength(1)
  })

  test('a saved chart keeps its identity in another type', () => {
    const saved: FormData = { ...buildFirstForm(films, glance), slice_id: 7 }
    const line = known('echarts_timeseries_line')
    const from = completeForm(saved, line, films)
    const { form } = switchViz(from, known('echarts_area'), { dataset: films, glance, memory: emptyMemory, from: line })
    expect(form).toMatchObject({ slice_id: 7, stack: 'Stack' })
    expect(completeForm({ ...saved, viz_type: 'echarts_area' }, known('echarts_area'), films)['stack']).toBeNull()
  })

  test('many series are limited', () => {
    const many: FormData = { ...buildFirstForm(films, glance), viz_type: 'table', groupby: ['released', 'director'], metrics: ['count'] }
    const { form } = switchViz({ ...many, x_axis: undefined }, known('echarts_timeseries_line'), {
      dataset: films,
      glance,
      memory: emptyMemory,
      from: known('table'),
    })
    expect(form).toMatchObject({ x_axis: 'released', groupby: ['director'], limit: 10 })
  })
})

describe('automatically chosen fields', () => {
  test.each(['bubble_v2', 'heatmap_v2', 'mixed_timeseries', 'radar', 'histogram_v2', 'box_plot', 'pivot_table_v2', 'big_number', 'table'])(
    'does not come back from %s',
    (between) => {
      const line = { x_axis: 'released', groupby: ['rating'], metrics: [label('SUM(gross)')] }
      expect(walk(films, between, 'echarts_timeseries_line')).toMatchObject(line)
      expect(walk(withoutTimes, between, 'echarts_timeseries_bar')).toMatchObject({ x_axis: 'rating', groupby: [] })
    },
  )
})

test('metrics keep their order through a bubble chart', () => {
  const table = known('table')
  const metrics = [
    'count',
    { expressionType: 'SQL', sqlExpression: 'MAX(gross)', label: 'Top' },
    { expressionType: 'SQL', sqlExpression: 'SUM(votes)', label: 'Votes' },
  ]
  const start = completeForm({ ...buildFirstForm(films, glance), viz_type: 'table', groupby: ['rating'], metrics }, table, films)
  const bubble = switchViz(start, known('bubble_v2'), { dataset: films, glance, memory: emptyMemory, from: table })
  const options = { dataset: films, glance, memory: bubble.memory, from: known('bubble_v2') }
  expect(switchViz(bubble.form, known('pivot_table_v2'), options).form['metrics']).toEqual(start['metrics'])
})

describe('a round trip', () => {
  const line = known('echarts_timeseries_line')
  const rated = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'rating', operator: 'IN', comparator: ['PG', 'R'] }
  const start = completeForm(
    {
      ...buildFirstForm(films, glance, 'Last year'),
      metrics: ['count', { expressionType: 'SQL', sqlExpression: 'MAX(gross)', label: 'Top' }],
      groupby: ['rating', 'director'],
      adhoc_filters: [...(buildFirstForm(films, glance, 'Last year').adhoc_filters as object[]), rated],
      time_grain_sqla: 'P1M',
      row_limit: 500,
      color_scheme: 'lyftColors',
      opacity: 0.4,
      x_axis_title: 'When',
    },
    line,
    films,
  )

  test.each(charts.map(({ viz_type: vizType }) => vizType))('through %s loses nothing, and takes the filters along', (vizType) => {
    const between = known(vizType)
    const there = switchViz(start, between, { dataset: films, glance, memory: emptyMemory, from: line })
    const filters = (form: FormData) => form.adhoc_filters
    if ('adhoc_filters' in there.form) expect(filters(there.form)).toEqual(filters(start))
    const back = switchViz(there.form, line, { dataset: films, glance, memory: there.memory, from: between })
    expect(back.form).toEqual(start)
  })
})

describe('a category axis sorted by its metric', () => {
  const bar = known('echarts_timeseries_bar')
  const start = walk(withoutTimes)
  const after = (change: Record<string, unknown>) => updateDependents(start, { ...start, ...change }, { chart: bar, dataset: withoutTimes })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['follows another metric', { metrics: ['count'] }, { x_axis_sort: 'count' }],
    ['stays through another axis', { x_axis: 'director' }, { x_axis_sort: 'SUM(gross)' }],
    ['is sorted by the total of its series', { groupby: ['director'] }, { x_axis_sort_series: 'sum', x_axis_sort_series_ascending: false }],
    ['leaves an axis of numbers in its order', { x_axis: 'year' }, {}],
  ])('%s', (_, change, values) => expect(after(change)).toMatchObject(values))

  test('a sort order set by the user is kept', () => {
    const byName = { ...start, x_axis_sort: 'rating' }
    const changed = updateDependents(byName, { ...byName, metrics: ['count'] }, { chart: bar, dataset: withoutTimes })
    expect(changed['x_axis_sort']).toBe('rating')
  })
})
