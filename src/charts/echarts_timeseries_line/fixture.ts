import { metric, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { electricity, stocks } from '../shared/fixtures/sample-data.ts'

const base = { datasource: '1__table', viz_type: 'echarts_timeseries_line', truncate_metric: true, show_legend: true }

export const fixtures: Fixture[] = [
  {
    title: 'Electricity made in Iowa',
    subtitle: 'Net generation by source, million MWh',
    form: { ...base, x_axis: 'year', time_grain_sqla: 'P1Y', metrics: [metric('Generation', 'net_generation')], groupby: ['source'] },
    tables: [timeTable('year', electricity)],
  },
  {
    title: 'Stock prices by symbol',
    subtitle: 'Average price per month',
    form: {
      ...base,
      x_axis: 'date',
      time_grain_sqla: 'P1M',
      metrics: [metric('Average price', 'price', 'AVG')],
      groupby: ['symbol'],
      y_axis_format: '$,.0f',
    },
    tables: [timeTable('date', stocks)],
  },
]
