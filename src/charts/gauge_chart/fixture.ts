import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

const form = {
  datasource: '1__table',
  viz_type: 'gauge_chart',
  metric: metric('Mean rating', 'IMDB Rating', 'AVG'),
  min_val: 0,
  max_val: 10,
}

export const fixtures: Fixture[] = [
  {
    title: 'Mean rating of dramas',
    subtitle: 'IMDb rating',
    form: { ...form, groupby: [] },
    tables: [tableOf({ 'Mean rating': [6.77] })],
  },
  {
    title: 'Mean rating by genre',
    subtitle: 'IMDb rating, with intervals',
    form: { ...form, groupby: ['Major Genre'], intervals: '5,6.5,10', interval_color_indices: '6,2,4' },
    tables: [tableOf({ 'Major Genre': ['Documentary', 'Drama', 'Comedy', 'Horror'], 'Mean rating': [7.0, 6.77, 5.85, 4.8] })],
  },
]
