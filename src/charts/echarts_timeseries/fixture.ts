import { metric, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { electricity } from '../shared/fixtures/sample-data.ts'

export const fixtures: Fixture[] = [
  {
    title: 'Renewables in Iowa',
    subtitle: 'Net generation, million MWh',
    form: {
      datasource: '1__table',
      viz_type: 'echarts_timeseries',
      x_axis: 'year',
      time_grain_sqla: 'P1Y',
      metrics: [metric('Generation', 'net_generation')],
      groupby: [],
      seriesType: 'bar',
    },
    tables: [timeTable('year', { ...electricity, series: { Generation: electricity.series.Renewables } })],
  },
]
