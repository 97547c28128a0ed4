import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { penguins } from '../shared/fixtures/sample-data.ts'

export const fixtures: Fixture[] = [
  {
    title: 'Penguins by size',
    subtitle: 'Mean body mass in g by flipper length in mm',
    form: {
      datasource: '1__table',
      viz_type: 'echarts_timeseries_scatter',
      x_axis: 'Flipper Length (mm)',
      metrics: [metric('Body mass', 'Body Mass (g)', 'AVG')],
      groupby: ['Species'],
      truncate_metric: true,
      sort_series_type: 'name',
      sort_series_ascending: true,
    },
    tables: [
      tableOf({
        'Flipper Length (mm)': penguins.flipper,
        Adelie: penguins.Adelie,
        Chinstrap: penguins.Chinstrap,
        Gentoo: penguins.Gentoo,
      }),
    ],
  },
]
