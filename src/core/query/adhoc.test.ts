import { describe, expect, test } from 'vitest'
import { filterLabel, isValidFilter, splitFilters, withOperator } from './adhoc-filter.ts'
import type { AdhocFilter } from './adhoc-filter.ts'
import { defaultMetricLabel, isValidMetric, labelledMetric } from './adhoc-metric.ts'
import type { AdhocMetric } from './query-object.ts'

const simple = (subject: string, operator: string, comparator?: unknown): AdhocFilter => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject,
  operator,
  ...(comparator !== undefined && { comparator }),
})
const sql = (sqlExpression: string, clause: 'WHERE' | 'HAVING' = 'WHERE'): AdhocFilter => ({ expressionType: 'SQL', sqlExpression, clause })

describe('filter labels', () => {
  test.each<[AdhocFilter, string]>([
    [simple('sales', '>=', 10), 'sales >= 10'],
    [simple('sales', '==', '10'), 'sales == 10'],
    [simple('country', 'IN', ['FR', 'US']), "country IN ('FR', 'US')"],
    [simple('country', '==', 'FR'), "country == 'FR'"],
    [simple('name', 'LIKE', '%a%'), "name LIKE '%a%'"],
    [simple('city', 'IS NOT NULL'), 'city IS NOT NULL'],
    [simple('flag', 'IS TRUE', true), 'flag IS TRUE'],
    [simple('day', 'TEMPORAL_RANGE', 'Last year'), 'day (Last year)'],
    [{ ...simple('', '==', 1), subject: { label: 'Up', sqlExpression: 'UPPER(a)' } }, 'Up == 1'],
    [sql('SUM(sales) > 5', 'HAVING'), 'SUM(sales) > 5'],
    [sql('x'.repeat(42)), 'x'.repeat(42)],
    [sql('x'.repeat(43)), `${'x'.repeat(40)}...`],
  ])('%j', (filter, label) => expect(filterLabel(filter)).toBe(label))
})

describe('filter validity', () => {
  test.each<[AdhocFilter, boolean]>([
    [simple('a', '==', 1), true],
    [simple('a', '==', 0), true],
    [simple('a', '=='), false],
    [simple('a', '==', null), false],
    [simple('', '==', 1), false],
    [{ ...simple('a', '==', 1), clause: null }, false],
    [simple('a', 'IN', []), false],
    [simple('a', 'IN', [null]), true],
    [simple('a', 'IS NULL'), true],
    [simple('', 'IS NULL'), false],
    [simple('a', 'LATEST PARTITION'), true],
    [simple('a', 'IS TRUE', true), true],
    [simple('a', 'IS TRUE', null), false],
    [sql('a > 1'), true],
    [sql('  '), false],
    [{ ...sql('a > 1'), clause: null }, false],
  ])('%j is %s', (filter, valid) => expect(isValidFilter(filter)).toBe(valid))
})

describe('a new operator', () => {
  test.each<[AdhocFilter, string, unknown]>([
    [simple('a', '==', 'x'), 'IN', ['x']],
    [simple('a', 'IN', ['x', 'y']), '!=', 'x'],
    [simple('a', '==', 'x'), 'IS NULL', undefined],
    [simple('a', '==', 'x'), 'IS TRUE', true],
    [simple('a', 'IS TRUE', true), 'IS FALSE', false],
    [simple('a', 'IS NULL'), 'NOT IN', []],
  ])('%j to %s', (filter, operator, comparator) => {
    expect(withOperator(filter, operator)).toEqual({ ...filter, operator, comparator })
  })
})

test('filters are split by where they act', () => {
  const filters = [simple('a', '==', 1), { ...simple('b', '==', 2), clause: 'HAVING' as const }, sql('c > 1'), sql('SUM(d) > 2', 'HAVING')]
  expect(splitFilters(filters, 'e = 5 -- old')).toEqual({
    filters: [{ col: 'a', op: '==', val: 1 }],
    where: '(c > 1) AND (e = 5 -- old\n)',
    having: '(SUM(d) > 2)',
  })
})

describe('metrics', () => {
  const sales = { column_name: 'sales', verbose_name: 'Sales (€)' }
  test.each<[AdhocMetric, string]>([
    [{ expressionType: 'SIMPLE', column: { column_name: 'sales' }, aggregate: 'SUM' }, 'SUM(sales)'],
    [{ expressionType: 'SIMPLE', column: sales, aggregate: 'AVG' }, 'AVG(Sales (€))'],
    [{ expressionType: 'SIMPLE', column: sales }, 'Sales (€)'],
    [{ expressionType: 'SQL', sqlExpression: 'SUM(a) / SUM(b)' }, 'SUM(a) / SUM(b)'],
    [{ expressionType: 'SQL', sqlExpression: `SUM(${'a'.repeat(60)})` }, `SUM(${'a'.repeat(36)}...`],
  ])('%j', (metric, label) => expect(defaultMetricLabel(metric)).toBe(label))

  test('a custom label survives a change of the metric', () => {
    const metric: AdhocMetric = { expressionType: 'SIMPLE', column: sales, aggregate: 'MAX', label: 'Best', hasCustomLabel: true }
    expect(labelledMetric(metric).label).toBe('Best')
    expect(labelledMetric({ ...metric, hasCustomLabel: false }).label).toBe('MAX(Sales (€))')
  })

  test.each<[AdhocMetric, boolean]>([
    [{ expressionType: 'SIMPLE', column: sales, aggregate: 'SUM' }, true],
    [{ expressionType: 'SIMPLE', column: sales }, false],
    [{ expressionType: 'SIMPLE', aggregate: 'SUM' }, false],
    [{ expressionType: 'SQL', sqlExpression: '' }, false],
    [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)' }, true],
  ])('%j is %s', (metric, valid) => expect(isValidMetric(metric)).toBe(valid))
})
