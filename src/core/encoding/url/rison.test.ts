import { describe, expect, test } from 'vitest'
import { decodeRison, encodeRison } from './rison.ts'

const pairs: [unknown, string][] = [
  [null, '!n'],
  [true, '!t'],
  [0, '0'],
  [-1.5, '-1.5'],
  [1e21, '1e21'],
  [9007199254740993n, '9007199254740993'],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's!", "'it!'s!!'"],
  ['1a', "'1a'"],
  ['-', "'-'"],
  ['日本', '日本'],
  [[], '!()'],
  [[1, [2, 'x']], '!(1,!(2,x))'],
  [{}, '()'],
  [{ filters: [{ col: 'slice_name', opr: 'ct', value: 'a' }], page: 0 }, '(filters:!((col:slice_name,opr:ct,value:a)),page:0)'],
]

test.each(pairs.map(([value, text]) => [text, value] as const))('%s is written and read back', (text, value) => {
  expect(encodeRison(value)).toBe(text)
  expect(decodeRison(text)).toEqual(value)
})

describe('invalid Rison is rejected with its position', () => {
  test.each(['', '(', '!(1', "'open", '(a:1', '(a)', '!x', '!(1,)', 'a)', '(a:1)b'])('%s', (text) => {
    expect(() => decodeRison(text)).toThrow(/Invalid Rison at character \d+/)
  })
})
