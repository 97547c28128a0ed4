import { expect, test } from 'vitest'
import type { DatasetFacts } from '#charts/control.ts'
import { charts, findChart } from '#charts/index.ts'
import { translator } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { noColumnStats } from '../choose-fields.ts'
import { fittingCharts } from './fitting-charts.ts'
import { completeForm } from '../form.ts'
import { emptyMemory } from './memory.ts'

const column = (column_name: string, type_generic: number): DatasetFacts['columns'][number] => ({
  column_name,
  type_generic,
  is_dttm: type_generic === 2,
})
const dataset: DatasetFacts = {
  id: 4,
  columns: [column('gross', 0), column('rating', 1), column('director', 1), column('released', 2)],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: 'released',
  time_grain_sqla: [['P1Y', 'Year']],
}

const fitting = (fields: Partial<FormData> & { viz_type: string }): string[] => {
  const chart = findChart(fields.viz_type)
  if (!chart) throw new Error(fields.viz_type)
  const form = completeForm({ datasource: '4__table', ...fields }, chart, dataset)
  const options = { dataset, glance: noColumnStats, memory: emptyMemory, from: chart, t: translator() }
  return fittingCharts(charts, form, options).map(({ viz_type: vizType }) => vizType)
}

const bar = 'echarts_timeseries_bar'

test.each<[string, Partial<FormData> & { viz_type: string }, { fits: string[]; not: string[] }]>([
  [
    'a metric over time by a category',
    { viz_type: bar, x_axis: 'released', metrics: ['count'], groupby: ['rating'] },
    { fits: ['echarts_timeseries_line', bar, 'echarts_area', 'table', 'pivot_table_v2'], not: ['pie', 'big_number_total', 'bubble_v2'] },
  ],
  [
    'a metric by a category: no lines, which need an order',
    { viz_type: bar, x_axis: 'rating', metrics: ['count'], groupby: [] },
    {
      fits: [bar, 'pie', 'funnel', 'treemap_v2', 'table'],
      not: ['echarts_timeseries_line', 'echarts_area', 'big_number', 'big_number_total'],
    },
  ],
  [
    'a single metric',
    { viz_type: 'big_number_total', metric: 'count' },
    { fits: ['big_number_total'], not: [bar, 'echarts_timeseries_line', 'bubble_v2', 'heatmap_v2'] },
  ],
])('%s', (_, form, { fits, not }) => {
  const found = fitting(form)
  expect(found).toEqual(expect.arrayContaining(fits))
  expect(found.filter((vizType) => not.includes(vizType))).toEqual([])
})

test('nothing fits a chart without fields', () => {
  expect(fitting({ viz_type: 'table', query_mode: 'raw', all_columns: ['rating'] })).toEqual([])
})
