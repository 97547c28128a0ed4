import { describe, expect, test } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import { duckdbDialect } from '../duckdb/dialect.ts'
import type { Dialect } from '../dialect.ts'
import { mysqlDialect } from '../mysql/dialect.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { sqliteDialect } from '../sqlite/dialect.ts'
import type { Dataset } from './dataset.ts'
import { planQuery } from './plan.ts'
import { compileQuery } from './query.ts'

const column = (column_name: string, type: string, rest = {}) => ({
  column_name,
  type,
  verbose_name: null,
  is_dttm: false,
  expression: null,
  python_date_format: null,
  ...rest,
})

const dataset: Dataset = {
  id: 1,
  uuid: 'u',
  catalog: null,
  schema: null,
  table_name: 't',
  sql: null,
  columns: [
    column('name', 'TEXT'),
    column('n', 'INTEGER'),
    column('day', 'DATE', { is_dttm: true }),
    column('big', 'BOOLEAN', { expression: 'n > 3' }),
  ],
  metrics: [{ metric_name: 'total', verbose_name: null, expression: 'SUM(n)' }],
  main_dttm_col: 'day',
  always_filter_main_dttm: false,
  fetch_values_predicate: null,
  offset: 0,
}

const settings = { rowLimit: 100, samplesRowLimit: 10, sqlMaxRow: 1000, timezone: 'UTC', now: 0 }

const compiled = (dialect: Dialect, query: QueryObject, of: Dataset = dataset) =>
  compileQuery({
    plan: planQuery({ query, dataset: of, settings }),
    dataset: of,
    dialect,
    settings,
    viewer: { predicates: [], template: { applied: new Set(), removed: new Set() } },
    render: (text) => text,
  })

const orderOf = (dialect: Dialect, query: QueryObject) =>
  /ORDER BY\s+([\s\S]*?)\nLIMIT/.exec(compiled(dialect, query).sql)?.[1]?.replace(/\s+/g, ' ')

describe('nulls come last when ascending, first when descending', () => {
  const query: QueryObject = {
    columns: ['name'],
    metrics: ['total'],
    orderby: [
      ['name', true],
      ['total', false],
    ],
  }
  test.each([
    ['postgres', postgresDialect, '"name" ASC, "total" DESC'],
    ['duckdb', duckdbDialect, '"name" ASC, "total" DESC'],
    ['sqlite', sqliteDialect, '"name" ASC NULLS LAST, "total" DESC NULLS FIRST'],
    ['mysql', mysqlDialect, '`name` IS NULL ASC, `name` ASC, SUM(n) IS NULL DESC, `total` DESC'],
  ])('%s', (_name, dialect, expected) => {
    expect(orderOf(dialect, query)).toBe(expected)
  })
})

const sql = (sqlExpression: string, label = 'x') => ({ expressionType: 'SQL' as const, sqlExpression, label })

test.each([
  ['COUNT(*) * 2', true],
  ['{{ columns[0] }}', false],
  ['LOWER(name)', false],
  ['SUM(n) OVER (PARTITION BY name)', false],
])('records ordered by %s are grouped: %s', (expression, isGrouped) => {
  const query: QueryObject = { columns: ['name', 'n'], orderby: [[sql(expression), true]] }
  expect(compiled(duckdbDialect, query).sql.includes('GROUP BY')).toBe(isGrouped)
})

describe('types that an engine does not report', () => {
  const query: QueryObject = {
    columns: ['name', 'big', sql('n > 1', 'more'), sql('n + 1', 'next')],
    metrics: [sql('MAX(n) > 6 AND NOT MIN(n) = 1', 'both'), sql('SUM(CASE WHEN n > 1 THEN 1 END)', 'some'), 'total'],
  }
  test.each([
    ['sqlite', sqliteDialect, { name: 'string', big: 'boolean', more: 'boolean', both: 'boolean' }],
    ['postgres', postgresDialect, {}],
  ])('%s', (_name, dialect, expected) => {
    expect(compiled(dialect, query).types).toEqual(expected)
  })
})

const filter = (col: string, op: string, val?: unknown): QueryObject =>
  ({ columns: ['name'], filters: [{ col, op, ...(val !== undefined && { val }) }] }) as QueryObject

test.each(['x', '= 1 or 1 =', 'IS NULL OR 1=1 --', '', 'constructor'])('%j is rejected as an operator', (op) => {
  for (const dialect of [postgresDialect, sqliteDialect, mysqlDialect]) {
    expect(() => compiled(dialect, filter('name', op, 'a'))).toThrow(`Invalid filter operation type: ${op.toUpperCase()}`)
  }
})

test.each([null, ''])('an ad-hoc column with the label %j is named by its SQL', (label) => {
  const query = { ...filter('name', '==', 'a'), columns: [{ expressionType: 'SQL' as const, sqlExpression: 'upper(name)', label }] }
  expect(compiled(sqliteDialect, query).sql).toContain('upper(name) AS "upper(name)"')
})

test.each([
  ['==', 2, '= 2', '= TRUE'],
  ['==', '-5', '= -5', '= FALSE'],
  ['>', 0, '> 0', '> FALSE'],
  ['IN', [1, 2], 'IN (1, 2)', 'IN (TRUE, TRUE)'],
  ['==', true, '= TRUE', '= TRUE'],
  ['==', 'false', '= FALSE', '= FALSE'],
])('a truth value %s %j, where it may be any small number, and where not', (op, val, numeric, plain) => {
  const flags: Dataset = { ...dataset, columns: [...dataset.columns, column('flag', 'TINYINT(1)')] }
  expect(compiled(mysqlDialect, filter('flag', op, val), flags).sql).toContain(`WHERE \`flag\` ${numeric}\n`)
  const booleans: Dataset = { ...dataset, columns: [...dataset.columns, column('flag', 'BOOLEAN')] }
  expect(compiled(postgresDialect, filter('flag', op, val), booleans).sql).toContain(`WHERE "flag" ${plain}\n`)
})

