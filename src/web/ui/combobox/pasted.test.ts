import { expect, test } from 'vitest'
import { pastedEntries, resolveEntries } from './pasted.ts'

test.each([
  ['a, b;c\td\r\ne', ['a', 'b', 'c', 'd', 'e']],
  ['  New York \n\n New York ', ['New York']],
  ['alone', ['alone']],
  [' , ', []],
])('%j is taken apart', (text, entries) => expect(pastedEntries(text)).toEqual(entries))

test('entries are found by label or value in any case; the others are reported', () => {
  const options = [
    { value: 1, label: 'One' },
    { value: 2, label: 'Two' },
  ]
  expect(resolveEntries(['TWO', '1', 'three'], options)).toEqual({ values: [2, 1], unknown: ['three'] })
})
