import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { load, previewFile, put, readable } from '../fixture.ts'

test('types, main time column and rows', async () => {
  const text = 'id,day,at,ok,price,code,note\n1,2020-01-31,2020-01-31 10:00,true,1.5,007,a\n2,2020-02-01,2020-02-01 11:30,false,-2,010,\n'
  const { columns, rows, mainTime, rejected } = await load('a.csv', text)
  expect(columns.map(({ type }) => type)).toEqual(['BIGINT', 'DATE', 'TIMESTAMP', 'BOOLEAN', 'DOUBLE', 'VARCHAR', 'VARCHAR'])
  expect(rows).toEqual([
    ['1', '2020-01-31', '2020-01-31 10:00:00', true, 1.5, '007', 'a'],
    ['2', '2020-02-01', '2020-02-01 11:30:00', false, -2, '010', null],
  ])
  expect(mainTime).toBe('at')
  expect(rejected).toEqual([])
})

test('every line becomes a row or a rejected line with its number and text', async () => {
  const text = 'a,b,c\n1,x,2020-01-01\n2,y\n3,"z\nz",2020-01-03\n4,"open,2020-01-04\n5,"a"b,2020-01-05\n6,w,2020-01-06,9\n7,v,2020-01-07\n'
  const { rows, rejected } = await load('ragged.csv', text)
  expect(rows).toEqual([
    ['1', 'x', '2020-01-01'],
    ['3', 'z\nz', '2020-01-03'],
    ['7', 'v', '2020-01-07'],
  ])
  expect(rejected).toEqual([
    { line: 3, text: '2,y', reason: 'The line has 2 fields; 3 are expected' },
    { line: 6, text: '4,"open,2020-01-04', reason: 'There is text after a closing quote' },
    { line: 7, text: '5,"a"b,2020-01-05', reason: 'There is text after a closing quote' },
    { line: 8, text: '6,w,2020-01-06,9', reason: 'The line has 4 fields; 3 are expected' },
  ])
})

test('a value that does not fit a chosen type rejects only its line', async () => {
  const { rows, rejected } = await load('types.csv', 'a,b\n1,x\ntwo,y\n3,z\n', {
    columns: [
      { name: 'a', type: 'BIGINT' },
      { name: 'b', type: 'VARCHAR' },
    ],
  })
  expect(rows).toEqual([
    ['1', 'x'],
    ['3', 'z'],
  ])
  expect(rejected).toEqual([{ line: 3, text: 'two,y', reason: '“two” in a is not a whole number' }])
})

test.each<[string, unknown[][], number[]]>([
  ['\n\na,b\n1,2\n', [['1', '2']], []],
  ['\r\n\r\na,b\r\n1,2\r\n', [['1', '2']], []],
  [
    '\uFEFF\na,b\n1,2\n\n3,4\n3\n\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
    [6],
  ],
  ['\na\n1\n', [['1']], []],
  ['a\n1\n\n2\n\n', [['1'], [null], ['2'], [null]], []],
  ['a\r\n1\r\n\r\n2\n\n"x"y\n3', [['1'], [null], ['2'], [null], ['3']], [6]],
])('blank lines in %j are no rows, unless there is a single column', async (text, expected, lines) => {
  const { rows, rejected } = await load('blank.csv', text, { options: { header: true } })
  expect(rows).toEqual(expected)
  expect(rejected.map(({ line }) => line)).toEqual(lines)
})

const encoded: [string, string][] = [
  ['utf-8', 'naïve – 東京'],
  ['utf-16le', 'naïve – 東京'],
  ['utf-16be', 'naïve – 東京'],
  ['windows-1252', 'Ärger über “Anführung” – naïve café señor'],
  ['shift_jis', '東京都と大阪府のデータを集めた表です'],
  ['gbk', '北京市和上海市的数据表格，包含所有城市'],
]
test.each(encoded)('detects and reads %s', async (encoding, value) => {
  const text = `name,n\n${`${value},1\n`.repeat(30)}`
  const bytes = iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') })
  const { rows, columns } = await load('text.csv', bytes)
  expect(rows).toHaveLength(30)
  expect(rows[0]).toEqual([value, '1'])
  expect(columns.map(({ name }) => name)).toEqual(['name', 'n'])
})

