import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

const form = {
  datasource: '1__table',
  viz_type: 'treemap_v2',
  metric: metric('Gross', 'Worldwide Gross'),
  currency_format: { symbol: 'USD', symbolPosition: 'prefix' },
}

export const fixtures: Fixture[] = [
  {
    title: 'Gross by genre',
    subtitle: 'Worldwide gross of all films, share as area',
    form: { ...form, groupby: ['Major Genre'] },
    tables: [
      tableOf({
        'Major Genre': ['Adventure', 'Action', 'Comedy', 'Drama', 'Other', 'Thriller'],
        Gross: [66.1e9, 60.4e9, 50.4e9, 40e9, 31.8e9, 19.3e9],
      }),
    ],
  },
  {
    title: 'Gross by genre and rating',
    subtitle: 'Worldwide gross of all films',
    form: { ...form, groupby: ['Major Genre', 'MPAA Rating'] },
    tables: [
      tableOf({
        'Major Genre': ['Adventure', 'Adventure', 'Adventure', 'Action', 'Action', 'Comedy', 'Comedy', 'Comedy', 'Drama', 'Drama'],
        'MPAA Rating': ['PG', 'PG-13', 'G', 'PG-13', 'R', 'PG-13', 'PG', 'R', 'R', 'PG-13'],
        Gross: [25e9, 28e9, 13e9, 42e9, 18e9, 22e9, 15e9, 13e9, 21e9, 19e9],
      }),
    ],
  },
]
