import { metric, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { jobs } from '../shared/fixtures/sample-data.ts'

export const fixtures: Fixture[] = [
  {
    title: 'People employed',
    subtitle: 'United States, non-farm, monthly',
    form: {
      datasource: '1__table',
      viz_type: 'big_number',
      x_axis: 'month',
      time_grain_sqla: 'P1M',
      metric: metric('Jobs', 'nonfarm'),
      compare_lag: 12,
      show_trend_line: true,
      start_y_axis_at_zero: false,
    },
    tables: [timeTable('month', jobs)],
  },
]
