import { parse, type Dialect } from '@polyglot-sql/sdk'
import { describe, expect, it } from 'vitest'
import { inspectStatement } from '../inspect.ts'
import { needsOf, type Comparison } from './needs.ts'
import { renameTables } from './rename.ts'

const treesOf = (sql: string): unknown[] => {
  const { success, ast } = parse(sql, 'duckdb' as Dialect)
  if (!success) throw new Error(`not read: ${sql}`)
  return ast as unknown as unknown[]
}

const needs = (sql: string) => treesOf(sql).flatMap(needsOf)

const textOf = (comparison: Comparison): string =>
  'values' in comparison
    ? `${comparison.column} ${comparison.op} ${comparison.values.map(({ type, value }) => `${type}:${value}`).join(',')}`
    : `${comparison.column} ${comparison.op}`

describe('comparisons', () => {
  const cases: [what: string, sql: string, comparisons: string[][]][] = [
    ['none without a condition', 'SELECT a FROM p.s.t', [[]]],
    [
      'each part of AND',
      "SELECT a FROM p.s.t WHERE a > 1 AND (b = 'x' AND c <= -2.5)",
      [['a > number:1', 'b = string:x', 'c <= number:-2.5']],
    ],
    ['the sides turned around', 'SELECT a FROM p.s.t WHERE 5 < a', [['a > number:5']]],
    [
      'lists and ranges',
      "SELECT a FROM p.s.t WHERE a IN (1, 2) AND d BETWEEN DATE '2024-01-01' AND '2024-02-01'",
      [['a IN number:1,number:2', 'd >= date:2024-01-01', 'd <= string:2024-02-01']],
    ],
    ['values that are there', 'SELECT a FROM p.s.t WHERE a IS NOT NULL', [['a IS NOT NULL']]],
    [
      'nothing that may be true of a missing value',
      'SELECT a FROM p.s.t WHERE a IS NULL AND b NOT IN (1) AND c <> 2 AND NOT (d = 3) AND e NOT BETWEEN 1 AND 2',
      [[]],
    ],
    ['nothing of OR', 'SELECT a FROM p.s.t WHERE a = 1 OR b = 2', [[]]],
    [
      'nothing between columns, of lists with other than values, of queries',
      'SELECT a FROM p.s.t WHERE a = b AND c IN (1, d) AND e IN (SELECT 1)',
      [[]],
    ],
    [
      'those of each table by its alias or name',
      'SELECT 1 FROM p.s.t x, q.s.u WHERE x.a = 1 AND u.b = 2 AND c = 3',
      [['a = number:1'], ['b = number:2']],
    ],
    [
      'those of a join for the table on its right',
      'SELECT 1 FROM p.s.t x LEFT JOIN p.s.u y ON x.i = y.i AND x.a = 1 AND y.b = 2',
      [[], ['b = number:2']],
    ],
    ['none of the condition of a FULL JOIN', 'SELECT 1 FROM p.s.t x FULL JOIN p.s.u y ON y.b = 2', [[], []]],
    ['those behind outer joins', 'SELECT 1 FROM p.s.t x LEFT JOIN p.s.u y ON x.i = y.i WHERE y.b = 2', [[], ['b = number:2']]],
    ...['ASOF', 'POSITIONAL', 'ANTI', 'SEMI'].map((kind): [string, string, string[][]] => [
      `none behind an ${kind} JOIN`,
      `SELECT 1 FROM p.s.t x ${kind} JOIN p.s.u y${kind === 'POSITIONAL' ? '' : ' ON x.i = y.i'} WHERE x.a = 1`,
      [[], []],
    ]),
    [
      'those of a sub-query around plain columns',
      'SELECT k, sum(b) FROM (SELECT x.a AS k, y.b FROM p.s.t x JOIN p.s.u y ON x.i = y.i) AS v WHERE k = 5 AND b > 1 GROUP BY 1',
      [['a = number:5'], ['b > number:1']],
    ],
    ['those of a sub-query of all columns', 'SELECT a FROM (SELECT * FROM p.s.t) v WHERE v.a = 3', [['a = number:3']]],
    ['none of changed columns', 'SELECT a FROM (SELECT a + 1 AS a FROM p.s.t) v WHERE a = 3', [[]]],
    ['none of replaced columns', 'SELECT a FROM (SELECT * REPLACE (a + 1 AS a) FROM p.s.t) v WHERE a = 3', [[]]],
    ...['GROUP BY 1', 'LIMIT 5', 'QUALIFY row_number() OVER (ORDER BY a) = 1'].map((clause): [string, string, string[][]] => [
      `none of a sub-query with ${clause}`,
      `SELECT a FROM (SELECT a FROM p.s.t ${clause}) v WHERE a = 3`,
      [[]],
    ]),
    [
      'none of a sub-query that numbers its rows',
      'SELECT a FROM (SELECT a, row_number() OVER (ORDER BY a) AS r FROM p.s.t) v WHERE a = 3',
      [[]],
    ],
    ['those inside a WITH', 'WITH q AS (SELECT a FROM p.s.t WHERE a = 1) SELECT a FROM q WHERE a = 2', [['a = number:1']]],
    ['none of a sample', 'SELECT a FROM p.s.t WHERE a = 1 USING SAMPLE 10', [[]]],
  ]
  it.each(cases)('%s', (_what, sql, comparisons) => {
    expect(needs(sql).map((need) => need.comparisons.map(textOf))).toEqual(comparisons)
  })
})

describe('columns', () => {
  it.each([
    ['those that are named, anywhere', 'SELECT t."A", max(b) FROM p.s.t JOIN p.s.u USING (c) GROUP BY d', ['a', 'b', 'c', 'd']],
    ['none for a count', 'SELECT count(*) FROM p.s.t', []],
  ])('%s', (_what, sql, columns) => {
    const [{ names } = { names: null }] = needs(sql)
    expect(names?.filter((name) => /^[a-f]$/.test(name)).sort()).toEqual(columns)
  })

  it.each([
    ['*', 'SELECT * FROM p.s.t'],
    ['t.*', 'SELECT t.* FROM p.s.t'],
    ['FROM alone', 'FROM p.s.t'],
    ['COLUMNS', "SELECT COLUMNS('a') FROM p.s.t"],
    ['a NATURAL JOIN', 'SELECT a FROM p.s.t NATURAL JOIN p.s.u'],
    ['a row as a value', 'SELECT x FROM p.s.t x'],
  ])('all for %s', (_what, sql) => {
    expect(needs(sql).map(({ names }) => names)).not.toContainEqual(expect.anything())
  })
})

describe('renamed tables', () => {
  const rename = (sql: string) =>
    renameTables(
      sql,
      treesOf(sql).flatMap((tree) => inspectStatement(tree, 'duckdb').places),
      { nameOf: ({ catalog, table }) => catalog && `${catalog}.${table}`, quote: (name) => `"${name}"`, dialect: 'duckdb' },
    )
  it.each([
    ['keep their name', 'SELECT t.a FROM p.s.t', 'SELECT t.a FROM "p.t" AS "t"'],
    ['keep their alias', 'SELECT x.a FROM "My p".s.t x JOIN own o ON true', 'SELECT x.a FROM "My p.t" x JOIN own o ON true'],
    ['are found behind characters of two units', "SELECT '😀', a FROM p.s.t", `SELECT '😀', a FROM "p.t" AS "t"`],
  ])('%s', (_what, sql, renamed) => expect(rename(sql)).toBe(renamed))
})
