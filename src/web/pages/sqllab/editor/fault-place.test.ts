import { expect, test } from 'vitest'
import { faultPlace, originAt } from './fault-place.ts'

const text = 'SELECT id,\n  no_such\nFROM t'
const script = `SELECT 1;\n-- next\n  ${text}`
const origin = originAt(script, script.indexOf(text), text)

test('the origin of a statement in its script', () => expect(origin).toMatchObject({ line: 3, column: 2 }))

test.each([
  ['DuckDB', 'Binder Error: no column\n\nLINE 2:   no_such\n          ^', { line: 4, from: 2, to: 9 }],
  ['Postgres, in the first line', 'column "id" does not exist\nLINE 1: SELECT id,\n               ^', { line: 3, from: 9, to: 11 }],
  ['a cut line', 'no column\nLINE 2: ...such\n           ^', { line: 4, from: 5, to: 9 }],
  ['MySQL', "You have an error near 'x' at line 3", { line: 5 }],
  ['the parser', "Error parsing near 'id' at line 1:8", { line: 3, from: 9, to: 11 }],
])('the place that %s names', (_, message, place) => {
  expect(faultPlace(message, origin)).toEqual({ message, ...place })
})

test('a message without a place marks nothing', () => expect(faultPlace('permission denied', origin)).toBeNull())
