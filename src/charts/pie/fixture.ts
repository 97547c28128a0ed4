import { tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'
import { genres } from '../shared/fixtures/sample-data.ts'

const form = { datasource: '1__table', viz_type: 'pie', metric: 'films', groupby: ['Major Genre'], sort_by_metric: true, row_limit: 100 }
const tables = [tableOf({ 'Major Genre': genres.names, films: genres.count })]

export const fixtures: Fixture[] = [
  {
    title: 'Films by genre',
    subtitle: 'Share of films with a known genre',
    form: { ...form, label_type: 'key_value_percent', donut: true, innerRadius: 45, show_total: true },
    tables,
  },
  { title: 'Films by genre, whole', subtitle: 'With the wire’s defaults', form: { ...form, label_type: 'key' }, tables },
]
