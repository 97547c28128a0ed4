import { describe, expect, test } from 'vitest'
import type { Table } from '#core/table.ts'
import { metric, monthsFrom, tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { pivotChart } from './chart.ts'
import { pivotControls } from './controls.ts'
import { pivotStill } from './draw.ts'
import { fixtures } from './fixture.ts'
import { openRows, rowKey } from './open-rows.ts'
import { readPivot } from './pivot.ts'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
const films = tableOf({
  genre: ['A', 'A', 'A', 'B', 'B', 'C'],
  rating: ['x', 'y', 'x', 'x', 'y', null],
  year: [2007, 2007, 2008, 2007, 2008, 2009],
  Gross: [1200, 3000, 2500, 50, 12, 9],
  Films: [3, 4, 5, 1, 3, 1],
})
const plain = { ...form, groupbyRows: ['genre'], groupbyColumns: ['year'], rowTotals: false, colTotals: false, rowOrder: 'key_a_to_z' }
const two = [metric('Gross'), metric('Films')]
const pivot = (given = {}, table: Table = films) => readPivot(table, readForm(pivotControls, { ...plain, ...given }), testContext())
const shown = (given = {}, table: Table = films) =>
  pivot(given, table).rows.map(({ label, cells }) => [label, ...(cells ?? []).map((cell) => cell?.text ?? '–')].join(' '))
const heads = (given = {}) => pivot(given).columns.map((column) => column.heads.join('/'))

describe('rows and columns', () => {
  test('a row per group, a column per group', () => {
    expect(heads()).toEqual(['2007', '2008', '2009'])
    expect(shown()).toEqual(['A 4,200 2,500 –', 'B 50 12 –', 'C – – 9'])
  })

  test('totals of rows stand in a column, totals of columns in a row', () => {
    expect(heads({ rowTotals: true })).toEqual(['2007', '2008', '2009', 'Total'])
    expect(shown({ rowTotals: true, colTotals: true })).toEqual([
      'A 4,200 2,500 – 6,700',
      'B 50 12 – 62',
      'C – – 9 9',
      'Total 4,250 2,512 9 6,771',
    ])
  })

  test('what is not known has no sum, but a count', () => {
    const unknown = tableOf({ genre: ['A', 'B'], year: [2007, 2007], Gross: [null, 5] })
    expect(shown({ colTotals: true }, unknown)).toEqual(['A –', 'B 5', 'Total 5'])
    expect(shown({ aggregateFunction: 'Count' }, unknown)).toEqual(['A 0', 'B 1'])
  })

  test('groups in groups, subtotals above or below them', () => {
    const deep = { groupbyRows: ['genre', 'rating'], groupbyColumns: [] }
    expect(shown({ ...deep, rowSubTotals: false })).toEqual(['A', 'x 3,700', 'y 3,000', 'B', 'x 50', 'y 12', 'C', 'blank 9'])
    expect(shown(deep).slice(0, 3)).toEqual(['A 6,700', 'x 3,700', 'y 3,000'])
    expect(shown({ ...deep, rowSubtotalPosition: false }).slice(0, 4)).toEqual(['A', 'x 3,700', 'y 3,000', 'Total A 6,700'])
  })

  test('columns in columns, with subtotals', () => {
    const deep = { groupbyRows: [], groupbyColumns: ['genre', 'rating'], colSubTotals: true }
    expect(heads(deep)).toEqual(['A/x', 'A/y', 'A/Subtotal', 'B/x', 'B/y', 'B/Subtotal', 'C/blank', 'C/Subtotal'])
    expect(heads({ ...deep, colSubtotalPosition: true }).slice(0, 2)).toEqual(['A/Subtotal', 'A/x'])
    expect(shown(deep)).toEqual(['Total 3,700 3,000 6,700 50 12 62 9 9'])
  })

  test('turned', () => expect(shown({ transposePivot: true })).toEqual(['2007 4,200 50 –', '2008 2,500 12 –', '2009 – – 9']))

  test('ordered by names or by values', () => {
    const order = (given: object) => shown(given).map((text) => text[0])
    expect(order({ rowOrder: 'key_z_to_a' })).toEqual(['C', 'B', 'A'])
    expect(order({ rowOrder: 'value_a_to_z' })).toEqual(['C', 'B', 'A'])
    expect(order({ rowOrder: 'value_z_to_a' })).toEqual(['A', 'B', 'C'])
    expect(heads({ colOrder: 'value_z_to_a' })).toEqual(['2007', '2008', '2009'])
    expect(heads({ colOrder: 'key_z_to_a' })).toEqual(['2009', '2008', '2007'])
  })
})

describe('several metrics', () => {
  test('above the columns or within them, totals of each its own', () => {
    expect(heads({ metrics: two, rowTotals: true })).toEqual([
      'Gross/2007',
      'Gross/2008',
      'Gross/2009',
      'Films/2007',
      'Films/2008',
      'Films/2009',
      'Total/Gross',
      'Total/Films',
    ])
    expect(heads({ metrics: two, combineMetric: true }).slice(0, 3)).toEqual(['2007/Gross', '2007/Films', '2008/Gross'])
  })

  test('on the rows', () => {
    expect(shown({ metrics: two, metricsLayout: 'ROWS', groupbyColumns: [], rowSubTotals: false, colTotals: true })).toEqual([
      'Gross',
      'A 6,700',
      'B 62',
      'C 9',
      'Films',
      'A 12',
      'B 4',
      'C 1',
      'Total Gross 6,771',
      'Total Films 17',
    ])
    expect(shown({ metrics: two, metricsLayout: 'ROWS', combineMetric: true, groupbyColumns: [] }).slice(0, 3)).toEqual([
      'A',
      'Gross 6,700',
      'Films 12',
    ])
  })
})

describe('cells', () => {
  test.each([
    ['Count', '2'],
    ['Average', '2,100'],
    ['Median', '2,100'],
    ['Minimum', '1,200'],
    ['Maximum', '3,000'],
    ['First', '1,200'],
    ['Last', '3,000'],
    ['List Unique Values', '1,200, 3,000'],
    ['Sum as Fraction of Total', '62.0%'],
    ['Sum as Fraction of Rows', '62.7%'],
    ['Sum as Fraction of Columns', '98.8%'],
    ['what is this', '4,200'],
  ])('%s', (aggregateFunction, text) => expect(pivot({ aggregateFunction }).rows[0]?.cells?.[0]?.text).toBe(text))

  test('as the form or the metric writes numbers', () => {
    expect(shown({ valueFormat: '$,.1f' })[0]).toBe('A $4,200.0 $2,500.0 –')
    const context = testContext({ formats: { Gross: '.2s' }, currencies: {} })
    expect(readPivot(films, readForm(pivotControls, plain), context).rows[0]?.cells?.[0]?.text).toBe('4.2k')
    expect(shown({ currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } })[0]).toContain('€')
  })

  test('a list has each value once, written like a single one', () => {
    const table = tableOf({ genre: ['A', 'A', 'A'], year: [1, 2, 3], Gross: [880.6259999999999, 880.6259999999999, 12.5] })
    expect(shown({ aggregateFunction: 'List Unique Values', groupbyColumns: [] }, table)).toEqual(['A 880.63, 12.50'])
  })

  test('great numbers are short', () => {
    const table = tableOf({ genre: ['A', 'B'], year: [1, 1], Gross: [39712039384, 12] })
    expect(shown({}, table)).toEqual(['A 39.7B', 'B 12'])
  })

  test('times as their grain', () => {
    const table = tableOf({ genre: ['A', 'A'], year: monthsFrom([2020, 1], 1, 2), Gross: [1, 2] })
    const columns = readPivot(table, readForm(pivotControls, { ...plain, time_grain_sqla: 'P1M' }), testContext()).columns.map(
      (column) => column.heads[0],
    )
    expect(columns).toEqual(['Jan 2020', 'Feb 2020'])
  })

  test.each([
    [
      [0, 1],
      ['2020-01-01', '2020-01-02'],
    ],
    [
      [0, 0.5],
      ['2020-01-01 00:00', '2020-01-01 12:00'],
    ],
    [
      [0, 366],
      ['2020', '2021'],
    ],
    [
      [0, NaN],
      ['2020', 'blank'],
    ],
  ])('times without a grain, alike on each level: %j days', (days, expected) => {
    const times = { type: 'timestamp' as const, values: days.map((day) => Date.UTC(2020, 0, 1) + day * 86_400_000) }
    const years = { type: 'timestamp' as const, values: days.map(() => Date.UTC(2020, 0, 1)) }
    const table = tableOf({ year: times, since: years, Gross: [1, 2] })
    const { columns, rows } = pivot({ groupbyRows: ['since'], groupbyColumns: ['year'] }, table)
    expect(columns.map((column) => column.heads[0])).toEqual(expected)
    expect(rows.map(({ label }) => label)).toEqual(['2020'])
  })
})

