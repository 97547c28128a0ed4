import { expect, test } from 'vitest'
import type { DatasetFacts } from '../../control.ts'
import { axisSortChoices } from './controls.ts'

const films: DatasetFacts = {
  id: 1,
  main_dttm_col: null,
  columns: [{ column_name: 'genre', verbose_name: 'Major genre', is_dttm: false }],
  metrics: [
    { metric_name: 'rating', verbose_name: 'IMDb rating', expression: 'AVG(rating)' },
    { metric_name: 'count', expression: 'COUNT(*)' },
  ],
}
const own = { expressionType: 'SQL', sqlExpression: 'MAX(gross)', label: 'Top' }

test('the x axis is sorted by its own values or by metrics, which have their labels of the dataset', () => {
  const form = {
    viz_type: 'echarts_timeseries_bar',
    datasource: '1__table',
    x_axis: 'genre',
    metrics: ['rating', own],
    timeseries_limit_metric: 'rating',
  }
  const shown = (dataset: DatasetFacts | null) => axisSortChoices({ form, dataset }).map(({ value, label }) => [value, label])
  expect(shown(films)).toEqual([
    ['genre', 'Major genre'],
    ['rating', 'IMDb rating'],
    ['Top', 'Top'],
  ])
  expect(shown(null)).toEqual([
    ['genre', 'genre'],
    ['rating', 'rating'],
    ['Top', 'Top'],
  ])
})
