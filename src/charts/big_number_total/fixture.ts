import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

export const fixtures: Fixture[] = [
  {
    title: 'Gross so far',
    subtitle: 'All films in the list',
    form: {
      datasource: '1__table',
      viz_type: 'big_number_total',
      metric: metric('Worldwide gross', 'Worldwide Gross'),
      subtitle: 'worldwide, 3,129 films with a known gross',
      currency_format: { symbol: 'USD', symbolPosition: 'prefix' },
    },
    tables: [tableOf({ 'Worldwide gross': [271_773_338_926] })],
  },
]