test('closed groups hide what is in them', () => {
  const { rows } = pivot({ groupbyRows: ['genre', 'rating'], rowSubtotalPosition: false })
  const closed = new Set([rowKey(rows[0] as (typeof rows)[number])])
  expect(openRows(rows, closed).map(({ label }) => label)).toEqual(['A', 'Total A', 'B', 'x', 'y', 'Total B', 'C', 'blank', 'Total C'])
})

test('a number selects its row and its column, but no times', () => {
  const select = (data: object, given = {}, answer = tables) => pivotChart.selection?.({ data }, answer, { ...form, ...given })
  expect(select({ row: ['Action', 'PG'], column: [2008] })?.filters).toEqual([
    { col: 'Genre', op: 'IN', val: ['Action'], formattedVal: 'Action' },
    { col: 'rating', op: 'IN', val: ['PG'], formattedVal: 'PG' },
    { col: 'Year', op: 'IN', val: [2008], formattedVal: '2008' },
  ])
  expect(select({ row: [], column: [] })).toBeNull()
  const timed = [tableOf({ day: monthsFrom([2020, 1], 1, 1), Gross: [1] })]
  expect(select({ row: [Date.UTC(2020, 0)], column: [] }, { groupbyRows: ['day'] }, timed)).toBeNull()
})

