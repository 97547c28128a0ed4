import { tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

export const fixtures: Fixture[] = [
  {
    title: 'From the list to the hit',
    subtitle: 'Films by worldwide gross, share of the list',
    form: {
      datasource: '1__table',
      viz_type: 'funnel',
      metric: 'films',
      groupby: ['step'],
      sort_by_metric: true,
      label_type: 5,
      number_format: ',d',
    },
    tables: [
      tableOf({
        step: ['In the list', 'Has a gross', 'Over $10M', 'Over $50M', 'Over $100M', 'Over $500M'],
        films: [3177, 3129, 2299, 1247, 775, 76],
      }),
    ],
  },
]
