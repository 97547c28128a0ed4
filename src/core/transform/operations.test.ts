import { expect, test } from 'vitest'
import type { Column, Table } from '../table.ts'
import { frameOf } from './frame.ts'
import { resultOf } from './result.ts'
import { transform, type TransformStep } from './transform.ts'

const day = 86_400_000
const numbers = (name: string, values: (number | null)[]): Column => ({
  name,
  type: 'float',
  values: Float64Array.from(values, (v) => v ?? NaN),
})
const times = (name: string, values: number[]): Column => ({ name, type: 'timestamp', values: Float64Array.from(values, (v) => v * day) })
const texts = (name: string, values: (string | null)[]): Column => ({ name, type: 'string', values })
const tableOf = (...columns: Column[]): Table => ({ rowCount: columns[0]?.values.length ?? 0, columns })

const run = (table: Table, ...steps: [operation: string, options: object][]) =>
  resultOf(
    transform(
      table,
      steps.map(([operation, options]): TransformStep => ({ operation, options })),
    ),
  )
const columnOf = (table: Table, name: string) => Array.from(table.columns.find((c) => c.name === name)?.values as ArrayLike<unknown>)

const plain = tableOf(texts('k', ['b', 'a', null]), numbers('v', [1, 2, 4]))

test.each<[string, object, string]>([
  ['sort', { by: 'v', nonsense: 1 }, 'Error: Unknown option of sort: nonsense'],
  ['sort', { by: 7 }, 'Error: Invalid option of sort: by: Invalid input'],
  ['teleport', {}, 'Error: Unsupported post processing operation: teleport'],
  ['constructor', {}, 'Error: Unsupported post processing operation: constructor'],
  ['aggregate', { groupby: ['k'], aggregates: { v: { operator: 'toString' } } }, 'Error: Invalid numpy function: toString'],
  [
    'prophet',
    { time_grain: 'P1D', periods: 1, confidence_interval: '1' },
    'Error: Invalid option of prophet: confidence_interval: Invalid input',
  ],
  ['histogram', { column: 'v', bins: 2_000_000_000 }, 'Error: `bins` must be an integer between 1 and 1000'],
])('%s %j is refused', (operation, options, message) => {
  expect(() => run(plain, [operation, options])).toThrow(message)
})

test('a pivot that is not flattened cannot be returned', () => {
  const pivot: [string, object] = ['pivot', { index: ['v'], columns: ['k'], aggregates: { v: { operator: 'sum' } } }]
  expect(() => run(plain, pivot)).toThrow('add the operation flatten')
  expect(run(plain, pivot, ['flatten', {}]).colnames).toEqual(['v', 'v, <NULL>', 'v, a', 'v, b'])
})

test('a pivot or a resampling that would fill the memory is rejected', () => {
  const many = tableOf(
    numbers(
      'a',
      Array.from({ length: 5000 }, (_, i) => i),
    ),
    numbers(
      'b',
      Array.from({ length: 5000 }, (_, i) => i),
    ),
    numbers(
      'v',
      Array.from({ length: 5000 }, () => 1),
    ),
  )
  expect(() => run(many, ['pivot', { index: ['a'], columns: ['b'], aggregates: { v: { operator: 'sum' } } }])).toThrow('too many cells')
  const decades = tableOf(times('t', [0, 20_000]), numbers('v', [1, 2]))
  expect(() =>
    run(decades, ['pivot', { index: ['t'], aggregates: { v: { operator: 'sum' } } }], ['resample', { rule: '1S', method: 'ffill' }]),
  ).toThrow('too many rows')
})

test('exact digits survive operations that only move rows', () => {
  const exact: Column = { name: 'n', type: 'decimal', values: Float64Array.of(2, 1), exact: ['2.000000000000000001', null] }
  const { table } = run(tableOf(exact), ['sort', { by: 'n' }], ['select', { rename: { n: 'm' } }])
  expect(table.columns[0]).toMatchObject({ name: 'm', exact: [null, '2.000000000000000001'] })
})

test('moved rows keep their numbers as names, columns without a value the type of the dataset', () => {
  const result = resultOf(
    transform(tableOf(numbers('v', [2, 1]), numbers('w', [null, null])), [{ operation: 'sort', options: { by: 'v' } }]),
    { w: 2 },
  )
  expect(result.indexnames).toEqual([1, 0])
  expect(result.coltypes).toEqual([0, 2])
  expect(result.label_map).toEqual({ v: ['v'], w: ['w'] })
})

test.each([
  ['boxcar', 3],
  ['triang', (0.5 * 1 + 2 + 0.5 * 6) / 2],
  ['hamming', (0.08 * 1 + 2 + 0.08 * 6) / 1.16],
])('a %s window weighs its rows', (shape, expected) => {
  const { table } = run(tableOf(numbers('v', [1, 2, 6])), [
    'rolling',
    { rolling_type: 'mean', columns: { v: 'v' }, window: 3, win_type: shape },
  ])
  const [first, second, third] = columnOf(table, 'v')
  expect([first, second]).toEqual([NaN, NaN])
  expect(third).toBeCloseTo(expected, 12)
})

test.each<[string, number[], number[]]>([
  ['2W', [0, 20], [3, 17, 31]],
  ['QS-FEB', [45, 130], [31, 120]],
  ['2MS', [0, 100], [0, 59]],
  ['1Y-JUN', [0, 200], [180, 545]],
  ['90T', [0, 0.1], [0, 0.0625]],
  ['500ms', [0, 0.000_01], [0, 500 / day]],
])('resampling by %s labels its buckets', (rule, at, labels) => {
  const { table } = run(
    tableOf(
      times('t', at),
      numbers(
        'v',
        at.map(() => 1),
      ),
    ),
    ['pivot', { index: ['t'], aggregates: { v: { operator: 'sum' } } }],
    ['resample', { rule, method: 'sum' }],
    ['flatten', {}],
  )
  expect(columnOf(table, 't')).toEqual(labels.map((label) => label * day))
  expect((columnOf(table, 'v') as number[]).reduce((a, b) => a + b)).toBe(at.length)
})

test('ranking within a single group and over no rows', () => {
  expect(
    columnOf(run(tableOf(texts('g', ['x', 'x']), numbers('v', [5, 3])), ['rank', { metric: 'v', group_by: 'g' }]).table, 'rank'),
  ).toEqual([1, 0.5])
  expect(run(tableOf(numbers('v', [])), ['rank', { metric: 'v' }]).table.rowCount).toBe(0)
})

test('transforms do not mutate their table', () => {
  const values = Float64Array.of(3, 1, 2)
  const table = tableOf({ name: 'v', type: 'float', values })
  transform(table, [
    { operation: 'sort', options: { by: 'v' } },
    { operation: 'cum', options: { operator: 'sum', columns: { v: 'v' } } },
  ])
  expect(values).toEqual(Float64Array.of(3, 1, 2))
  expect(frameOf(table).columns[0]?.data.values).toBe(values)
})
