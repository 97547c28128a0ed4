import { expect, test } from 'vitest'
import type { QueryColumn } from '#core/query/query-object.ts'
import { openColumn, toColumn, withColumnTab } from './column-draft.ts'

const dataset = {
  columns: [
    { column_name: 'Major Genre', is_dttm: false },
    { column_name: 'profit', is_dttm: false, expression: 'gross - budget' },
  ],
}
const context = { dataset, backend: null }

test.each<[QueryColumn | null, string]>([
  [null, 'simple'],
  ['Major Genre', 'simple'],
  ['profit', 'saved'],
  [{ sqlExpression: 'upper(a)', label: 'A' }, 'sql'],
])('%j opens %s', (value, tab) => expect(openColumn(value, dataset).tab).toBe(tab))

test.each<[QueryColumn, string]>([
  ['Major Genre', '"Major Genre"'],
  ['profit', 'gross - budget'],
])('%j as SQL', (value, sql) => expect(withColumnTab(openColumn(value, dataset), 'sql', context).sql).toBe(sql))

test('which drafts are complete', () => {
  const draft = withColumnTab(openColumn('profit', dataset), 'sql', context)
  expect(toColumn(draft)).toEqual({ label: 'My column', sqlExpression: 'gross - budget', expressionType: 'SQL' })
  expect(toColumn({ ...draft, label: 'Profit' })).toMatchObject({ label: 'Profit' })
  expect(toColumn({ ...draft, sql: ' ' })).toBeNull()
  expect(toColumn(openColumn(null, dataset))).toBeNull()
})
