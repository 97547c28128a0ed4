import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { weather } from '../shared/fixtures/sample-data.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const fixtures: Fixture[] = [
  {
    title: 'Rain and warmth in Seattle',
    subtitle: 'Mean of 2012 to 2015 by month',
    form: {
      datasource: '1__table',
      viz_type: 'mixed_timeseries',
      x_axis: 'month',
      metrics: [metric('Rain, mm', 'precipitation')],
      groupby: [],
      metrics_b: [metric('Mean high, °C', 'temp_max', 'AVG')],
      groupby_b: [],
      seriesType: 'bar',
      seriesTypeB: 'smooth',
      yAxisIndexB: 1,
    },
    tables: [tableOf({ month: months, 'Rain, mm': weather.rain }), tableOf({ month: months, 'Mean high, °C': weather.warmth })],
  },
]
