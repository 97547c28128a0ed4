import { tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

const counts = [5, 12, 24, 41, 48, 61, 92, 190, 260, 381, 483, 505, 433, 272, 159, 46, 6]

export const fixtures: Fixture[] = [
  {
    title: 'Spread of ratings',
    subtitle: 'Films by IMDb rating, steps of 0.5',
    form: { datasource: '1__table', viz_type: 'histogram_v2', column: 'IMDB Rating', groupby: [], bins: 17 },
    tables: [tableOf(Object.fromEntries(counts.map((count, i) => [`${(1 + i / 2).toFixed(1)} - ${(1.5 + i / 2).toFixed(1)}`, [count]])))],
  },
]
