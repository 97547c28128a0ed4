import { expect, test } from 'vitest'
import { findFaultPlace } from './find-fault.ts'

test.each([
  ['SUM(gone)', 'Binder Error: Referenced column "gone" not found in FROM clause!\nCandidate bindings: "SUM"', [1, 4, 8]],
  ['SUM(a) +\n  SUM(gone)', 'column "gone" does not exist', [2, 6, 10]],
  ["Unknown_fn('a')", 'Catalog Error: Scalar Function with name unknown_fn does not exist!', [1, 0, 10]],
  ['SUM(gone)', "Unknown column 'gone' in 'field list'", [1, 4, 8]],
  ['SUM(price) a b', 'Parser Error: syntax error at or near "b"', [1, 13, 14]],
  ['gone_by + gone', 'no such column: "gone"', [1, 10, 14]],
  ['SUM(a))', 'syntax error at or near ")"', [1, 5, 6]],
])('%j: %s', (expression, message, [line, from, to]) => expect(findFaultPlace(expression, message)).toEqual({ line, from, to }))

test.each([
  ['SUM(a)', 'syntax error at end of input'],
  ['SUM(a)', 'Referenced column "b" not found'],
])('%j: %s names no place', (expression, message) => expect(findFaultPlace(expression, message)).toBeNull())
