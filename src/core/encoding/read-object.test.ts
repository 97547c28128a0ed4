import { expect, test } from 'vitest'
import { isUnreadable, readObject } from './read-object.ts'

test.each<[string | null, Record<string, unknown>, boolean]>([
  ['{"a": 1}', { a: 1 }, false],
  ['', {}, false],
  [null, {}, false],
  ['{"a": ', {}, true],
  ['[1]', {}, true],
  ['"text"', {}, true],
  ['null', {}, false],
])('%s', (text, value, unreadable) => {
  expect(readObject(text)).toEqual(value)
  expect(isUnreadable(text)).toBe(unreadable)
})
