import { expect, test } from 'vitest'
import type { QueryObject } from '../../query/query-object.ts'
import { withUsualTimeColumn } from './time-column.ts'

const columns = ['Bought', 'Shipped', 'Region'].map((column_name) => ({ column_name, is_dttm: column_name !== 'Region' }))
const dataset = { main_dttm_col: 'Shipped', columns }
const ranged: QueryObject = { columns: ['Region'], metrics: [], time_range: 'Last year' }

test.each<[string, QueryObject, typeof dataset | { main_dttm_col: null; columns: typeof columns }, string | undefined]>([
  ['a range without a column', ranged, dataset, 'Shipped'],
  ['a range over a dataset without a main time column', ranged, { main_dttm_col: null, columns }, 'Bought'],
  ['a range over a dataset without time', ranged, { main_dttm_col: null, columns: columns.slice(2) }, undefined],
  ['no range', { ...ranged, time_range: undefined }, dataset, undefined],
  ['a range on a column of its own', { ...ranged, granularity: 'Bought' }, dataset, 'Bought'],
  ['the same by its old name', { ...ranged, granularity: undefined, granularity_sqla: 'Bought' }, dataset, undefined],
  ['a range of a condition', { ...ranged, filters: [{ col: 'Bought', op: 'TEMPORAL_RANGE', val: 'Last week' }] }, dataset, undefined],
])('%s limits the values of a filter', (_what, query, known, column) => {
  expect(withUsualTimeColumn(query, known).granularity).toBe(column)
})
