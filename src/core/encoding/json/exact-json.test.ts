import { expect, it } from 'vitest'
import { exactJson, withoutBigints } from './exact-json.ts'

it('writes integers with all their digits', () => {
  expect(exactJson({ a: [9007199254740993n, 1.5, null], b: 'x' })).toBe('{"a":[9007199254740993,1.5,null],"b":"x"}')
})

it.each([
  [9007199254740993n, 9007199254740992],
  [
    [1n, { a: [2n] }, 'x'],
    [1, { a: [2] }, 'x'],
  ],
  [
    { __proto__x: 3n, n: NaN },
    { __proto__x: 3, n: NaN },
  ],
])('%# has no bigints left', (data, expected) => {
  expect(withoutBigints(data)).toEqual(expected)
})

it('returns data without bigints unchanged', () => {
  const data = { a: [1, { b: 'x' }], c: null }
  expect(withoutBigints(data)).toBe(data)
})
