import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { duckdbEngine } from '../../src/engines/duckdb/engine.ts'
import { queryRefusal } from '../fuzz/verdict.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** What must not become SQL in a request of chart data, field by field, and what must not keep the server busy. */
let stage: Stage

beforeAll(async () => {
  stage = await startStage('duckdb')
})
afterAll(() => stage.close())

type Query = Record<string, unknown>

const sql = (sqlExpression: string, label = 'x') => ({ expressionType: 'SQL', sqlExpression, label })
const grouped = { columns: ['cluster'], metrics: ['count'] }

const ask = (query: Query) =>
  stage.caller.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: { datasource: { id: stage.datasetId('gapminder'), type: 'table' }, queries: [query], force: true },
  })

/** The status of the response, and how many jobs reached the query host. */
const asked = async (query: Query) => {
  const run = vi.spyOn(stage.ctx.host, 'run')
  try {
    const { statusCode, body } = await ask(query)
    expect(body).not.toMatch(/\n\s+at [\w.]+ \(/)
    return { status: statusCode, sent: run.mock.calls.length, body }
  } finally {
    run.mockRestore()
  }
}

const isRefused = async (query: Query) => {
  const { status, sent, body } = await asked(query)
  expect([400, 403, 422], body.slice(0, 300)).toContain(status)
  expect(sent).toBe(0)
}

describe('is refused before it reaches the engine', () => {
  it.each([['(select password from ab_user limit 1)'], ['1; drop table t'], ['cluster" desc --'], ['cluster) from gapminder --']])(
    'an order by %s',
    (text) => isRefused({ ...grouped, orderby: [[text, true]] }),
  )

  it.each(["P1D'); drop table t;--", 'P-1D', 'PT0S', 'P1D/x/x', "P1D'", 'constructor'])('a time grain %s', (grain) =>
    isRefused({ ...grouped, granularity: 'year_date', is_timeseries: true, extras: { time_grain_sqla: grain } }),
  )

  it.each(['= 1 or 1=', '= 1 OR 1 =', '; drop', 'IS NULL OR 1=1 --', 'toString'])('an operator %s', (op) =>
    isRefused({ ...grouped, filters: [{ col: 'cluster', op, val: 1 }] }),
  )

  it.each(['a" from t--', '"cluster"', 'cluster, (select 1)', "cluster'--"])('a column %s', (column) =>
    isRefused({ columns: [column], metrics: ['count'] }),
  )

  it.each(['1=1) or (1=1', '1=1 /*', 'exists(select 1 from hidden)', '1=1; drop table t', "1=1 union select 'a'"])(
    'a condition %s',
    (where) => isRefused({ ...grouped, extras: { where } }),
  )

  it.each(['1=1) or (1=1', 'count(*) > (select 1)'])('a condition on groups %s', (having) => isRefused({ ...grouped, extras: { having } }))

  it.each([
    'sum(pop)) from hidden --',
    '(select max(pop) from gapminder)',
    'sum((select 1)) over ()',
    'CASE WHEN (select 1) = 1 THEN sum(pop) END',
    "query_table('gapminder')",
    "getenv('HOME')",
  ])('a metric %s', (text) => isRefused({ columns: ['cluster'], metrics: [sql(text)] }))

  it.each([
    "{{ ''.constructor.constructor('return process.env')() }}",
    "{% include '/etc/passwd' %}",
    "{{ where_in(['a'], \"'\") }}",
    '{% for i in range(1000000) %}{{ i }}{% endfor %}',
  ])('a template %s', (text) => isRefused({ ...grouped, extras: { where: `${text} = 1` } }))
})

it('a comment behind a condition ends with it', async () => {
  const other = { col: 'country', op: '==', val: 'nowhere' }
  const { status, body } = await asked({ columns: ['country'], filters: [other], extras: { where: '1=1 -- ' } })
  expect([status, (JSON.parse(body) as { result: { rowcount: number }[] }).result[0]?.rowcount]).toEqual([200, 0])
})

it('a template has no names but those of the product', async () => {
  expect((await asked({ ...grouped, extras: { where: '{{ __proto__ }} = 1' } })).status).toBe(400)
})

describe('is a value, whatever it says', () => {
  const countOf = async (val: unknown, op = '==') => {
    const { status, body } = await asked({ columns: ['country'], filters: [{ col: 'country', op, val }] })
    expect([200, 400], body.slice(0, 300)).toContain(status)
    return status === 200 ? (JSON.parse(body) as { result: { rowcount: number }[] }).result[0]?.rowcount : 0
  }

  it.each(["x' OR '1'='1", '\\', "\\' OR 1=1 --", '%', '\u0000', 'a'.repeat(1_000_000), '{{ 1 }}'])('in a filter: %#', async (value) => {
    expect(await countOf(value)).toBe(0)
    expect(await countOf([value, value], 'IN')).toBe(0)
  })

  it('in a list of ten thousand and one', async () => {
    expect(
      await countOf(
        Array.from({ length: 10_001 }, (_, i) => `x' OR '${i}`),
        'IN',
      ),
    ).toBe(0)
  })

  it.each([['a", (select 1) "b'], ['l'.repeat(300)], ['two\nlines'], ['\u202Eright to left'], ["'; drop table t; --"]])(
    'in a label: %j comes back as it was',
    async (label) => {
      const { status, body } = await asked({ columns: ['cluster'], metrics: [sql('sum(pop)', label)] })
      expect(status, body.slice(0, 300)).toBe(200)
      expect((JSON.parse(body) as { result: { colnames: string[] }[] }).result[0]?.colnames).toEqual(['cluster', label])
    },
  )
})

describe('DuckDB', () => {
  it('answers no table function but those that make rows of their arguments', async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(
      "select distinct function_name from duckdb_functions() where function_type in ('table', 'table_macro')",
    )
    const names = reader.getRows().map(([name]) => String(name))
    connection.closeSync()
    instance.closeSync()
    expect(names.length).toBeGreaterThan(70)
    const welcome = names.filter((name) => queryRefusal(`select * from "${name}"(1)`, duckdbEngine.dialect) === null)
    expect(welcome.toSorted()).toEqual(['generate_series', 'json_each', 'json_tree', 'range', 'unnest'])
  })
})