test.each([
  ['sqlite', sqliteDialect, '2020-01-06 00:00:00'],
  ['mysql', mysqlDialect, '2020-01-06 00:00:00.000000'],
])('the end of a time range as %s has it in a column of texts', (_name, dialect, expected) => {
  const texts: Dataset = { ...dataset, columns: [...dataset.columns, column('at', 'TEXT', { is_dttm: true })] }
  expect(compiled(dialect, filter('at', 'TEMPORAL_RANGE', '2019-12-29 : 2020-01-06'), texts).sql).toContain(`< '${expected}'\n`)
})

describe('comparisons that would be silently false', () => {
  test.each([
    ['name', '>', 3],
    ['name', 'IN', [1, 2]],
    ['name', '==', true],
    ['name', 'LIKE', 5],
    ['name', 'IS TRUE', undefined],
    ['day', '==', 'yesterdayish'],
    ['n', 'TEMPORAL_RANGE', '2020-01-01 : 2021-01-01'],
  ])('%s %s %j', (col, op, val) => {
    expect(() => compiled(sqliteDialect, filter(col, op, val))).toThrow(`The column ${col} of type`)
    expect(() => compiled(mysqlDialect, filter(col, op, val))).toThrow('cannot be compared with')
    expect(compiled(postgresDialect, filter(col, op, val)).sql).toContain('WHERE')
  })

  test.each([
    ['name', '==', '3'],
    ['name', 'IN', [null]],
    ['n', 'LIKE', '1%'],
    ['day', '==', '2020-02-29'],
    ['day', '>', 1_577_836_800_000],
  ])('%s %s %j is none', (col, op, val) => {
    expect(compiled(sqliteDialect, filter(col, op, val)).sql).toContain('WHERE')
  })
})

describe('columns outside of groups and aggregates', () => {
  const metric = (text: string, columns: string[] = ['name']): QueryObject => ({ columns, metrics: [sql(text)] })
  test.each(['n', 'SUM(n) + n', 'ABS(n)', 'big', 'CASE WHEN n > 1 THEN COUNT(*) END'])('%s is refused', (text) => {
    for (const dialect of [sqliteDialect, mysqlDialect]) {
      expect(() => compiled(dialect, metric(text))).toThrow('The metric x must have the column n inside an aggregate')
    }
    expect(compiled(postgresDialect, metric(text)).sql).toContain('GROUP BY')
  })
  test.each(['SUM(n)', '1', 'COUNT(*) FILTER (WHERE n > 1)', 'MAX(LENGTH(name)) - MIN(n)', "name || '!'", 'SUM(SUM(n)) OVER ()', "'n'"])(
    '%s passes',
    (text) => {
      expect(compiled(sqliteDialect, metric(text)).sql).toContain('GROUP BY')
    },
  )
  test.each(['my_median(n)', 'plus_one(SUM(n))', 'ROUND(my_median(n), 1)'])(
    '%s passes, since somebody may have made that aggregate',
    (text) => {
      for (const dialect of [sqliteDialect, mysqlDialect]) expect(compiled(dialect, metric(text)).sql).toContain('GROUP BY')
    },
  )
  test('HAVING needs groups', () => {
    const query: QueryObject = { columns: ['name'], extras: { having: 'COUNT(*) > 1' } }
    expect(() => compiled(mysqlDialect, query)).toThrow('no groups')
    expect(compiled(mysqlDialect, { ...query, metrics: [] }).sql).toContain('HAVING')
  })
})

test('a label that is not a valid name gets another, and is mapped back', () => {
  const { sql: text, labels } = compiled(mysqlDialect, { metrics: [sql('SUM(n)', ' spaced ')] })
  const [[name, label] = []] = Object.entries(labels)
  expect(label).toBe(' spaced ')
  expect(text).toContain(`AS \`${name}\``)
  expect(compiled(sqliteDialect, { metrics: [sql('SUM(n)', ' spaced ')] }).labels).toEqual({})
})

test('a zone in a text applies where no time type has zones', () => {
  const query = filter('at', '>=', '2021-03-14 12:30:00+02:00')
  const at = { ...dataset, columns: [...dataset.columns, column('at', 'TIMESTAMP', { is_dttm: true })] }
  expect(compiled(mysqlDialect, query, at).sql).toContain("TIMESTAMP '2021-03-14 10:30:00")
  expect(compiled(postgresDialect, query, at).sql).toContain("TIMESTAMP '2021-03-14 12:30:00")
  expect(compiled(mysqlDialect, filter('at', '>=', '2021-03-14 12:30:00'), at).sql).toContain("TIMESTAMP '2021-03-14 12:30:00")
})

test('a grain knows that its column is a date', () => {
  const query = (timeGrain: string): QueryObject => ({
    columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL', timeGrain }],
    metrics: ['total'],
  })
  expect(compiled(postgresDialect, query('PT6H')).sql).toContain('CAST("day" AS TIMESTAMP)')
  expect(compiled(sqliteDialect, query('P1M')).sql).toContain('DATE(SUBSTR("day", 1, 19), \'start of month\')')
})
