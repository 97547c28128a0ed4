import { describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Dataset } from '#engines/compile/dataset.ts'
import { planQuery } from '#engines/compile/plan.ts'
import { compileQuery } from '#engines/compile/query.ts'
import { duckdbDialect } from '#engines/duckdb/dialect.ts'
import { isOfTime, neededColumns } from './needed.ts'

const column = (column_name: string, type: string, rest: object = {}) => ({
  column_name,
  verbose_name: null,
  type,
  is_dttm: false,
  expression: null,
  python_date_format: null,
  ...rest,
})

const dataset: Dataset = {
  id: 1,
  uuid: '',
  catalog: null,
  schema: 'main',
  table_name: 'flights',
  sql: null,
  columns: [
    column('date', 'TIMESTAMP', { is_dttm: true }),
    column('delay', 'BIGINT'),
    column('Distance', 'BIGINT'),
    column('origin', 'VARCHAR'),
    column('destination', 'VARCHAR'),
    column('late', 'BOOLEAN', { expression: 'delay > 15' }),
  ],
  metrics: [
    { metric_name: 'count', verbose_name: null, expression: 'COUNT(*)' },
    { metric_name: 'mean', verbose_name: null, expression: 'AVG(delay)' },
  ],
  main_dttm_col: 'date',
  always_filter_main_dttm: false,
  fetch_values_predicate: null,
  offset: 0,
}

const settings = { rowLimit: 100, samplesRowLimit: 100, sqlMaxRow: 100, timezone: 'UTC', now: 0 }
const filter = { col: 'origin', op: '==', val: 'SFO' }
const held = `"origin" = 'SFO'`

const needed = (query: QueryObject): string[] | null => {
  const compiled = compileQuery({
    plan: planQuery({ query: { filters: [filter], ...query }, dataset, settings }),
    dataset,
    dialect: duckdbDialect,
    settings,
    viewer: { predicates: [], template: { applied: new Set(), removed: new Set() } },
    render: (text) => text,
    kept: { table: 'scan_1', conditions: new Set([held]) },
  })
  expect(compiled.conditions).toContain(held)
  expect(compiled.sql).not.toContain(held)
  return neededColumns({ compiled, dataset, dialect: duckdbDialect, table: 'scan_1' })
}

const metric = (sqlExpression: string, label = 'm') => ({ label, sqlExpression, expressionType: 'SQL' as const })
const metrics = ['count']

describe('columns that a query on kept rows needs', () => {
  it.each<[string, QueryObject, string[]]>([
    ['none for a count', { metrics }, []],
    ['dimensions and what metrics aggregate', { columns: ['destination'], metrics: ['mean'] }, ['destination', 'delay']],
    ['what calculated columns mean', { columns: ['late'], metrics }, ['delay']],
    [
      'the columns of filters that are still to be applied',
      { metrics, filters: [filter, { col: 'Distance', op: '>', val: 9 }] },
      ['Distance'],
    ],
    ['bare names without regard to case', { metrics: [metric('SUM(distance)')] }, ['Distance']],
    ['names qualified with the table', { metrics: [metric('SUM(flights.delay)')] }, ['delay']],
    [
      'fields of times, casts and keywords',
      { metrics: [metric('MAX(EXTRACT(hour FROM date)::INTEGER)'), metric('SUM(CAST(delay AS DOUBLE))', 'n')] },
      ['date', 'delay'],
    ],
    [
      'series and their rank',
      {
        columns: ['destination'],
        metrics,
        is_timeseries: true,
        granularity: 'date',
        series_columns: ['destination'],
        series_limit: 2,
        series_limit_metric: metric('SUM(delay)'),
      },
      ['date', 'destination', 'delay'],
    ],
    ['orders', { columns: ['destination'], metrics, orderby: [[metric('AVG(Distance)'), true]] }, ['destination', 'Distance']],
  ])('%s', (_, query, columns) => {
    expect(needed(query)?.toSorted()).toEqual(columns.toSorted())
  })

  it.each<[string, QueryObject]>([
    ['a name that is no column', { metrics: [metric('MAX(rowid)')] }],
    ['a quoted name that is no column', { metrics: [metric('MAX("rowid")')] }],
    ['the whole row', { metrics: [metric('COUNT(DISTINCT flights)')] }],
    ['all columns', { metrics: [metric('COUNT(DISTINCT flights.*)')] }],
    ['columns by a pattern', { metrics: [metric("MAX(COLUMNS('d.*'))")] }],
    ['what depends on the order of rows', { metrics: [metric('FIRST(delay)')] }],
    ['texts strung together', { metrics: [metric("STRING_AGG(destination, ',')")] }],
    ['a name that may mean an output', { metrics: ['count', metric('day + 1', 'x'), metric('SUM(delay)', 'day')] }],
    ['tables of its own', { metrics, extras: { where: 'delay > (SELECT AVG(delay) FROM flights)' } }],
    ['a column of another table', { metrics: [metric('MAX(planes.delay)')] }],
  ])('is not sure about %s', (_, query) => {
    expect(needed(query)).toBeNull()
  })
})

describe('conditions about time', () => {
  it.each([
    [`"date" >= TIMESTAMP '2001-01-01 00:00:00'`, true],
    [`DATE_TRUNC('day', "date") < TIMESTAMP '2001-01-01 00:00:00'`, true],
    [held, false],
    [`("date" > TIMESTAMP '2001-01-01 00:00:00' OR delay > 3)`, false],
    ['(1 = 1)', false],
  ])('%s', (condition, expected) => {
    expect(isOfTime(condition, dataset, duckdbDialect)).toBe(expected)
  })
})
