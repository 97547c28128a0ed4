import { describe, expect, test } from 'vitest'
import { draftTitle, openMetric, sameMetric, toMetric, withAggregate, withColumn, withSaved, withSql, withTab } from './metric-draft.ts'
import type { MetricDraft } from './metric-draft.ts'

const dataset = {
  columns: [
    { column_name: 'price', type: 'DOUBLE', type_generic: 0, is_dttm: false },
    { column_name: 'Major Genre', type: 'TEXT', type_generic: 1, is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', verbose_name: 'COUNT(*)', expression: 'COUNT(*)' }],
}
const [price, genre] = dataset.columns
const context = { dataset }

describe('the tab that is open at first', () => {
  test.each([
    [null, 'saved'],
    ['count', 'saved'],
    [{ expressionType: 'SIMPLE' as const, column: { column_name: 'price' }, aggregate: 'AVG' }, 'simple'],
    [{ expressionType: 'SQL' as const, sqlExpression: 'SUM(price)' }, 'sql'],
  ])('%j opens %s', (value, tab) => expect(openMetric(value, dataset).tab).toBe(tab))

  test('a dataset that allows saved metrics only opens them, also where it has none', () =>
    expect(openMetric(null, { ...dataset, metrics: [] }, true).tab).toBe('saved'))
  test('without saved metrics it is the simple one', () => expect(openMetric(null, { ...dataset, metrics: [] }).tab).toBe('simple'))
})

const simple = (): MetricDraft => withAggregate(withColumn(openMetric(null, dataset), { ...price! }), 'AVG')

describe('edits', () => {
  test('a column and an aggregate make a simple metric', () => {
    expect(toMetric(withColumn(openMetric(null, dataset), { ...price! }))).toBeNull()
    expect(toMetric(simple())).toMatchObject({
      expressionType: 'SIMPLE',
      aggregate: 'AVG',
      label: 'AVG(price)',
      hasCustomLabel: false,
      sqlExpression: null,
    })
  })

  test('choosing a column leaves the saved metric, and the other way round', () => {
    const draft = withColumn(openMetric('count', dataset), { ...price! }, 'SUM')
    expect([draft.saved, draft.aggregate]).toEqual([null, 'SUM'])
    expect(toMetric(withSaved(draft, 'count'))).toBe('count')
    expect(withSaved(draft, 'count').column).toBeNull()
  })

  test('SQL makes it an SQL metric; blank SQL is none', () => {
    expect(toMetric(withSql(simple(), 'MAX(price)'))).toMatchObject({
      expressionType: 'SQL',
      sqlExpression: 'MAX(price)',
      label: 'MAX(price)',
      column: null,
    })
    expect(toMetric(withSql(simple(), ' '))).toBeNull()
  })

  test('a given name stays', () => {
    const draft = { ...simple(), name: 'Average price' }
    expect(toMetric(draft)).toMatchObject({ label: 'Average price', hasCustomLabel: true })
    expect(openMetric(toMetric(draft), dataset)).toMatchObject({ name: 'Average price', aggregate: 'AVG' })
    expect(draftTitle(draft, dataset)).toBe('Average price')
  })

  test('titles', () => {
    expect(draftTitle(simple(), dataset)).toBe('AVG(price)')
    expect(draftTitle(openMetric('count', dataset), dataset)).toBe('COUNT(*)')
  })
})

describe('another tab', () => {
  test('carries a simple metric into SQL and says so', () => {
    const draft = withTab(simple(), 'sql', context)
    expect(draft.sql).toBe('AVG(price)')
    expect(draft.startedFrom).toEqual({ tab: 'simple', text: 'AVG of price' })
  })

  test.each([
    ['duckdb', 'COUNT(DISTINCT "Major Genre")'],
    ['mysql', 'COUNT(DISTINCT `Major Genre`)'],
  ])('quotes names for %s', (backend, sql) => {
    const draft = withAggregate(withColumn(openMetric(null, dataset), { ...genre! }), 'COUNT_DISTINCT')
    expect(withTab(draft, 'sql', { dataset, backend }).sql).toBe(sql)
  })

  test('carries a saved metric into SQL', () => expect(withTab(openMetric('count', dataset), 'sql', context).sql).toBe('COUNT(*)'))

  test.each([
    ['avg(price)', 'AVG', 'price'],
    ['COUNT( DISTINCT "Major Genre" )', 'COUNT_DISTINCT', 'Major Genre'],
  ])('reads %s as a simple metric', (sql, aggregate, column) => {
    const draft = withTab(openMetric({ expressionType: 'SQL', sqlExpression: sql }, dataset), 'simple', context)
    expect([draft.aggregate, draft.column?.column_name]).toEqual([aggregate, column])
  })

  test.each(['AVG(price) + 1', 'SUM(DISTINCT price)', 'AVG(nowhere)'])('leaves %s alone', (sql) =>
    expect(withTab(openMetric({ expressionType: 'SQL', sqlExpression: sql }, dataset), 'simple', context).column).toBeNull(),
  )

  test('never overwrites SQL that was written', () => {
    const draft = withTab(withTab(withSql(simple(), 'MAX(price)'), 'simple', context), 'sql', context)
    expect(draft.sql).toBe('MAX(price)')
  })
})

test('two metrics are the same whatever their random name', () => {
  expect(sameMetric(toMetric(simple()), toMetric(simple()))).toBe(true)
  expect(sameMetric(toMetric(simple()), 'count')).toBe(false)
})
