import { metric, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { life } from '../shared/fixtures/sample-data.ts'

export const fixtures: Fixture[] = [
  {
    title: 'Life expectancy at birth',
    subtitle: 'Years, every fifth year',
    form: {
      datasource: '1__table',
      viz_type: 'echarts_timeseries_smooth',
      x_axis: 'year_date',
      time_grain_sqla: 'P1Y',
      metrics: [metric('Life expectancy', 'life_expect', 'AVG')],
      groupby: ['country'],
      truncate_metric: true,
      y_axis_format: ',.0f',
    },
    tables: [timeTable('year_date', life)],
  },
]