describe('does not keep the server busy', () => {
  const ranged = { ...grouped, columns: [], granularity: 'year_date', is_timeseries: true }
  const resampled = (rule: string) => ({
    columns: ['year_date'],
    metrics: ['count'],
    post_processing: [
      { operation: 'pivot', options: { index: ['year_date'], columns: [], aggregates: { count: { operator: 'sum' } } } },
      { operation: 'resample', options: { method: 'asfreq', rule } },
    ],
  })

  it.each<[string, Query]>([
    ['a second of fifty years', resampled('1S')],
    ['a millisecond of fifty years', resampled('1L')],
    ['a row limit of a billion', { ...grouped, row_limit: 1e9 }],
    ['two hundred time shifts', { ...ranged, time_offsets: Array.from({ length: 200 }, (_, i) => `${i + 1} days ago`) }],
    [
      'rolling over a billion periods',
      {
        ...ranged,
        post_processing: [
          { operation: 'rolling', options: { rolling_type: 'mean', window: 1e9, min_periods: 0, columns: { count: 'count' } } },
        ],
      },
    ],
    ['a pattern that backtracks', { ...grouped, filters: [{ col: 'country', op: 'ILIKE', val: `${'%a'.repeat(2_000)}%` }] }],
  ])('%s', async (_what, query) => {
    const { status, body } = await asked(query)
    expect([200, 400, 413, 422], body.slice(0, 300)).toContain(status)
    expect(body.length).toBeLessThan(30_000_000)
    expect((await asked(grouped)).status).toBe(200)
  })
})
