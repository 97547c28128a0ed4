import { describe, expect, test } from 'vitest'
import { scanRecords } from './records.ts'
import { columnNames, findAmbiguousDecimals, sniffDecimal, sniffDialect, sniffHeader, splitSample } from './sniff.ts'

const dialects: [string, string, string, string][] = [
  ['commas', 'a,b,c\n1,2,3\n4,5,6\n', ',', '"'],
  ['semicolons with decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', ';', '"'],
  ['tabs', 'a\tb\n1\t2\n', '\t', '"'],
  ['pipes', 'a|b\n1|2\n', '|', '"'],
  ['commas inside quotes', '"a","b"\n"1,2","3"\n"4,5,6","7"\n', ',', '"'],
  ['single quotes', "a,b\n'1,2','x'\n'3,4','y'\n", ',', "'"],
  ['one ragged line among many', `a,b,c\n${'1,2,3\n'.repeat(8)}1,2\n`, ',', '"'],
  ['one column', 'a\n1\n2\n', ',', '"'],
]
test.each(dialects)('%s', (_name, text, delimiter, quote) => {
  expect(sniffDialect(text, true)).toEqual({ delimiter, quote })
})

test('a delimiter that splits 80 % of the lines beats one column', () => {
  const text = `${'1;2\n'.repeat(8)}note\nnote\n`
  expect(sniffDialect(text, true).delimiter).toBe(';')
})

const headers: [string, string[][], boolean][] = [
  [
    'names over numbers',
    [
      ['a', 'b'],
      ['1', 'x'],
    ],
    true,
  ],
  [
    'numbers at once',
    [
      ['1', '2'],
      ['3', '4'],
    ],
    false,
  ],
  [
    'names over text',
    [
      ['city', 'country'],
      ['Oslo', 'Norway'],
    ],
    true,
  ],
  [
    'text with repeats',
    [
      ['x', 'x'],
      ['y', 'z'],
    ],
    false,
  ],
  [
    'a date in the first line',
    [
      ['2020-01-01', 'x'],
      ['2020-01-02', 'y'],
    ],
    false,
  ],
  ['only a header', [['a', 'b']], true],
]
test.each(headers)('header: %s', (_name, records, expected) => {
  expect(sniffHeader(records)).toBe(expected)
})

test.each<[string, string[], '.' | ',']>([
  ['nothing that tells', ['1', 'x', ''], '.'],
  ['what could be either', ['1,234', '1.234', '12,345'], '.'],
  ['a comma', ['1,5', '1.234'], ','],
  ['more points than commas', ['1,5', '1.5', '2.5'], '.'],
  ['groups behind points', ['1.234.567', '1.234'], ','],
  ['groups behind commas', ['1,234,567', '1,234'], '.'],
  ['groups and a fraction', ['1.234,50'], ','],
  ['dates are no numbers', ['01.02.2024', '1,5'], ','],
  ['a zero before three digits', ['0,125'], ','],
])('decimal separator: %s', (_name, values, expected) => {
  expect(sniffDecimal(values.map((value) => [value]))).toBe(expected)
})

test('makes repeated and empty names unique and removes NUL characters', () => {
  expect(columnNames(['a\0x', `${'a'.repeat(199)}😀`], 2)).toEqual(['ax', `${'a'.repeat(199)}\ufffd`])
  expect(columnNames(['a', 'A', '', 'a', ' b  c '], 6)).toEqual(['a', 'A_2', 'column_3', 'a_3', 'b c', 'column_6'])
})

test('reads escaped quotes and line breaks within a field', () => {
  expect(splitSample('a,b\r\n"x ""y""\nz",2\r\n', { delimiter: ',', quote: '"' }, true)).toEqual([
    ['a', 'b'],
    ['x "y"\nz', '2'],
  ])
})

describe('records', () => {
  const scan = (text: string) => scanRecords(Buffer.from(text), { delimiter: ',', quote: '"' })
  const cases: [string, string, number, [number, string][]][] = [
    ['plain', 'a,b\n1,2\n3,4', 3, []],
    ['blank lines do not count', 'a,b\n\n1,2\r\n\r\n', 2, []],
    ['a quoted line end', 'a\n"x\ny"\nz\n', 3, []],
    ['a quote inside a field is text', 'a,b\n5" pipe,1\n', 2, []],
    ['never closed: one line lost', 'a,b\n1,"x\n2,y\n3,z\n', 3, [[2, 'open-quote']]],
    ['text after a quote', 'a,b\n1,"x"y\n2,"z"\n', 2, [[2, 'behind-quote']]],
    ['closed much later by accident', 'a,b\n1,"x\n2,"z"\n3,q\n', 3, [[2, 'behind-quote']]],
    ['behind a byte order mark', '\uFEFFa\n"1"\n', 2, []],
  ]
  test.each(cases)('%s', (_name, text, records, faults) => {
    const result = scan(text)
    expect(result.records).toBe(records)
    expect(result.faults.map(({ line, cause }) => [line, cause.code])).toEqual(faults)
  })
})

describe('numbers that could be fractions or grouped', () => {
  test.each<[string, string[][], number[]]>([
    ['a point', [['1.234'], ['12.500']], [0]],
    [
      'a comma',
      [
        ['a', '1,234'],
        ['b', '7'],
      ],
      [1],
    ],
    ['both', [['1.234', '2,345']], [0, 1]],
    ['a point beside a sure fraction', [['1.234'], ['1.5']], []],
    ['a comma beside a sure fraction elsewhere', [['1,234', '0.5']], []],
    ['several groups', [['1.234.567'], ['1.234']], []],
    ['a zero before the sign', [['0.234']], []],
    ['a large number without groups', [['1.234'], ['12345']], []],
    [
      'neither',
      [
        ['12', 'x'],
        ['7', '1.2.2020'],
      ],
      [],
    ],
  ])('are ambiguous: %s', (_name, records, columns) => {
    expect(findAmbiguousDecimals(records)).toEqual(columns)
  })
})
