import { expect, it } from 'vitest'
import { readableForm } from './readable-form.ts'

const sql = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }
const column = { expressionType: 'SQL', sqlExpression: 'a + 1', label: 'b' }

it.each<[string, unknown, unknown]>([
  ['metric', sql, sql],
  ['metric', 'count', 'count'],
  ['metric', [null], []],
  ['metric', { label: 'n' }, undefined],
  ['metrics', ['count', null, '', sql, 5, {}], ['count', sql]],
  ['size', 7, undefined],
  ['groupby', ['a', null, column, { a: 1 }, 3], ['a', column]],
  ['entity', { type: 'latlong' }, undefined],
  ['js_columns', [null, 'a'], ['a']],
  ['row_limit', null, null],
  ['adhoc_filters', [null], [null]],
])('%s of %j is read as %j', (key, value, expected) => {
  expect(readableForm({ datasource: '1__table', viz_type: 'rose', [key]: value })[key]).toEqual(expected)
})

it('a control that is not there is not added', () => {
  const form = { datasource: '1__table', viz_type: 'rose' }
  expect(readableForm(form)).toEqual(form)
})
