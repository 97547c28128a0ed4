import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test.each([
  ['{}', null],
  [' {"a": [1, -2.5e3, "x\\u00e9\\n", null, true]} ', null],
  ['{', "Expecting property name enclosed in double quotes or '}': line 1 column 2 (char 1)"],
  ['{"a": 1, }', 'Expecting property name enclosed in double quotes: line 1 column 10 (char 9)'],
  ['{"a": 1 ]', "Expecting ',' delimiter or '}': line 1 column 9 (char 8)"],
  ['[', "Expecting value or ']': line 1 column 2 (char 1)"],
  ['[1,', 'Expecting value: line 1 column 4 (char 3)'],
  ['', 'Expecting value: line 1 column 1 (char 0)'],
  ['nope', 'Expecting value: line 1 column 1 (char 0)'],
  ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
  ['[1 2]', "Expecting ',' delimiter or ']': line 1 column 4 (char 3)"],
  ['{"a":\n"b', 'Unterminated string starting at: line 2 column 1 (char 6)'],
  ['{} x', 'Extra data: line 1 column 4 - line 1 column 5 (char 3 - 4)'],
  ['{"a":1}\n{"b":2}', 'Extra data: line 2 column 1 - line 2 column 8 (char 8 - 15)'],
  ['"\\x"', String.raw`Invalid \X escape sequence 'x': line 1 column 3 (char 2)`],
  ['"\\u12"', String.raw`Invalid \uXXXX escape sequence: line 1 column 2 (char 1)`],
  ['"a\tb"', String.raw`Invalid control character '\t' at: line 1 column 3 (char 2)`],
  ['"\\', 'Unterminated string starting at: line 1 column 1 (char 0)'],
])('%j', (text, fault) => {
  expect(jsonFault(text)).toBe(fault)
})
