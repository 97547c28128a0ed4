import { readXlsx } from 'hucre/xlsx'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Table } from '#core/table.ts'
import { csvText, encodeCsv } from './csv.ts'
import { writeFormulasAsText } from './formulas.ts'
import { encodeJson } from './json.ts'
import { dateText, timestampText } from './time-text.ts'
import { encodeXlsx, sheetText } from './xlsx.ts'

const plenty = 2 ** 30
const textOf = ({ bytes }: { bytes: Uint8Array[] }) => Buffer.concat(bytes).toString()

const table: Table = {
  rowCount: 3,
  columns: [
    { name: 'big', type: 'integer', values: Float64Array.of(1, NaN, 9007199254740992), exact: [null, null, '9007199254740993'] },
    { name: 'a "b"', type: 'string', values: ['a,"b"\n', '=1+1', null] },
    { name: 'ts', type: 'timestamp', values: Float64Array.of(1583020799123.456, -2209032000000, NaN) },
    { name: 'day', type: 'date', values: Float64Array.of(0, -86_400_000, NaN) },
    { name: 'tz', type: 'instant', values: Float64Array.of(0, 1583020799123.456, NaN) },
    { name: 'ratio', type: 'float', values: Float64Array.of(-0, Infinity, 1e308) },
    { name: 'flag', type: 'boolean', values: [true, null, false] },
    { name: 'list', type: 'json', values: [[1, 'x'], null, { a: null }] },
  ],
}

describe('JSON', () => {
  test('digits in full, epoch milliseconds, nothing that is not JSON', async () => {
    const text = textOf(await encodeJson(table, plenty))
    expect(text).toBe(
      '[{"big":1,"a \\"b\\"":"a,\\"b\\"\\n","ts":1583020799123.456,"day":0,"tz":0,"ratio":-0.0,"flag":true,"list":[1,"x"]},' +
        '{"big":null,"a \\"b\\"":"=1+1","ts":-2209032000000,"day":-86400000,"tz":1583020799123.456,"ratio":null,"flag":null,"list":null},' +
        '{"big":9007199254740993,"a \\"b\\"":null,"ts":null,"day":null,"tz":null,"ratio":1e+308,"flag":false,"list":{"a":null}}]',
    )
    expect(() => JSON.parse(text) as unknown).not.toThrow()
  })

  test.each([
    [2, 0],
    [20, 1],
    [21, 1],
    [22, 2],
    [1_000, 100],
    [plenty, 20_000],
  ])('at most %i bytes', async (maxBytes, atLeast) => {
    const numbers: Table = {
      rowCount: 20_000,
      columns: [{ name: 'i', type: 'integer', values: Float64Array.from({ length: 20_000 }, (_, i) => i) }],
    }
    const encoded = await encodeJson(numbers, maxBytes)
    const text = textOf(encoded)
    expect(text.length).toBeLessThanOrEqual(Math.max(2, maxBytes))
    const rows = JSON.parse(text) as unknown[]
    expect(rows).toHaveLength(encoded.rowCount)
    expect(encoded.truncated).toBe(encoded.rowCount < 20_000)
    expect(encoded.rowCount).toBeGreaterThanOrEqual(Math.min(atLeast, Math.max(0, Math.floor((maxBytes - 2) / 14))))
  })

  test('no rows', async () => {
    expect(textOf(await encodeJson({ ...table, rowCount: 0 }, plenty))).toBe('[]')
  })
})

