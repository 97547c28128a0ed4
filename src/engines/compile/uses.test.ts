import { describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import { duckdbDialect } from '../duckdb/dialect.ts'
import type { Dataset } from './dataset.ts'
import { planQuery } from './plan.ts'
import { compileQuery, type Compiled } from './query.ts'

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
    column('doubled', 'BIGINT', { expression: 'doubled * 2' }),
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

/** A query on rows for which the filter holds already. */
const compiled = (query: QueryObject): Compiled =>
  compileQuery({
    plan: planQuery({ query: { filters: [filter], ...query }, dataset, settings }),
    dataset,
    dialect: duckdbDialect,
    settings,
    viewer: { predicates: [], template: { applied: new Set(), removed: new Set() } },
    render: (text) => text,
    kept: { table: 'scan_1', conditions: new Set([held]) },
  })

const used = (query: QueryObject): string[] | null => {
  const { conditions, sql, columns } = compiled(query)
  expect(conditions.map((condition) => condition.sql)).toContain(held)
  expect(sql).not.toContain(held)
  return columns
}

const metric = (sqlExpression: string, label = 'm') => ({ label, sqlExpression, expressionType: 'SQL' as const })
const metrics = ['count']

describe('columns that a query on kept rows uses', () => {
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
    [
      'series that an empty list ranks, as Superset stores it',
      { columns: ['destination'], metrics, series_columns: ['destination'], series_limit: 2, series_limit_metric: [] as never },
      ['destination'],
    ],
    ['orders', { columns: ['destination'], metrics, orderby: [[metric('AVG(Distance)'), true]] }, ['destination', 'Distance']],
  ])('%s', (_, query, columns) => {
    expect(used(query)?.toSorted()).toEqual(columns.toSorted())
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
    ['a calculated column that has the name of what it is made of', { metrics: [metric('MAX(doubled)')] }],
    ['the whole row by its quoted name', { metrics: [metric('COUNT(DISTINCT "flights")')] }],
  ])('is not sure about %s', (_, query) => {
    expect(used(query)).toBeNull()
  })
})

describe('columns that a condition is about', () => {
  it.each<[string, string[] | null]>([
    [`date >= TIMESTAMP '2001-01-01 00:00:00'`, ['date']],
    [`DATE_TRUNC('day', "date") < TIMESTAMP '2001-01-01 00:00:00'`, ['date']],
    [`date > TIMESTAMP '2001-01-01 00:00:00' OR delay > 3`, ['date', 'delay']],
    ['late', ['delay']],
    ['1 = 1', []],
    ['rowid > 3', null],
    ['delay > (SELECT AVG(delay) FROM flights)', null],
  ])('%s', (where, expected) => {
    const { conditions } = compiled({ metrics, extras: { where } })
    expect(conditions.find(({ sql }) => sql !== held)?.columns).toEqual(expected)
  })

  it('are those of a simple filter', () => {
    expect(compiled({ metrics }).conditions).toEqual([{ sql: held, columns: ['origin'] }])
  })
})
