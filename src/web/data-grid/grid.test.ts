import { expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import { fromRows, type Column } from '#core/table.ts'
import { cellFormatter, drawnText, summaryOf, toTabSeparated } from './grid.ts'
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
