import { describe, expect, test } from 'vitest'
import { cell, fromRows } from '#core/table.ts'
import { nextSort, rowsOf } from './row-order.ts'
import type { Sort } from './row-order.ts'

const table = fromRows(
  ['name', 'price', 'id'],
  [1, 0, 0],
  [
    { name: 'b', price: 14.026, id: 9007199254740993n },
    { name: 'a10', price: null, id: 9007199254740992n },
    { name: null, price: 1600.5, id: 3 },
    { name: 'a9', price: -3, id: 4 },
  ],
)
const texts = table.columns.map((column) => (row: number) => String(cell(column, row) ?? ''))

describe('rows', () => {
  const order = (sort: Sort, search = '') => [...rowsOf(table, { search, sort, texts })]
  test.each<[Sort, number[]]>([
    [null, [0, 1, 2, 3]],
    [{ column: 'price', descending: false }, [3, 0, 2, 1]],
    [{ column: 'price', descending: true }, [2, 0, 3, 1]],
    [{ column: 'name', descending: false }, [3, 1, 0, 2]],
    [{ column: 'id', descending: false }, [2, 3, 1, 0]],
    [{ column: 'gone', descending: false }, [0, 1, 2, 3]],
  ])('sorted by %j', (sort, rows) => expect(order(sort)).toEqual(rows))
  test('searched in what is written', () => expect(order(null, 'A1')).toEqual([1]))
  test('a header sorts ascending, then descending, then not at all', () => {
    const up = nextSort(null, 'a')
    expect([up, nextSort(up, 'a'), nextSort(nextSort(up, 'a'), 'a'), nextSort(up, 'b')]).toEqual([
      { column: 'a', descending: false },
      { column: 'a', descending: true },
      null,
      { column: 'b', descending: false },
    ])
  })
})
