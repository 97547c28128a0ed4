import { metric, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { unemployed } from '../shared/fixtures/sample-data.ts'

const form = {
  datasource: '1__table',
  viz_type: 'echarts_area',
  x_axis: 'month',
  time_grain_sqla: 'P1M',
  metrics: [metric('Unemployed', 'count')],
  groupby: ['series'],
  truncate_metric: true,
}

export const fixtures: Fixture[] = [
  {
    title: 'Out of work, by last industry',
    subtitle: 'Unemployed people in the United States, monthly',
    form: { ...form, stack: 'Stack' },
    tables: [timeTable('month', unemployed)],
  },
  {
    title: 'Shares of those out of work',
    subtitle: 'By last industry, monthly',
    form: { ...form, stack: 'Expand' },
    tables: [timeTable('month', unemployed)],
  },
  {
    title: 'Out of work in manufacturing',
    subtitle: 'Unemployed people, monthly',
    form,
    tables: [timeTable('month', { ...unemployed, series: { Manufacturing: unemployed.series.Manufacturing } })],
  },
]