describe('CSV', () => {
  test('a header of verbose names, the times of a column written alike', async () => {
    expect(textOf(await encodeCsv(table, plenty, { big: 'Big, really' }))).toBe(
      [
        '"Big, really","a ""b""",ts,day,tz,ratio,flag,list',
        '1,"a,""b""\n",2020-02-29 23:59:59.123456,1970-01-01,1970-01-01 00:00:00+00:00,-0.0,True,"[1, ""x""]"',
        ",'=1+1,1899-12-31 12:00:00.000000,1969-12-31,2020-02-29 23:59:59.123456+00:00,,,",
        '9007199254740993,,,,,1e+308,False,"{""a"":null}"',
        '',
      ].join('\n'),
    )
  })

  test.each([
    [[0, 86_400_000], '1970-01-01'],
    [[0, 60_000], '1970-01-01 00:00:00'],
    [[0, 0.5], '1970-01-01 00:00:00.000000'],
  ])('a column of %j', async (values, first) => {
    const column = { name: 't', type: 'timestamp' as const, values: Float64Array.from(values) }
    expect(textOf(await encodeCsv({ rowCount: 2, columns: [column] }, plenty)).split('\n')[1]).toBe(first)
  })

  test.each([
    ['plain', 'plain'],
    ['-5', '-5'],
    ['-1.5', '-1.5'],
    ['-5+3', "'-5+3"],
    ['=1', "'=1"],
    ['  =1', "'  =1"],
    ['@x', "'@x"],
    ['+1', "'+1"],
    ['%x', "'%x"],
    ['|a|b', "'\\|a\\|b"],
    ['a|b', 'a|b'],
    ['a,b', '"a,b"'],
    ['=a,"b"', '"\'=a,""b"""'],
    ['', ''],
  ])('%j is written %s', (value, written) => {
    expect(csvText(value)).toBe(written)
  })

  test('a formula is written as it is where an installation wants that', async () => {
    writeFormulasAsText(false)
    onTestFinished(() => writeFormulasAsText(true))
    expect(['=1', '  =1', '|a|b', 'a,b'].map(csvText)).toEqual(['=1', '  =1', '|a|b', '"a,b"'])
    expect(sheetText('=1')).toBe('=1')
  })

  test('an empty cell alone on its line is not an empty line', async () => {
    const column = { name: 'x', type: 'string' as const, values: [null, 'a'] }
    expect(textOf(await encodeCsv({ rowCount: 2, columns: [column] }, plenty))).toBe('x\n""\na\n')
  })
})

test('XLSX: dates as dates, digits beyond fifteen as text, formulas disarmed', async () => {
  const book = await readXlsx(Buffer.concat((await encodeXlsx(table, plenty)).bytes))
  expect(book.sheets[0]?.rows).toEqual([
    ['big', 'a "b"', 'ts', 'day', 'tz', 'ratio', 'flag', 'list'],
    [1, 'a,"b"\n', new Date('2020-02-29T23:59:59.123Z'), new Date(0), '1970-01-01 00:00:00+00:00', 0, true, '[1, "x"]'],
    [null, "'=1+1", '1899-12-31 12:00:00', expect.any(Date), '2020-02-29 23:59:59.123456+00:00', null, null, null],
    ['9007199254740993', null, null, null, null, '1e+308', false, '{"a":null}'],
  ])
})

test.each([
  ['float', 9007199254740992, undefined, '9007199254740992.0'],
  ['float', 4.1152263004115226e18, undefined, '4.1152263004115226e+18'],
  ['integer', 9007199254740992, '9007199254740993', '9007199254740993'],
  ['decimal', -1.2345678901234567e19, '-12345678901234567890.123456789', "'-12345678901234567890.123456789"],
  ['float', 99999999999999.98, undefined, 99999999999999.98],
] as const)('the %s %d in a sheet', async (type, value, exact, cell) => {
  const columns = [{ name: 'v', type, values: Float64Array.of(value), ...(exact && { exact: [exact] }) }]
  const book = await readXlsx(Buffer.concat((await encodeXlsx({ rowCount: 1, columns }, plenty)).bytes))
  expect(book.sheets[0]?.rows[1]).toEqual([cell])
})

test.each([
  [0, '1970-01-01', '1970-01-01 00:00:00'],
  [-1, '1969-12-31', '1969-12-31 23:59:59.999000'],
  [-62_135_596_800_000, '0001-01-01', '0001-01-01 00:00:00'],
  [-62_167_219_200_001, '-0001-12-31', '-0001-12-31 23:59:59.999000'],
  [253_402_300_799_999.5, '9999-12-31', '9999-12-31 23:59:59.999500'],
  [951_782_400_000, '2000-02-29', '2000-02-29 00:00:00'],
])('%d ms is %s', (ms, day, full) => {
  expect(dateText(ms)).toBe(day)
  expect(timestampText(ms, 'shortest')).toBe(full)
})

test.each([
  ['float', 4.1152263004115226e18, '4.1152263004115226e+18'],
  ['float', -1e16, '-1e+16'],
  ['float', 9007199254740991, '9007199254740991'],
  ['float', 0.1, '0.1'],
  ['integer', 12345678901234567000, '12345678901234567000'],
] as const)('the %s %d as JSON', async (type, value, text) => {
  const single: Table = { rowCount: 1, columns: [{ name: 'v', type, values: Float64Array.of(value) }] }
  expect(textOf(await encodeJson(single, 1e6))).toBe(`[{"v":${text}}]`)
})
