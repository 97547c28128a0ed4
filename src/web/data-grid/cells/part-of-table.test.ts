import { expect, test } from 'vitest'
import { fromRows, toRows } from '#core/table.ts'
import { partOfTable } from './part-of-table.ts'

const table = fromRows(
  ['id', 'name', 'ok', 'list'],
  [0, 1, 3, 1],
  [
    { id: 9007199254740993n, name: 'a', ok: true, list: [1] },
    { id: 2, name: null, ok: null, list: null },
    { id: null, name: 'c', ok: false, list: { x: 1 } },
  ],
)

test('rows and columns come in the order in which they are named, missing values stay', () => {
  const part = partOfTable(table, { rows: [2, 1], columns: ['ok', 'id', 'list'] })
  expect(toRows(part)).toEqual([
    { ok: false, id: null, list: { x: 1 } },
    { ok: null, id: 2, list: null },
  ])
})

test('all digits of a number are kept', () => {
  const [id] = partOfTable(table, { rows: [0], columns: ['id'] }).columns
  expect(id).toMatchObject({ exact: ['9007199254740993'] })
})
