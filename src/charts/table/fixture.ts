import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { biggest } from '../shared/fixtures/sample-data.ts'

const column = <T>(at: number) => biggest.map((row) => row[at] as T)

export const fixtures: Fixture[] = [
  {
    title: 'Biggest films',
    subtitle: 'Raw records',
    form: {
      datasource: '1__table',
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['Title', 'Release Date', 'Worldwide Gross', 'IMDB Rating'],
      order_by_cols: ['["Worldwide Gross", false]'],
    },
    tables: [
      tableOf({
        Title: column<string>(0),
        'Release Date': { type: 'date', values: column<number>(3) },
        'Worldwide Gross': column<number>(4),
        'IMDB Rating': column<number>(6),
      }),
    ],
  },
  {
    title: 'Biggest films by genre',
    subtitle: 'Grouped, with totals',
    form: {
      datasource: '1__table',
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['Major Genre', 'Distributor'],
      metrics: [metric('Gross', 'Worldwide Gross'), metric('Budget', 'Production Budget')],
      show_totals: true,
      column_config: { Gross: { currencyFormat: { symbol: 'USD', symbolPosition: 'prefix' } }, Budget: { d3NumberFormat: '$,.3s' } },
    },
    tables: [
      tableOf({
        'Major Genre': column<string | null>(2).slice(0, 4),
        Distributor: column<string | null>(1).slice(0, 4),
        Gross: column<number>(4).slice(0, 4),
        Budget: [237_000_000, 200_000_000, null, -20_000_000],
      }),
      tableOf({ Gross: [6_500_000_000], Budget: [417_000_000] }),
    ],
  },
]
