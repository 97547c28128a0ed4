import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

/** Gross of films rated PG and PG-13, million dollars: genre, rating, one number per year from 2007. */
const gross: readonly (readonly [string, string, readonly (number | null)[]])[] = [
  ['Adventure', 'PG', [944, 998, 3704]],
  ['Adventure', 'PG-13', [3805, 2093, 1009]],
  ['Action', 'PG', [383, 93, null]],
  ['Action', 'PG-13', [2136, 3530, 5592]],
]

const cells = gross.flatMap(([genre, rating, values]) =>
  values.flatMap((value, i) => (value === null ? [] : [{ genre, rating, year: 2007 + i, value }])),
)

export const fixtures: Fixture[] = [
  {
    title: 'Gross by genre and rating',
    subtitle: 'Million dollars, films rated PG and PG-13',
    form: {
      datasource: '1__table',
      viz_type: 'pivot_table_v2',
      groupbyRows: ['Genre', 'rating'],
      groupbyColumns: ['Year'],
      metrics: [metric('Gross')],
      aggregateFunction: 'Sum',
      rowTotals: true,
      rowSubTotals: true,
      colTotals: true,
      rowSubtotalPosition: true,
      rowOrder: 'value_z_to_a',
    },
    tables: [
      tableOf({
        Genre: cells.map(({ genre }) => genre),
        rating: cells.map(({ rating }) => rating),
        Year: cells.map(({ year }) => year),
        Gross: cells.map(({ value }) => value),
      }),
    ],
  },
]