const short: [string, string][] = [
  ['shift_jis', '名前,値\n東京,1\n'],
  ['shift_jis', 'ソース,表\nカタカナ,1\n'],
  ['gbk', '姓名,数量\n北京,1\n'],
  ['utf-16le', '名前,値\n東京,1\n'],
  ['utf-16be', '名前,値\n東京,1\n'],
  ['windows-1252', 'name,n\nJosé Núñez,1\n'],
  ['windows-1252', 'Straße,n\nÄußere Größenstraße,1\n'],
]
test.each(short)('detects %s in a few bytes without byte order mark', async (encoding, text) => {
  const { rows, columns } = await load('few.csv', iconv.encode(text, encoding))
  expect([columns.map(({ name }) => name).join(','), ...rows.map((row) => row.join(','))].join('\n')).toBe(text.trimEnd())
})

test('with misfits: blank, a value that does not fit leaves its cell empty and keeps the line', async () => {
  const text =
    'n,x,d,at,ok,code\n1,1.5,31.01.2020,31.01.2020 10:00,true,a\ntwo,n/a,2020,later,maybe,b\n1.5,2,01.02.2020,01.02.2020 11:30,,c\n9,3\n,,,,,\n'
  const options = { misfits: 'blank' } as const
  const formats: Record<string, string> = { d: '%d.%m.%Y', at: '%d.%m.%Y %H:%M' }
  const columns = ['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'BOOLEAN', 'VARCHAR'].map((type, i) => {
    const name = ['n', 'x', 'd', 'at', 'ok', 'code'][i] ?? ''
    return { name, type, ...(formats[name] && { format: formats[name] }) }
  })
  const loaded = await load('misfits.csv', text, { options, columns })
  const { rows, rejected } = loaded
  expect(rows).toEqual([
    ['1', 1.5, '2020-01-31', '2020-01-31 10:00:00', true, 'a'],
    [null, null, null, null, null, 'b'],
    [null, 2, '2020-02-01', '2020-02-01 11:30:00', null, 'c'],
    [null, null, null, null, null, null],
  ])
  expect(rejected).toEqual([{ line: 5, text: '9,3', reason: 'The line has 2 fields; 6 are expected' }])
  const blanked = [{ column: 'n', cells: 2 }, ...['x', 'd', 'at', 'ok'].map((column) => ({ column, cells: 1 }))]
  expect(loaded.blanked).toEqual(blanked)
  const preview = await previewFile({ path: put('misfits.csv', text), name: 'misfits.csv', options, columns })
  expect(preview).toMatchObject({ blanked, sampled: 4, rejected: { count: 1 }, options: { misfits: 'blank' } })
  const unknown = [{ name: 'n', type: 'BIGINT); drop table x' }, ...columns.slice(1)]
  await expect(load('types.csv', text, { options, columns: unknown })).rejects.toThrow('is not known')
})

test('rejects a line in another encoding among UTF-8 lines', async () => {
  const bytes = Buffer.concat([Buffer.from('a,b\n1,ärger\n'), iconv.encode('2,ärg\n', 'latin1'), Buffer.from('3,ok\n4,größe\n')])
  const { rows, rejected } = await load('mixed.csv', bytes)
  expect(rows).toEqual([
    ['1', 'ärger'],
    ['3', 'ok'],
    ['4', 'größe'],
  ])
  expect(rejected).toEqual([{ line: 3, text: '2,ärg', reason: 'The line holds bytes that are no text in this encoding' }])
})

test.each([
  ['returns alone', 'a,b\r1,2\r3,"x\ry"\r5\r7,8\r', 'x\ny'],
  ['line ends of two kinds', 'a,b\r\n1,2\n3,"x\r\ny"\r\n5\n7,8\r\n', 'x\r\ny'],
])('%s', async (_name, text, quoted) => {
  const { rows, rejected } = await load('ends.csv', text)
  expect(rows).toEqual([
    ['1', '2'],
    ['3', quoted],
    ['7', '8'],
  ])
  expect(rejected).toEqual([{ line: 5, text: '5', reason: 'The line has 1 fields; 2 are expected' }])
})

