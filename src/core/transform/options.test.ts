/** Options that the recorded vectors do not reach; the expected numbers are pandas 2.1's. */
import { describe, expect, test } from 'vitest'
import type { Column, Table } from '../table.ts'
import { resultOf } from './result.ts'
import { transform, type TransformStep } from './transform.ts'

const day = (text: string) => Date.parse(`${text}T00:00Z`)
const numbers = (name: string, values: (number | null)[]): Column => ({
  name,
  type: 'float',
  values: Float64Array.from(values, (v) => v ?? NaN),
})
const texts = (name: string, values: (string | null)[]): Column => ({ name, type: 'string', values })

const table: Table = {
  rowCount: 8,
  columns: [
    texts('g', ['b', 'a', null, 'c', 'a', 'b', 'c', 'a']),
    numbers('v', [3, null, 2, null, 4, 9, null, -2]),
    numbers('w', [1, 2, 3, 4, 5, 6, 7, 8]),
  ],
}

const run = (from: Table, ...steps: TransformStep[]) => resultOf(transform(from, steps)).table
const columnOf = (made: Table, name: string): (number | null)[] =>
  Array.from(made.columns.find((column) => column.name === name)?.values as Float64Array, (v) => (Number.isNaN(v) ? null : v))
const close = (got: (number | null)[], wanted: (number | null)[]) => {
  expect(got.map((v) => v && Number(v.toFixed(9)))).toEqual(wanted.map((v) => v && Number(v.toFixed(9))))
}

describe('rolling', () => {
  const rolling = (column: string, rolling_type: string, rest: object) =>
    columnOf(
      run(table, { operation: 'rolling', options: { columns: { [column]: column }, rolling_type, window: 4, min_periods: 2, ...rest } }),
      column,
    )
  test.each([
    ['cov', { pairwise: false }, [null, 0.5, 0.5, 2, 13, 12.5, 91 / 3]],
    ['cov', { pairwise: false, ddof: 0 }, [null, 0.25, 0.25, 1, 26 / 3, 6.25, 182 / 9]],
    ['corr', { pairwise: false }, [null, 1, 1, 1, 1, 1, 1]],
  ])('%s of a column with itself, %j', (kind, rolling_type_options, expected) => {
    close(rolling('v', kind, { rolling_type_options }), expected)
  })
  test.each(['cov', 'corr'])('%s of pairs would be a matrix for each row', (kind) => {
    expect(() => rolling('v', kind, {})).toThrow(`Invalid options for ${kind}: {}`)
    expect(() => rolling('v', kind, { rolling_type_options: { pairwise: true } })).toThrow("{'pairwise': True}")
  })
  test('a weighted variance counts the whole window at the start, too', () => {
    close(rolling('w', 'var', { win_type: 'boxcar' }), [1 / 3, 8 / 9, 5 / 3, 5 / 3, 5 / 3, 5 / 3, 5 / 3])
  })
})

describe('aggregate', () => {
  const byGroup = (operator: string, options: object) =>
    columnOf(run(table, { operation: 'aggregate', options: { groupby: ['g'], aggregates: { w: { operator, options } } } }), 'w')
  test.each<[string, object, (number | null)[]]>([
    ['std', { ddof: 1 }, [3, 3.5355339059327378, 2.1213203435596424]],
    ['var', { ddof: 2 }, [18, null, null]],
    ['percentile', { q: 30, method: 'lower' }, [2, 1, 4]],
    ['percentile', { q: 30, method: 'higher' }, [5, 6, 7]],
    ['percentile', { q: 30, interpolation: 'nearest' }, [5, 1, 4]],
    ['nanpercentile', { q: 30, method: 'midpoint' }, [3.5, 3.5, 5.5]],
    ['percentile', { q: 30 }, [3.8, 2.5, 4.9]],
    ['average', { weights: null }, [5, 3.5, 5.5]],
  ])('%s %j', (operator, options, expected) => {
    close(byGroup(operator, options), expected)
  })
  test('missing and empty texts do not count as comments', () => {
    const own: Table = { rowCount: 3, columns: [texts('t', ['x', null, ''])] }
    const options = { groupby: [], aggregates: { t: { operator: 'count_nonzero' } } }
    close(columnOf(run(own, { operation: 'aggregate', options }), 't'), [1])
  })
  test.each([
    ['percentile', { q: 30, method: 'guess' }, 'Unknown method of percentile: guess'],
    ['sum', { axis: 1 }, 'Unknown option of sum: axis'],
    ['std', { constructor: 1 }, 'Unknown option of std: constructor'],
  ])('%s %j is refused', (operator, options, message) => {
    expect(() => byGroup(operator, options)).toThrow(message)
  })
})

