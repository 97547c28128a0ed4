import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

export const fixtures: Fixture[] = [
  {
    title: 'From revenue to profit',
    subtitle: 'Thousand dollars',
    form: {
      datasource: '1__table',
      viz_type: 'waterfall',
      x_axis: 'step',
      metric: metric('Amount', 'amount'),
      groupby: [],
      show_value: true,
    },
    tables: [
      tableOf({ step: ['Revenue', 'Refunds', 'Goods', 'Wages', 'Rent', 'Grants', 'Taxes'], Amount: [820, -40, -260, -210, -60, 35, -70] }),
    ],
  },
]
