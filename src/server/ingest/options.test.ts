import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { byColumn, headsOfFile, load, put } from './fixture.ts'
import type { ReadOptions, TableShape } from './task.ts'

test.each<[string, string | Uint8Array, ReadOptions, Record<string, unknown[]>]>([
  ['lines before the head', 'A report;\nof "ours\na;b\n1;2\n', { skip: 2 }, { 'a BIGINT': ['1'], 'b BIGINT': ['2'] }],
  ['such lines in UTF-16', Buffer.from('\uFEFFreport\na;ü\n1;2\n', 'utf16le'), { skip: 1 }, { 'a BIGINT': ['1'], 'ü BIGINT': ['2'] }],
  ['such lines of an old Mac', 'report\ra;b\r1;2\r', { skip: 1 }, { 'a BIGINT': ['1'], 'b BIGINT': ['2'] }],
  ['texts that are nothing', 'a;b\n1;x\nNA;"n/a"\n', { nulls: ['NA', 'n/a'] }, { 'a BIGINT': ['1', null], 'b VARCHAR': ['x', null] }],
  ['a comma before the fraction', 'a;b\n1,5;2\n-,25;3\n', { decimal: ',' }, { 'a DOUBLE': [1.5, -0.25], 'b BIGINT': ['2', '3'] }],
  ['such numbers, and one that is none', 'a\n1,5\nx\n', { decimal: ',' }, { 'a VARCHAR': ['1,5', 'x'] }],
  ['the month first', 'a\n01/02/2020\n', {}, { 'a DATE': ['2020-01-02'] }],
  ['the day first', 'a\n01/02/2020\n', { dayFirst: true }, { 'a DATE': ['2020-02-01'] }],
  ['the day first where only the other reads', 'a\n01/22/2020\n', { dayFirst: true }, { 'a DATE': ['2020-01-22'] }],
  [
    'spaces before fields',
    'a; b\n 1; "x; y"\n2;  z "" \n',
    { initialSpace: true },
    { 'a BIGINT': ['1', '2'], 'b VARCHAR': ['x; y', 'z "" '] },
  ],
  ['spaces in quotes', 'a; b\n1; " x ""y"" "\n', { initialSpace: true }, { 'a BIGINT': ['1'], 'b VARCHAR': [' x "y" '] }],
])('%s', async (_name, text, options, expected) => {
  const { columns, rows } = await load('a.csv', text, { options: { delimiter: ';', header: true, ...options } })
  expect(byColumn(columns, rows)).toEqual(expected)
})

test('reads numbers with a decimal comma, and leaves other cells empty on request', async () => {
  const { columns, rows } = await load('a.csv', 'a;b\n1,5;x\nz;y\n', {
    options: { delimiter: ';', header: true, decimal: ',', misfits: 'blank' },
    columns: [
      { name: 'a', type: 'DOUBLE' },
      { name: 'b', type: 'VARCHAR' },
    ],
  })
  expect(byColumn(columns, rows)).toEqual({ 'a DOUBLE': [1.5, null], 'b VARCHAR': ['x', 'y'] })
})

test('rejected lines keep their numbers after skipped lines', async () => {
  const { rejected } = await load('a.csv', 'report\n\na,b\n1,2\n3\n', { options: { skip: 2 } })
  expect(rejected).toEqual([{ line: 5, text: '3', reason: 'The line has 1 fields; 2 are expected' }])
})

const book = () =>
  writeXlsx({
    sheets: [
      { name: 'One', rows: [['A report'], ['day', 'n', 'n'], [new Date('2020-01-31T00:00:00Z'), '1,5', 'NA'], [null, 2, 'x']] },
      {
        name: 'Two',
        rows: [
          ['a', 'b'],
          [1, 2],
        ],
      },
    ],
  })

test('a sheet with skipped rows, null texts and decimal commas', async () => {
  const { columns, rows } = await load('a.xlsx', await book(), { options: { table: 'One', skip: 1, nulls: ['NA'], decimal: ',' } })
  expect(byColumn(columns, rows)).toEqual({ 'day DATE': ['2020-01-31', null], 'n DOUBLE': [1.5, 2], 'n_2 VARCHAR': [null, 'x'] })
})

test.each<[string, string | (() => Promise<Uint8Array>), ReadOptions, { table: string | null; columns: string[] }[]]>([
  ['a.csv', 'x\na,b,b\n1,2,3\n', { skip: 1, header: true }, [{ table: null, columns: ['a', 'b', 'b_2'] }]],
  ['a.json', '[{"a":1,"b":2}]', {}, [{ table: null, columns: ['a', 'b'] }]],
  [
    'a.xlsx',
    book,
    { skip: 1 },
    [
      { table: 'One', columns: ['day', 'n', 'n_2'] },
      { table: 'Two', columns: ['1', '2'] },
    ],
  ],
  [
    'a.xlsx',
    book,
    { skip: 2 },
    [
      { table: 'One', columns: ['2020-01-31', '1,5', 'NA'] },
      { table: 'Two', columns: [] },
    ],
  ],
])('the column names of %s', async (name, content, options, tables) => {
  const path = put(name, typeof content === 'string' ? content : await content())
  expect((await headsOfFile({ path, name, options })).tables).toEqual(tables)
})

describe('the shape of the table', () => {
  const text = 'id,name,n\n7,a,1\n8,b,2\n9,c,3\n'
  const from = (name: string, source: string | null = name) => ({ name, from: source })
  test.each<[string, TableShape, Record<string, unknown[]>]>([
    ['some columns', { columns: [from('n'), from('key', 'id')] }, { 'n BIGINT': ['1', '2', '3'], 'key BIGINT': ['7', '8', '9'] }],
    ['the number of the row', { columns: [from('#', null), from('n')] }, { '# BIGINT': ['0', '1', '2'], 'n BIGINT': ['1', '2', '3'] }],
    ['the first rows', { limit: 2, columns: [from('name')] }, { 'name VARCHAR': ['a', 'b'] }],
    ['more rows than there are', { limit: 9, columns: [from('id')] }, { 'id BIGINT': ['7', '8', '9'] }],
  ])('%s', async (_name, shape, expected) => {
    const { columns, rows } = await load('a.csv', text, { shape })
    expect(byColumn(columns, rows)).toEqual(expected)
  })

  test.each<[string, string, unknown[][] | string]>([
    ['the same columns in another order', 'n,name,id\n4,d,10\n', [['10', 'd', '4']]],
    ['another case, and a column less', 'ID,NAME\n10,d\n', [['10', 'd', null]]],
    ['a column that is nowhere filled', 'id,name,n\n10,d,\n', [['10', 'd', null]]],
    ['only such columns', 'id,name\n,\n', [[null, null, null]]],
    ['numbers where the table has text', 'id,name,n\n10,11,12\n', [['10', '11', '12']]],
    ['a strange column', 'id,more\n10,1\n', 'The table has no column "more"'],
    ['text where the table has numbers', 'id\nx\n', '"id" is BIGINT in the table and VARCHAR in the file'],
    ['fractions where the table has whole numbers', 'n\n1.5\n', '"n" is BIGINT in the table and DOUBLE in the file'],
  ])('appends rows: %s', async (_name, added, expected) => {
    const { target: former, rows } = await load('a.csv', text)
    const made = load('b.csv', added, { options: { header: true }, former })
    if (typeof expected === 'string') return expect(made).rejects.toThrow(expected)
    expect((await made).rows).toEqual([...rows, ...expected])
  })
})