test('a long file with mixed line ends: every line is a row or rejected with its own number', async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => (i % 5000 === 7 ? `${i}` : `${i},"x${i}"`))
  const text = `a,b\n${lines.map((line, i) => line + (i % 3 === 0 ? '\r\n' : '\n')).join('')}`
  const { loaded, rejected } = await load('long-ends.csv', text).then(({ rows, ...rest }) => ({ loaded: rows.length, ...rest }))
  expect(loaded + rejected.length).toBe(lines.length)
  expect(rejected.map(({ line, text: own }) => [line, own])).toEqual(
    lines.flatMap((line, i) => (line.includes(',') ? [] : [[i + 2, line]])),
  )
})

test('keeps a rejected record whole, including quoted line breaks', async () => {
  const { rejected } = await load('lines.csv', 'a,b\n1,"x\ny"\nbad,"one\ntwo ""2""\nthree"\n4,z\n', {
    columns: [
      { name: 'a', type: 'BIGINT' },
      { name: 'b', type: 'VARCHAR' },
    ],
  })
  expect(rejected).toEqual([{ line: 4, text: 'bad,"one\ntwo ""2""\nthree"', reason: '“bad” in a is not a whole number' }])
})

test('a byte order mark is not part of the first column name', async () => {
  const { columns, rows } = await load('bom.csv', '\uFEFFa;b\n1;2\n3;4\n')
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(rows).toHaveLength(2)
})

test('repeated and empty headers, and dates in another format', async () => {
  const { columns, rows } = await load('names.csv', 'x,x,,day\n1,2,3,31/01/2020\n4,5,6,01/02/2020\n')
  expect(columns).toEqual([
    { name: 'x', type: 'BIGINT' },
    { name: 'x_2', type: 'BIGINT' },
    { name: 'column_3', type: 'BIGINT' },
    { name: 'day', type: 'DATE', format: '%d/%m/%Y' },
  ])
  expect(rows[1]).toEqual(['4', '5', '6', '2020-02-01'])
})

test('an encoding and a delimiter can be corrected', async () => {
  const path = put('odd.csv', iconv.encode('a^b\né^2\n', 'latin1'))
  const preview = await previewFile({ path, name: 'odd.csv', options: { delimiter: '^', encoding: 'latin1', header: true } })
  expect(preview.rows).toEqual([['é', '2']])
})

test('the preview reports the detected options and rejected lines', async () => {
  const path = put('p.csv', 'a|b\n1|x\n2|y\n3\n')
  const preview = await previewFile({ path, name: 'p.csv', options: {} })
  expect(preview.options).toEqual({ encoding: 'utf-8', delimiter: '|', quote: '"', header: true })
  expect(preview.columns).toEqual([
    { name: 'a', type: 'BIGINT', found: true, min: '1', max: '2', nulls: 0 },
    { name: 'b', type: 'VARCHAR', found: true, min: 'x', max: 'y', nulls: 0 },
  ])
  expect(preview.rejected).toEqual({
    count: 1,
    first: [{ line: 4, text: '3', cause: { code: 'fields', found: 1, expected: 2 } }],
    columns: [],
  })
})

test('keeps all of very many rejected lines, each with its first fault', async () => {
  const count = 60_000
  const content = `a,b,c\n${Array.from({ length: count }, (_, i) => `x${i},y${i},${i}`).join('\n')}\n`
  const columns = ['a', 'b', 'c'].map((name) => ({ name, source: name, type: 'BIGINT' }))
  const { rows, rejected } = await load('many.csv', content, { options: { delimiter: ',', header: true }, columns })
  expect(rows).toEqual([])
  expect(rejected).toHaveLength(count)
  const expected = (i: number) => ({ line: i + 2, text: `x${i},y${i},${i}`, reason: `“x${i}” in a is not a whole number` })
  expect(rejected.every((line, i) => line.line === i + 2)).toBe(true)
  for (const i of [0, 29_999, count - 1]) expect(rejected[i]).toEqual(expected(i))
})

test('in the preview of a long file only rejected lines of its beginning have numbers', async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => ([3, 199_990].includes(i) ? `bad-${i}` : `${i},${'x'.repeat(20)}`))
  const path = put('long.csv', `report\na,b\n${lines.join('\n')}\n`)
  const { rejected } = await previewFile({ path, name: 'long.csv', options: { skip: 1, header: true } })
  expect([rejected.count, rejected.first.map(readable)]).toEqual([
    2,
    [
      { line: 6, text: 'bad-3', reason: '“bad-3” in a is not a whole number' },
      { line: null, text: 'bad-199990', reason: '“bad-199990” in a is not a whole number' },
    ],
  ])
})
