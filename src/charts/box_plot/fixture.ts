import type { Table } from '#core/table.ts'
import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

/** IMDb ratings of films by genre: number of films, mean, lower end, quartiles, upper end, outliers. */
const ratings: Record<
  string,
  [count: number, mean: number, low: number, q1: number, median: number, q3: number, high: number, outliers: number[]]
> = {
  Documentary: [37, 7, 5.8, 6.9, 7.4, 7.8, 8.5, [2.2, 2.3, 3, 5]],
  Drama: [738, 6.77, 4.3, 6.2, 6.9, 7.5, 9.2, [1.7, 2.3, 2.6, 2.7, 2.9, 3, 3.4, 3.5, 3.6, 3.9, 4, 4.1, 4.2]],
  Western: [35, 6.84, 4.6, 6.35, 6.8, 7.65, 8.8, []],
  Musical: [50, 6.45, 4.5, 6.2, 6.85, 7.45, 8.3, [1.6, 2, 3.4, 3.5, 3.7]],
  Adventure: [251, 6.35, 3.5, 5.7, 6.4, 7.2, 8.9, [2.1, 2.5, 2.7, 3.2, 3.4]],
  Action: [392, 6.11, 2.9, 5.4, 6.2, 7.1, 8.9, [2.3, 2.5, 2.6, 2.7, 2.8]],
  Comedy: [635, 5.85, 2.8, 5.1, 6, 6.7, 8.5, [1.4, 1.5, 1.7, 2, 2.1, 2.2, 2.4, 2.5, 2.6]],
  Horror: [209, 5.68, 2.9, 5, 5.6, 6.4, 8.5, [2.3, 2.6]],
}

const rows = Object.values(ratings)
const numbers = tableOf({
  'Major Genre': Object.keys(ratings),
  Rating__mean: rows.map(([, mean]) => mean),
  Rating__median: rows.map(([, , , , median]) => median),
  Rating__max: rows.map(([, , , , , , high]) => high),
  Rating__min: rows.map(([, , low]) => low),
  Rating__q1: rows.map(([, , , q1]) => q1),
  Rating__q3: rows.map(([, , , , , q3]) => q3),
  Rating__count: rows.map(([count]) => count),
})

const table: Table = {
  ...numbers,
  columns: [...numbers.columns, { name: 'Rating__outliers', type: 'json', values: rows.map((row) => row[7]) }],
}

const form = {
  datasource: '1__table',
  viz_type: 'box_plot',
  columns: ['Title'],
  groupby: ['Major Genre'],
  metrics: [metric('Rating', 'IMDB Rating', 'AVG')],
  whiskerOptions: 'Tukey',
}

export const fixtures: Fixture[] = [
  {
    title: 'Ratings by genre',
    subtitle: 'IMDb rating, median and quartiles; films beside the name',
    form,
    tables: [table],
  },
  {
    title: 'Ratings by genre, vertical',
    subtitle: 'The same with the names below',
    form: { ...form, x_ticks_layout: 'staggered', y_axis_title: 'IMDb rating' },
    tables: [table],
  },
]
