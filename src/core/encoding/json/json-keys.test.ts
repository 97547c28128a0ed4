import { expect, test } from 'vitest'
import { topKeys, topPlace } from './json-keys.ts'

test('the keys of the outermost object are found with their places', () => {
  const text = '{"a": {"deep": ["x", ":"]},\n  "b \\" c": ":",\n"b": 1}'
  expect(topKeys(text)).toEqual([
    { key: 'a', line: 1, from: 1, to: 4 },
    { key: String.raw`b \" c`, line: 2, from: 2, to: 10 },
    { key: 'b', line: 3, from: 0, to: 3 },
  ])
  expect(topKeys('[1, "a"]')).toEqual([])
})

test.each<[string, ReturnType<typeof topPlace>]>([
  ['', null],
  ['{', { kind: 'key' }],
  ['{"re', { kind: 'key' }],
  ['{"a": 1, "re', { kind: 'key' }],
  ['{"a": {}, ', { kind: 'key' }],
  ['{"a"', { kind: 'key' }],
  ['{"a": ', { kind: 'value', key: 'a' }],
  ['{"x": [1, 2], "a": tr', { kind: 'value', key: 'a' }],
  ['{"a": {"b": ', null],
  ['{"a": ["', null],
  ['{"a": 1}', null],
])('at the end of %j stands %j', (before, place) => expect(topPlace(before)).toEqual(place))
