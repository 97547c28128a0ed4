import { describe, expect, test } from 'vitest'
import type { Control, ControlOf, DatasetFacts } from '#charts/control.ts'
import type { Field } from './landing.ts'
import { columnLanding, filterLanding, metricLanding, refusalOf, takesFields } from './landing.ts'

const dataset: DatasetFacts = {
  id: 1,
  columns: [
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'region', type: 'TEXT', is_dttm: false },
    { column_name: 'price', type: 'DOUBLE', is_dttm: false },
    { column_name: 'note', type: 'TEXT', is_dttm: false, groupby: false, filterable: false },
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: 'day',
}
const metric = (name: string): Field => ({ kind: 'metric', name })
const column = (name: string): Field => ({ kind: 'column', name })
const named = { name: 'x', label: 'X' }
const columns: ControlOf<'columns'> = { ...named, type: 'columns' }
const metrics: ControlOf<'metrics'> = { ...named, type: 'metrics' }
const filters: ControlOf<'filters'> = { ...named, type: 'filters' }
const place = <C extends Control>(control: C, held: unknown = [], hasSavedMetricsOnly = false) => ({
  control,
  state: { form: { viz_type: 'line', datasource: '1__table', x: held }, dataset },
  surface: { hasSavedMetricsOnly, defaultTimeRange: 'No filter' },
})

describe('the control value that a field becomes', () => {
  test('a saved metric is kept, a numeric column is aggregated with SUM', () => {
    expect(metricLanding(metric('count'), place(metrics))).toEqual({ item: 'count' })
    expect(metricLanding(column('price'), place(metrics))).toMatchObject({
      item: { column: { column_name: 'price' }, aggregate: 'SUM' },
    })
  })
  test('a column becomes a dimension, or a filter that suits its type', () => {
    expect(columnLanding(column('region'), place(columns))).toEqual({ item: 'region' })
    expect(filterLanding(column('day'), place(filters))).toMatchObject({ item: { operator: 'TEMPORAL_RANGE' } })
    expect(filterLanding(metric('count'), place(filters))).toMatchObject({ item: { clause: 'HAVING' } })
  })
})

test.each<[string, Field, ReturnType<typeof place<Control>>]>([
  ['“count” is a metric; X takes columns.', metric('count'), place(columns)],
  ['“region” is in X already.', column('region'), place(columns, ['region'])],
  ['“count” is in X already.', metric('count'), place(metrics, ['count'])],
  ['“region” holds no times; X takes time columns.', column('region'), place({ ...columns, columns: 'temporal' })],
  ['“region” holds no numbers; X takes columns of numbers.', column('region'), place({ ...columns, columns: 'numeric' })],
  ['The dataset does not offer “note” as a dimension.', column('note'), place(columns)],
  ['The dataset does not offer “note” for filters.', column('note'), place(filters)],
  [
    'There is such a filter on “day” already; it can be changed there.',
    column('day'),
    place(filters, [{ subject: 'day', clause: 'WHERE', operator: 'TEMPORAL_RANGE', comparator: 'Last week' }]),
  ],
  ['This dataset allows saved metrics only.', column('price'), place({ ...named, type: 'metric' }, null, true)],
  ['“gone” is not in this dataset.', column('gone'), place(columns)],
])('%s', (words, field, where) => expect(refusalOf(field, where)).toBe(words))

test('a column that is filtered by another operator starts one more filter', () => {
  const above = { subject: 'price', clause: 'WHERE', operator: '>', comparator: 5 }
  expect(filterLanding(column('price'), place(filters, [above]))).toMatchObject({ item: { operator: 'IN' } })
})

test('a control of plain values takes no fields', () => {
  expect(takesFields({ name: 'row_limit', label: 'Row limit', type: 'select', choices: [] })).toBe(false)
  expect(takesFields({ name: 'groupby', label: 'Dimensions', type: 'columns' })).toBe(true)
})
