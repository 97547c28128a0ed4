import { expect, test } from 'vitest'
import { ExactDecimal } from '#core/encoding/json/exact-decimal.ts'
import { parseJson } from './parse-json.ts'

test.each([
  ['{"a":1,"b":[null,true,"x"]}', { a: 1, b: [null, true, 'x'] }],
  ['{"a":9007199254740993}', { a: 9007199254740993n }],
  ['[-9223372036854775808, 12]', [-9223372036854775808n, 12]],
  ['{"a":1700000000000000}', { a: 1700000000000000 }],
  ['{"a":0.12345678901234567890}', { a: new ExactDecimal('0.12345678901234567890') }],
  ['[1234567890.1234567890]', [new ExactDecimal('1234567890.1234567890')]],
  ['{"a":0.12345678901234568}', { a: 0.12345678901234568 }],
  ['{"a":"9007199254740993"}', { a: '9007199254740993' }],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})
