import { expect, test } from 'vitest'
import { namesIn, readParams, writeParams } from './template-params.ts'

test.each([
  ['', []],
  [
    '{"day": "2024-01-01", "n": 5, "list": [1, 2]}',
    [
      ['day', '2024-01-01'],
      ['n', '5'],
      ['list', '[1,2]'],
    ],
  ],
  ['[1]', null],
  ['{', null],
])('the fields of %j', (json, fields) => {
  expect(readParams(json)?.map(({ name, value }) => [name, value]) ?? null).toEqual(fields)
})

test('fields become JSON with numbers, lists and texts; those without a name are left out', () => {
  const json = writeParams([
    { name: ' day ', value: '2024-01-01' },
    { name: 'n', value: '5' },
    { name: 'list', value: '[1, 2]' },
    { name: '', value: 'lost' },
  ])
  expect(JSON.parse(json)).toEqual({ day: '2024-01-01', n: 5, list: [1, 2] })
  expect(writeParams([])).toBe('')
})

test('names of variables are found once, calls are not', () => {
  expect(namesIn('{{ day }} {{day}} {{ n | int }} {{ current_user() }} {% if x %}')).toEqual(['day', 'n'])
})
