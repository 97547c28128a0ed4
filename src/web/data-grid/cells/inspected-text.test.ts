import { expect, test } from 'vitest'
import type { Column } from '#core/table.ts'
import { inspectedText } from './inspected-text.ts'

const text = (value: string): Column => ({ name: 'a', type: 'string', values: [value] })

test.each<[string, Column, { whole: string; isJson: boolean }]>([
  ['JSON in a text', text('{"a":[1,2]}'), { whole: '{\n  "a": [\n    1,\n    2\n  ]\n}', isJson: true }],
  ['a nested value', { name: 'a', type: 'json', values: [{ a: 1 }] }, { whole: '{\n  "a": 1\n}', isJson: true }],
  ['a text that only starts like JSON', text('[draft] notes'), { whole: '[draft] notes', isJson: false }],
  ['lines of a text', text('a\n\tb'), { whole: 'a\n\tb', isJson: false }],
  [
    'all digits of a number',
    { name: 'a', type: 'integer', values: Float64Array.of(9007199254740992), exact: ['9007199254740993'] },
    { whole: '9007199254740993', isJson: false },
  ],
  [
    'a number that the table rounds',
    { name: 'a', type: 'float', values: Float64Array.of(0.123456789) },
    { whole: '0.123456789', isJson: false },
  ],
  ['a time', { name: 'a', type: 'date', values: Float64Array.of(0) }, { whole: 'shown', isJson: false }],
])('%s', (_, column, expected) => expect(inspectedText(column, 0, 'shown')).toEqual(expected))