test('the last row of a pivot with margins is filled where a series has no complete row', () => {
  const pivoted = run(
    table,
    {
      operation: 'pivot',
      options: {
        index: ['w'],
        columns: ['g'],
        aggregates: { v: { operator: 'sum' } },
        marginal_distributions: true,
        metric_fill_value: 0,
      },
    },
    { operation: 'flatten', options: {} },
  )
  expect(columnOf(pivoted, 'v, c')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(columnOf(pivoted, 'v, a').at(-1)).toBe(2)
})

test('margins with kept missing columns have no column of their own', () => {
  const options = { index: ['w'], columns: ['g'], aggregates: { v: { operator: 'sum' } }, marginal_distributions: true }
  const names = (drop_missing_columns: boolean) =>
    run(table, { operation: 'pivot', options: { ...options, drop_missing_columns } }, { operation: 'flatten', options: {} }).columns.map(
      ({ name }) => name,
    )
  expect(names(true)).toContain('v, All')
  expect(names(false)).toEqual(['w', 'v, <NULL>', 'v, a', 'v, b', 'v, c'])
})

test('totals without a column are none', () => {
  const shares = (contribution_totals: object) =>
    columnOf(run(table, { operation: 'contribution', options: { columns: ['w'], contribution_totals } }), 'w')
  expect(shares({ w: 72 })[7]).toBeCloseTo(1 / 9)
  expect(shares({ other: 72 })[7]).toBe(0)
  expect(shares({})[7]).toBeCloseTo(8 / 36)
})

describe('resample', () => {
  const dates = ['2020-01-30', '2020-01-31', '2020-02-02', '2020-02-28', '2020-03-15']
  const data: Table = {
    rowCount: 5,
    columns: [{ name: 't', type: 'timestamp', values: Float64Array.from(dates, day) }, numbers('v', [1, 2, 3, 4, 5])],
  }
  test.each<[string, string[], (number | null)[]]>([
    ['BM', ['2020-01-31', '2020-02-28', '2020-03-31'], [3, 7, 5]],
    ['BMS', ['2020-01-01', '2020-02-03', '2020-03-02'], [6, 4, 5]],
    ['BQ', ['2020-03-31'], [15]],
    ['SM', ['2020-01-15', '2020-01-31', '2020-02-15', '2020-02-29', '2020-03-15'], [1, 5, 4, 0, 5]],
    ['SMS', ['2020-01-15', '2020-02-01', '2020-02-15', '2020-03-01', '2020-03-15'], [3, 3, 4, 0, 5]],
    ['20B', ['2020-01-30', '2020-02-27'], [6, 9]],
    ['14D12H', ['2020-01-30', '2020-02-13T12:00', '2020-02-28', '2020-03-13T12:00'], [6, 0, 4, 5]],
    ['q', ['2020-03-31'], [15]],
  ])('%s', (rule, labels, sums) => {
    const made = run(
      data,
      { operation: 'pivot', options: { index: ['t'], aggregates: { v: { operator: 'sum' } } } },
      { operation: 'resample', options: { rule, method: 'sum' } },
      { operation: 'flatten', options: {} },
    )
    expect(columnOf(made, 't')).toEqual(labels.map((text) => Date.parse(`${text}${text.includes('T') ? '' : 'T00:00'}Z`)))
    expect(columnOf(made, 'v')).toEqual(sums)
  })
  test.each([
    ['sum', [3, 3]],
    ['ffill', [1, 2]],
  ])('%s leaves out a row without a time', (method, expected) => {
    const times = [...dates.slice(0, 3).map(day), NaN]
    const made = run(
      { rowCount: 4, columns: [{ name: 't', type: 'timestamp', values: Float64Array.from(times) }, numbers('v', [1, 2, 3, 9])] },
      { operation: 'pivot', options: { index: ['t'], aggregates: { v: { operator: 'sum' } }, drop_missing_columns: false } },
      { operation: 'resample', options: { rule: '2D', method } },
      { operation: 'flatten', options: {} },
    )
    expect(columnOf(made, 'v')).toEqual(expected)
  })
  test.each(['BX', 'B-MON', '1D-MON', 'D1', '0D', 'constructor', '', ' '.repeat(300_000), '1D'.repeat(100_000)])(
    '%j is no rule',
    (rule) => {
      expect(() =>
        run(
          data,
          { operation: 'pivot', options: { index: ['t'], aggregates: { v: { operator: 'sum' } } } },
          { operation: 'resample', options: { rule, method: 'sum' } },
        ),
      ).toThrow('Invalid frequency')
    },
  )
})

test.each([
  [-1, [-10, 10]],
  [0, [-15, 15]],
])('comparisons are rounded to %j decimals', (precision, expected) => {
  const own: Table = { rowCount: 2, columns: [numbers('a', [-44, 44]), numbers('b', [3, 3])] }
  const options = { source_columns: ['a'], compare_columns: ['b'], compare_type: 'ratio', precision }
  close(columnOf(run(own, { operation: 'compare', options }), 'ratio__a__b'), expected)
})
