import { metric, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { stocks } from '../shared/fixtures/sample-data.ts'

export const fixtures: Fixture[] = [
  {
    title: 'Google in steps',
    subtitle: 'Average price per month',
    form: {
      datasource: '1__table',
      viz_type: 'echarts_timeseries_step',
      x_axis: 'date',
      time_grain_sqla: 'P1M',
      metrics: [metric('Average price', 'price', 'AVG')],
      groupby: ['symbol'],
      truncate_metric: true,
      y_axis_format: '$,.0f',
    },
    tables: [timeTable('date', { ...stocks, series: { GOOG: stocks.series.GOOG, AAPL: stocks.series.AAPL } })],
  },
]
