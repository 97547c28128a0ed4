import { describe, expect, test } from 'vitest'
import type { DatasetFacts } from '#charts/control.ts'
import { tableChart as table } from '#charts/table/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { fieldKey, proposeMapping, similarity } from './propose.ts'
import { reportSwap } from './references.ts'
import { renameFields } from './rename.ts'

const facts = (columns: [name: string, type: string][], metrics: string[] = []): DatasetFacts => ({
  id: 1,
  columns: columns.map(([column_name, type]) => ({ column_name, type, is_dttm: type === 'TIMESTAMP' })),
  metrics: metrics.map((metric_name) => ({ metric_name, expression: 'COUNT(*)' })),
  main_dttm_col: null,
})

const before = facts(
  [
    ['Region', 'TEXT'],
    ['order_date', 'TIMESTAMP'],
    ['net_sales', 'DOUBLE'],
    ['kept', 'TEXT'],
    ['gone', 'TEXT'],
  ],
  ['count', 'margin'],
)
const next = facts(
  [
    ['region', 'TEXT'],
    ['order_dates', 'TEXT'],
    ['OrderDate', 'TIMESTAMP'],
    ['sales_net', 'DOUBLE'],
    ['kept', 'TEXT'],
  ],
  ['count', 'Margin'],
)

const sum = {
  expressionType: 'SIMPLE' as const,
  column: { column_name: 'net_sales', type: 'DOUBLE' },
  aggregate: 'SUM',
  label: 'SUM(net_sales)',
}
const form: FormData = {
  viz_type: 'table',
  datasource: '1__table',
  query_mode: 'aggregate',
  groupby: ['Region', 'kept', 'gone'],
  metrics: [
    'count',
    'margin',
    sum,
    { ...sum, hasCustomLabel: true, label: 'Mine' },
    { expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 'By hand' },
  ],
  adhoc_filters: [
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'order_date', operator: 'TEMPORAL_RANGE', comparator: 'Last week' },
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'x > 1' },
  ],
  column_config: { 'SUM(net_sales)': { columnWidth: 40 }, Region: { horizontalAlign: 'right' } },
  conditional_formatting: [{ column: 'SUM(net_sales)', operator: '>', targetValue: 1 }],
  granularity_sqla: 'order_date',
}
const report = reportSwap(table, form, next)
const mapping = proposeMapping(report.missing, before, next)

test('fields that the other dataset lacks are listed with their controls, as are expressions', () => {
  expect(report.missing.map(({ kind, name, usedBy }) => [kind, name, usedBy])).toEqual([
    ['column', 'Region', ['Dimensions']],
    ['column', 'gone', ['Dimensions']],
    ['metric', 'margin', ['Metrics']],
    ['column', 'net_sales', ['Metrics']],
    ['column', 'order_date', ['Filters']],
  ])
  expect(report.expressions).toEqual(['By hand', 'x > 1'])
})

test('fields are proposed by name, in another case too, and columns of the same type only', () => {
  expect(Object.fromEntries(mapping)).toEqual({
    'column Region': 'region',
    'column gone': null,
    'metric margin': 'Margin',
    'column net_sales': 'sales_net',
    'column order_date': 'OrderDate',
  })
})

describe('the form with the other names', () => {
  const renamed = renameFields(table, form, { mapping, next })

  test('in every control', () => {
    expect(renamed['groupby']).toEqual(['region', 'kept', 'gone'])
    expect(renamed['metrics']).toEqual([
      'count',
      'Margin',
      { ...sum, column: next.columns[3], label: 'SUM(sales_net)' },
      { ...sum, column: next.columns[3], hasCustomLabel: true, label: 'Mine' },
      { expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 'By hand' },
    ])
    expect(renamed['adhoc_filters']).toMatchObject([{ subject: 'OrderDate', comparator: 'Last week' }, { sqlExpression: 'x > 1' }])
    expect(renamed['granularity_sqla']).toBe('OrderDate')
  })
  test('and in column settings, which are keyed by label', () => {
    expect(renamed['column_config']).toEqual({ 'SUM(sales_net)': { columnWidth: 40 }, region: { horizontalAlign: 'right' } })
    expect(renamed['conditional_formatting']).toEqual([{ column: 'SUM(sales_net)', operator: '>', targetValue: 1 }])
  })
  test('a field without a substitute stays', () => {
    const kept = renameFields(table, form, { mapping: new Map([[fieldKey({ kind: 'column', name: 'Region' }), null]]), next })
    expect(kept['groupby']).toEqual(form['groupby'])
    expect(kept['metrics']).toEqual(form['metrics'])
  })
})

test.each([
  ['order_date', 'OrderDate', 1],
  ['abcd', 'wxyz', 0],
  ['', 'a', 0],
])('%s and %s are alike by %d', (a, b, share) => expect(similarity(a, b)).toBe(share))
