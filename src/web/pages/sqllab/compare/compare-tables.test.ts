import { expect, test } from 'vitest'
import { fromRows, toRows } from '#core/table.ts'
import { changedTable, commonColumns, compareTables, proposedKeys } from './compare-tables.ts'

const left = fromRows(
  ['id', 'name', 'old'],
  [0, 1, 1],
  [
    { id: 1, name: 'a', old: 'x' },
    { id: 2, name: 'b', old: 'x' },
    { id: 3, name: null, old: 'x' },
  ],
)
const right = fromRows(
  ['name', 'id'],
  [1, 0],
  [
    { id: 4, name: 'd' },
    { id: 3, name: 'c' },
    { id: 2, name: 'b' },
  ],
)

test('rows are paired by their key, whatever their order', () => {
  expect(compareTables(left, right, ['id'])).toEqual({
    onlyLeft: [0],
    onlyRight: [0],
    changed: [{ left: 2, right: 1, columns: ['name'] }],
    equal: 1,
  })
})

test('columns that only one result has are not compared', () => expect(commonColumns(left, right)).toEqual(['id', 'name']))

test('with all columns as key nothing is changed', () => {
  expect(compareTables(left, right, ['id', 'name'])).toMatchObject({ onlyLeft: [0, 2], onlyRight: [0, 1], changed: [], equal: 1 })
})

test('rows of one key are paired in their order', () => {
  const twice = fromRows(
    ['k', 'v'],
    [1, 0],
    [
      { k: 'a', v: 1 },
      { k: 'a', v: 2 },
      { k: 'a', v: 3 },
    ],
  )
  const once = fromRows(
    ['k', 'v'],
    [1, 0],
    [
      { k: 'a', v: 1 },
      { k: 'a', v: 9 },
    ],
  )
  expect(compareTables(twice, once, ['k'])).toEqual({
    onlyLeft: [2],
    onlyRight: [],
    changed: [{ left: 1, right: 1, columns: ['v'] }],
    equal: 1,
  })
})

test('digits beyond those of a double make a difference', () => {
  const [a, b] = ['9007199254740993', '9007199254740992'].map((digits) => fromRows(['id', 'n'], [0, 0], [{ id: 1, n: BigInt(digits) }]))
  expect(a && b && compareTables(a, b, ['id']).changed).toHaveLength(1)
})

test('a column that is unique on both sides is proposed as the key', () => {
  expect(proposedKeys(left, right)).toEqual(['id'])
  const same = fromRows(
    ['a', 'b'],
    [0, 0],
    [
      { a: 1, b: 1 },
      { a: 1, b: 1 },
    ],
  )
  expect(proposedKeys(same, same)).toEqual(['a', 'b'])
})

test('changed rows show both values of the columns that differ', () => {
  const difference = compareTables(left, right, ['id'])
  const table = changedTable(left, right, { difference, keys: ['id'], names: { left: 'this', right: 'other' } })
  expect(toRows(table)).toEqual([{ id: 3, 'name · this': null, 'name · other': 'c' }])
})

test('100,000 rows are compared while people wait', () => {
  const many = fromRows(
    ['id', 'v'],
    [0, 0],
    Array.from({ length: 100_000 }, (_, id) => ({ id, v: id % 7 })),
  )
  const other = fromRows(
    ['id', 'v'],
    [0, 0],
    Array.from({ length: 100_000 }, (_, i) => ({ id: i + 1, v: (i + 1) % 7 })),
  )
  expect(compareTables(many, other, ['id'])).toMatchObject({ onlyLeft: [0], onlyRight: [99_999], equal: 99_999 })
})
