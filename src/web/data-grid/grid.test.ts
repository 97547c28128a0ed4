import { expect, test } from 'vitest'
import { ExactDecimal } from '#core/encoding/json/exact-decimal.ts'
import { t } from '#core/i18n/t.ts'
import { fromRows, type Column } from '#core/table.ts'
import { cellFormatter, copyFormatter, drawnText, summaryOf, toTabSeparated } from './grid.ts'
import { jsonRows } from './json-rows.ts'

const table = fromRows(
  ['month', 'name', 'price', 'id'],
  [2, 1, 0, 0],
  [
    { month: Date.UTC(2004, 4, 1), name: 'b', price: 14.026, id: 9007199254740993n },
    { month: Date.UTC(2004, 5, 1), name: 'a10', price: null, id: 2 },
    { month: Date.UTC(2005, 6, 1), name: null, price: 1600.5, id: 3 },
    { month: null, name: 'a9', price: -3, id: 4 },
  ],
)
const texts = table.columns.map((column) => cellFormatter(column, { t }))
const written = (column: number) => table.columns[0] && [0, 1, 2, 3].map((row) => texts[column]?.(row))

test.each([
  [0, ['May 2004', 'Jun 2004', 'Jul 2005', '']],
  [1, ['b', 'a10', '', 'a9']],
  [2, ['14.03', '', '1,600.50', '-3.00']],
  [3, ['9007199254740993', '2', '3', '4']],
])('column %s is formatted as %j', (column, cells) => expect(written(column)).toEqual(cells))

const numbers = (name: string, values: number[], exact?: (string | null)[]): Column => ({
  name,
  type: 'float',
  values: Float64Array.from(values),
  ...(exact && { exact }),
})

test.each([
  ['floats', [0.123456789, 1e-9, 1600.5, 0.1 + 0.2], ['0.123456789', '1e-9', '1,600.50', '0.30000000000000004']],
  ['prices', [12.5, 3, 1234.25, Number.NaN], ['12.50', '3.00', '1,234.25', '']],
  ['whole numbers', [2024, 123456789, -1], ['2,024', '123,456,789', '-1']],
  ['year', [2024, 1999], ['2024', '1999']],
])('exact numbers: %s', (name, values, cells) => {
  const write = cellFormatter(numbers(name, values), { t, exact: true })
  expect(values.map((_value, row) => write(row))).toEqual(cells)
})

test('numbers that two decimals would write as zero are written by their digits', () => {
  const write = cellFormatter(numbers('n', [4.9e-8, -0.00123, 0, 12.345]), { t })
  expect([0, 1, 2, 3].map(write)).toEqual(['4.9e-8', '-0.00123', '0.00', '12.35'])
})

test('exact numbers: digits that a double cannot hold', () =>
  expect(cellFormatter(numbers('n', [9007199254740992, 2], ['9007199254740993', null]), { t, exact: true })(0)).toBe('9007199254740993'))

test.each([
  ['12345678901234567.25', '12345678901234567.25', '12345678901234567.25'],
  ['3.4166666666666667', '3.4166666666666667', '3.42'],
])('the decimal %s is written as %s with all its digits, and else as %s', (digits, whole, rounded) => {
  const column = fromRows(['n'], [0], [{ n: new ExactDecimal(digits) }]).columns[0]!
  expect([true, false].map((exact) => cellFormatter(column, { t, exact })(0))).toEqual([whole, rounded])
})

test('numbers are copied with all their digits and without thousands marks, other values as they are shown', () => {
  const copies = table.columns.map((column) => copyFormatter(column, { t })(0))
  expect(copies).toEqual(['May 2004', 'b', '14.026', '9007199254740993'])
  expect(copyFormatter(numbers('n', [1600.5, 0.123456789]), { t })(1)).toBe('0.123456789')
  expect(copyFormatter(numbers('n', [123456]), { t })(0)).toBe('123456')
})

test('raw times are written as the engine wrote them, where that is known', () => {
  const at: Column = { name: 'at', type: 'timestamp', values: Float64Array.of(0), written: ['1970-01-01 00:00:00.000001'] }
  expect(cellFormatter(at, { t, raw: true })(0)).toBe('1970-01-01 00:00:00.000001')
})

test('a very long text is drawn from its beginning', () => {
  expect(drawnText('x'.repeat(1000))).toHaveLength(1000)
  expect(drawnText('x'.repeat(50_000_000))).toBe(`${'x'.repeat(1000)}…`)
})

test('raw times are unformatted', () => expect(cellFormatter(table.columns[0]!, { t, raw: true })(0)).toBe('1083369600000'))

test('summaries', () => {
  expect(summaryOf(table.columns[0]!, texts[0]!, t)).toMatchObject({ low: '2004', high: '2005' })
  expect(summaryOf(table.columns[1]!, texts[1]!, t)).toEqual({ kind: 'count', distinct: 3 })
  expect(summaryOf(table.columns[2]!, texts[2]!, t)).toMatchObject({ low: '-3', high: '1.6k' })
})

test('many different texts are not counted to the end', () => {
  const names = (count: number): Column => ({ name: 'n', type: 'string', values: Array.from({ length: count }, (_, i) => `name ${i}`) })
  expect(summaryOf(names(10_000), String, t)).toEqual({ kind: 'count', distinct: 10_000 })
  expect(summaryOf(names(10_001), String, t)).toEqual({ kind: 'count', distinct: null })
})

test('cells are copied as tab-separated text', () =>
  expect(toTabSeparated(table, [1], texts)).toBe('month\tname\tprice\tid\nJun 2004\ta10\t\t2'))

test('rows as JSON keep all digits, and missing values are null', () => {
  const text = jsonRows(table)
  expect(text).toContain('"id": 9007199254740993')
  expect(JSON.parse(text)).toMatchObject([{ name: 'b', price: 14.026 }, { price: null }, { name: null, price: 1600.5 }, { month: null }])
  expect(JSON.parse(jsonRows({ columns: [], rowCount: 0 }))).toEqual([])
})
