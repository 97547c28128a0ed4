import { expect, test } from 'vitest'
import { faultPlace, messageInScript, originAt } from './fault-place.ts'

const text = 'SELECT id,\n  no_such\nFROM t'
const script = `SELECT 1;\n-- next\n  ${text}`
const origin = originAt(script, script.indexOf(text), text)

test('the origin of a statement in its script', () => expect(origin).toMatchObject({ line: 3, column: 2 }))

test.each([
  ['DuckDB', 'Binder Error: no column\n\nLINE 2:   no_such\n          ^', { line: 4, from: 2, to: 9 }],
  ['Postgres, in the first line', 'column "id" does not exist\nLINE 1: SELECT id,\n               ^', { line: 3, from: 9, to: 11 }],
  ['a cut line', 'no column\nLINE 2: ...such\n           ^', { line: 4, from: 5, to: 9 }],
  ['MySQL', "You have an error near 'x' at line 3", { line: 5 }],
  ['a table that is missing', 'The table "data.NO_SUCH" does not exist.', { line: 4, from: 2, to: 9 }],
  ['a column, by its line', 'We can\'t seem to resolve the column "t" at line 3.', { line: 5, from: 5, to: 6 }],
  ['a name that is not in the text', 'The table "other" does not exist. It is in line 2', { line: 4 }],
  ['the parser', "Error parsing near 'id' at line 1:8", { line: 3, from: 9, to: 11 }],
])('the place that %s names', (_, message, place) => {
  expect(faultPlace(message, origin)).toEqual({ message, ...place })
})

test.each(['permission denied', 'The table "other" does not exist.'])('a message without a place marks nothing: %s', (message) =>
  expect(faultPlace(message, origin)).toBeNull(),
)

test.each([
  ['We can\'t seem to resolve the column "t" at line 3.', 'We can\'t seem to resolve the column "t" at line 5.'],
  ["Error parsing near 'id' at line 1:8", "Error parsing near 'id' at line 3:10"],
  ["Error parsing near 'id' at line 2:8", "Error parsing near 'id' at line 4:8"],
  ['no column\n\nLINE 2:   no_such\n          ^', 'no column\n\nLINE 4:   no_such\n          ^'],
  ['permission denied', 'permission denied'],
])('%s is told by the lines of the script', (message, told) => expect(messageInScript(message, origin)).toBe(told))

test('a caret stays below its place where the number of its line is longer', () =>
  expect(messageInScript('LINE 8: no_such\n        ^', { line: 5, column: 0, text })).toBe('LINE 12: no_such\n         ^'))