describe('the picture', () => {
  const draw = (given = {}, width = 400, height = 240) => pivotStill(tables, { ...form, ...given }, testContext({ width, height }))
  test('says what does not fit', () => {
    expect(draw()).not.toContain('more')
    expect(draw({}, 400, 150)).toMatch(/\d more rows/)
    expect(draw({}, 200)).toMatch(/\d more columns/)
  })
  test('a rule about whole rows fills all cells of a row, and its icon stays in its own cell', () => {
    const table = tableOf({ Genre: ['a', 'b'], Gross: [1, 9], Cost: [3, 4] })
    const look = { ...form, groupbyRows: ['Genre'], groupbyColumns: [], metrics: ['Gross', 'Cost'], rowTotals: false, colTotals: false }
    const rule = { column: 'Gross', operator: '>', targetValue: 5, colorScheme: '#ACE1C4', toAllRow: true, icon: 'up' }
    const svg = pivotStill([table], { ...look, conditional_formatting: [rule] }, testContext())
    expect(svg.match(/fill-opacity/g)).toHaveLength(2)
    expect(svg.match(/▲/g)).toHaveLength(1)
  })
  test('escapes', () => {
    const table = tableOf({ Genre: ['<b>'], rating: ['"'], Year: [1], Gross: [1] })
    expect(pivotStill([table], form, testContext())).not.toContain('<b>')
  })
})
