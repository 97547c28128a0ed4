import { metric, tableOf, timeTable } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { barley, distributors, films } from '../shared/fixtures/sample-data.ts'

const base = { datasource: '1__table', viz_type: 'echarts_timeseries_bar', truncate_metric: true }

export const fixtures: Fixture[] = [
  {
    title: 'Barley yield by site',
    subtitle: 'Bushels per acre, mean of ten varieties',
    form: {
      ...base,
      x_axis: 'site',
      metrics: [metric('Yield', 'yield', 'AVG')],
      groupby: ['year'],
      sort_series_type: 'name',
      sort_series_ascending: true,
      y_axis_format: ',.0f',
    },
    tables: [tableOf({ site: barley.sites, 1931: barley.years['1931'], 1932: barley.years['1932'] })],
  },
  {
    title: 'Worldwide gross by genre',
    subtitle: 'By year of release, total above the bar',
    form: {
      ...base,
      x_axis: 'Release Date',
      time_grain_sqla: 'P1Y',
      metrics: [metric('Worldwide gross', 'Worldwide Gross')],
      groupby: ['Major Genre'],
      stack: 'Stack',
      show_value: true,
      currency_format: { symbol: 'USD', symbolPosition: 'prefix' },
    },
    tables: [timeTable('Release Date', films)],
  },
  {
    title: 'Top distributors',
    subtitle: 'Worldwide gross of all films, 8 of 174 shown',
    form: {
      ...base,
      x_axis: 'Distributor',
      metrics: [metric('Worldwide gross', 'Worldwide Gross')],
      groupby: [],
      orientation: 'horizontal',
      currency_format: { symbol: 'USD', symbolPosition: 'prefix' },
    },
    tables: [tableOf({ Distributor: distributors.names, 'Worldwide gross': distributors.gross })],
  },
]
