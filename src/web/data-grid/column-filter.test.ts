import { expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import { fromRows } from '#core/table.ts'
import { filteredRows, operatorsOf, type ColumnFilter, type Filters } from './column-filter.ts'
import { cellFormatter } from './grid.ts'

const table = fromRows(
  ['n', 'name', 'at'],
  [0, 1, 2],
  [
    { n: 1, name: 'Anna', at: Date.UTC(2024, 0, 1) },
    { n: 2.5, name: 'anna', at: Date.UTC(2024, 1, 1, 12) },
    { n: null, name: null, at: null },
    { n: 30, name: 'Bert', at: Date.UTC(2025, 0, 1) },
  ],
)
const columns = table.columns.map((column) => ({ column, text: cellFormatter(column, { t }) }))
const rowsOf = (filters: Filters) => [...filteredRows(Uint32Array.of(3, 2, 1, 0), filters, columns)]
const filter = (operator: ColumnFilter['operator'], value = ''): ColumnFilter => ({ operator, value })

test.each<[string, ColumnFilter, number[]]>([
  ['n', filter('equals', '2.5'), [1]],
  ['n', filter('differs', '1'), [3, 2, 1]],
  ['n', filter('least', '2.5'), [3, 1]],
  ['n', filter('most', '2.5'), [1, 0]],
  ['n', filter('blank'), [2]],
  ['n', filter('filled'), [3, 1, 0]],
  ['n', filter('least', 'x'), []],
  ['name', filter('contains', 'NN'), [1, 0]],
  ['name', filter('excludes', 'nn'), [3, 2]],
  ['name', filter('equals', 'bert'), [3]],
  ['name', filter('contains', '  '), [3, 2, 1, 0]],
  ['at', filter('least', '2024-02-01'), [3, 1]],
  ['at', filter('most', '2024-02-01 12:00'), [1, 0]],
])('%s %j keeps the order of the rows that pass', (name, one, rows) => expect(rowsOf({ [name]: one })).toEqual(rows))

test('the filters of several columns hold together', () =>
  expect(rowsOf({ n: filter('least', '2'), name: filter('contains', 'a') })).toEqual([1]))

test('numbers and times are compared, texts are not', () => {
  const [n, name] = table.columns
  expect(n && operatorsOf(n)).toContain('least')
  expect(name && operatorsOf(name)).not.toContain('least')
})
