import { describe, expect, test } from 'vitest'
import { load, previewFile, put, readable } from '../fixture.ts'
import { bestFormats, dateFormats, timestampFormats } from './column-types.ts'
import { planPasses } from './read-csv.ts'

/** The inferred type and format of each column. */
const sniffed = async (columns: Record<string, string[]>) => {
  const values = Object.values(columns)
  const lines = [Object.keys(columns), ...(values[0] ?? []).map((_, row) => values.map((column) => column[row] ?? ''))]
  const path = put('times.csv', `${lines.map((line) => line.join(';')).join('\n')}\n`)
  const preview = await previewFile({ path, name: 'times.csv', options: { delimiter: ';', header: true } })
  return preview.columns.map(({ type, format }) => (format ? `${type} ${format}` : type))
}

describe('each date or time column has its own format', () => {
  const cases: [string, Record<string, string[]>, string[]][] = [
    ['day first beside ISO times', { a: ['13/04/2021', '01/02/2021'], b: ['2021-04-05 10:00:00', ''] }, ['DATE %d/%m/%Y', 'TIMESTAMP']],
    ['month first beside dots', { a: ['04/13/2021', '01/02/2021'], b: ['13.04.2021', ''] }, ['DATE %m/%d/%Y', 'DATE %d.%m.%Y']],
    ['day first beside month first', { a: ['13/04/2021', ''], b: ['04/13/2021', ''] }, ['DATE %d/%m/%Y', 'DATE %m/%d/%Y']],
    ['written out beside ISO', { a: ['1 Mar 2021', ''], b: ['2021-03-01', ''] }, ['DATE %d %b %Y', 'DATE']],
    [
      'times in three forms',
      { a: ['13/04/2021 10:00', ''], b: ['2021-04-13T10:00:00', ''], c: ['04/13/2021 10:00 PM', ''] },
      ['TIMESTAMP %d/%m/%Y %H:%M', 'TIMESTAMP', 'TIMESTAMP %m/%d/%Y %I:%M %p'],
    ],
    [
      'a zone beside dots',
      { a: ['2021-04-13 10:00+02', ''], b: ['13.04.2021 10:00', ''] },
      ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMP %d.%m.%Y %H:%M'],
    ],
    ['either way, alone', { a: ['03/04/2021', '05/06/2021'] }, ['DATE %m/%d/%Y']],
    ['either way, beside a sure one', { a: ['03/04/2021', ''], b: ['13/04/2021', ''] }, ['DATE %d/%m/%Y', 'DATE %d/%m/%Y']],
    ['two digits for the year', { a: ['03/04/21', ''], b: ['13/04/21', ''] }, ['DATE %d/%m/%y', 'DATE %d/%m/%y']],
    ['an early year in four digits', { a: ['01/01/0001', '13/04/2021'] }, ['DATE %d/%m/%Y']],
    ['neither way throughout', { a: ['13/04/2021', '04/13/2021'], b: ['13.04.2021', ''] }, ['VARCHAR', 'DATE %d.%m.%Y']],
  ]
  test.each(cases)('%s', async (_name, columns, expected) => {
    expect(await sniffed(columns)).toEqual(expected)
  })
})

const parts: Record<string, string> = {
  '%Y': '2024',
  '%y': '24',
  '%m': '09',
  '%d': '23',
  '%b': 'Sep',
  '%B': 'September',
  '%H': '21',
  '%I': '09',
  '%p': 'PM',
  '%M': '05',
  '%S': '07',
  '%f': '123456',
}

test.each([
  ['DATE', dateFormats],
  ['TIMESTAMP', timestampFormats],
] as const)('%s: what any of the formats writes is read', async (type, formats) => {
  const written = formats.map((format) => format.replaceAll(/%./g, (part) => parts[part] ?? part))
  const found = await sniffed(Object.fromEntries(written.map((text) => [text, [text]])))
  expect(found.map((text) => text.split(' ')[0])).toEqual(formats.map(() => type))
})

test('words with numbers in them are no dates', async () => {
  expect(await sniffed({ a: ['room 12'], b: ['12 Main St 5'], c: ['A-7'], d: ['1 or 2'] })).toEqual(Array(4).fill('VARCHAR'))
})

test.each([
  ['the first of equal ones', [[2, 3]], [2]],
  ['the one that more columns are sure of', [[2, 3], [3]], [3, 3]],
  ['as many are sure of either', [[2, 3], [3], [2]], [2, 3, 2]],
  ['none', [[], [4]], [undefined, 4]],
])('chooses among the formats of a column: %s', (_name, candidates, chosen) => {
  expect(bestFormats(candidates).map(([first]) => first)).toEqual(chosen)
})

test('reports ambiguous dates, unless another column resolves them', async () => {
  const otherFormats = async (text: string) => {
    const options = { delimiter: ';', header: true }
    const preview = await previewFile({ path: put('either.csv', text), name: 'either.csv', options })
    return preview.columns.map(({ format, otherFormat }) => [format, otherFormat])
  }
  expect(await otherFormats('a;b;c\n03/04/2021;05-06-2021 10:00;1 May 2021\n')).toEqual([
    ['%m/%d/%Y', '%d/%m/%Y'],
    ['%d-%m-%Y %H:%M', '%m-%d-%Y %H:%M'],
    ['%d %b %Y', undefined],
  ])
  expect(await otherFormats('a;b\n03/04/2021;13/04/2021\n')).toEqual([
    ['%d/%m/%Y', undefined],
    ['%d/%m/%Y', undefined],
  ])
  expect(await otherFormats('a;b\n03/03/2021;12/12/2020 10:00\n05/05/2021;\n'), 'the same days either way').toEqual([
    ['%m/%d/%Y', undefined],
    ['%m/%d/%Y %H:%M', undefined],
  ])
})

test('a chosen format for one column does not resolve another', async () => {
  const file = { path: put('two.csv', 'a;b\n03/04/2021;05-06-2021\n'), name: 'two.csv', options: { delimiter: ';', header: true } }
  const columns = (await previewFile(file)).columns.map(({ name, type, format, found }) => ({ name, type, format, found }))
  const chosen = columns.map((column, i) => (i === 0 ? { ...column, format: '%d/%m/%Y' } : column))
  const preview = await previewFile({ ...file, columns: chosen })
  expect(preview.columns.map(({ format, otherFormat }) => [format, otherFormat])).toEqual([
    ['%d/%m/%Y', undefined],
    ['%d-%m-%Y', '%m-%d-%Y'],
  ])
})

describe('passes over the file', () => {
  /** `D dots` is a date in the format `dots`, `T` an ISO time, `-` a column that the pass reads as text. */
  const typeOf: Record<string, string> = { D: 'DATE', T: 'TIMESTAMP', N: 'BIGINT', '-': 'VARCHAR' }
  const cases: [string, string[], string[][]][] = [
    ['one without dates', ['N', '-'], [['N', '-']]],
    ['one for a date and a time', ['D dots', 'T slashes', 'N'], [['D dots', 'T slashes', 'N']]],
    ['one for a format that is shared', ['D dots', 'D dots'], [['D dots', 'D dots']]],
    [
      'two for dates of two formats',
      ['D dots', 'N', 'D slashes', 'D dots'],
      [
        ['D dots', 'N', '-', 'D dots'],
        ['-', '-', 'D slashes', '-'],
      ],
    ],
    [
      'ISO in the first; further dates and times together',
      ['D dots', 'T slashes', 'D', 'T'],
      [
        ['-', '-', 'D', 'T'],
        ['D dots', 'T slashes', '-', '-'],
      ],
    ],
  ]
  test.each(cases)('%s', (_name, written, passes) => {
    const columns = written.map((word, i) => {
      const [kind = '', format] = word.split(' ')
      return { name: `c${i}`, type: typeOf[kind] ?? '', ...(format && { format }) }
    })
    const words = planPasses(columns).map((pass) =>
      pass.map(({ type, format }) => [Object.keys(typeOf).find((kind) => typeOf[kind] === type), format].filter(Boolean).join(' ')),
    )
    expect(words).toEqual(passes)
  })
})

test('a text column changed to dates gets the format of most of its values, also when it is renamed', async () => {
  const lines = 'day;at\n13/04/2021;03/04/2021\nsoon;n/a\n14/04/2021;04/13/2021 10:00\n15/04/2021;04/14/2021 11:00\n'
  const asked = [
    { name: 'Ordered', type: 'DATE' },
    { name: 'at', type: 'TIMESTAMP' },
  ]
  const options = { misfits: 'blank' } as const
  const preview = await previewFile({ path: put('asked.csv', lines), name: 'asked.csv', options, columns: asked })
  expect(preview.columns.map(({ name, format }) => [name, format])).toEqual([
    ['Ordered', '%d/%m/%Y'],
    ['at', '%m/%d/%Y %H:%M'],
  ])
  expect(preview.blanked).toEqual([
    { column: 'Ordered', cells: 1 },
    { column: 'at', cells: 2 },
  ])
  const { rows } = await load('asked.csv', lines, { columns: asked, options })
  expect(rows).toEqual([
    ['2021-04-13', null],
    [null, null],
    ['2021-04-14', '2021-04-13 10:00:00'],
    ['2021-04-15', '2021-04-14 11:00:00'],
  ])
})

const text = [
  'id,ordered,shipped,paid,note',
  '1,13/04/2021,2021-04-14 10:00:00,04/15/2021 10:00 AM,a',
  '2,soon,2021-04-15 11:00:00,04/15/2021 10:00 AM,b',
  '3,15/04/2021,later,04/16/2021 10:00 AM,c',
  '4,16/04/2021,2021-04-17,13/04/2021 10:00 AM,"d\nd"',
  '5,31/02/2021,never,never,e',
  '6,17/04/2021,2021-04-18 09:30:00',
  '7,,,,f',
  '8,"1/5/2021",2021-05-02 00:00:00,"05/03/2021 1:05 PM",g',
  '',
].join('\n')
const columns = [
  { name: 'id', type: 'BIGINT' },
  { name: 'ordered', type: 'DATE', format: '%d/%m/%Y' },
  { name: 'shipped', type: 'TIMESTAMP' },
  { name: 'paid', type: 'TIMESTAMP', format: '%m/%d/%Y %I:%M %p' },
  { name: 'note', type: 'VARCHAR' },
]

describe('three formats in one file', () => {
  const kept = [
    ['1', '2021-04-13', '2021-04-14 10:00:00', '2021-04-15 10:00:00', 'a'],
    ['7', null, null, null, 'f'],
    ['8', '2021-05-01', '2021-05-02 00:00:00', '2021-05-03 13:05:00', 'g'],
  ]
  const short = { line: 8, text: '6,17/04/2021,2021-04-18 09:30:00', reason: 'The line has 3 fields; 5 are expected' }
  const rejects = [
    { line: 3, text: '2,soon,2021-04-15 11:00:00,04/15/2021 10:00 AM,b', reason: '“soon” in ordered is not a date' },
    { line: 4, text: '3,15/04/2021,later,04/16/2021 10:00 AM,c', reason: '“later” in shipped is not a date and time' },
    {
      line: 5,
      text: '4,16/04/2021,2021-04-17,13/04/2021 10:00 AM,"d\nd"',
      reason: '“13/04/2021 10:00 AM” in paid is not a date and time',
    },
    { line: 7, text: '5,31/02/2021,never,never,e', reason: '“31/02/2021” in ordered is not a date' },
    short,
  ]

  test('rejects each line once, for its first column that does not fit', async () => {
    const { rows, rejected } = await load('three.csv', text, { columns })
    expect(rows).toEqual(kept)
    expect(rejected).toEqual(rejects)
  })

  test('the preview rejects the same lines', async () => {
    const preview = await previewFile({ path: put('three.csv', text), name: 'three.csv', options: {}, columns })
    expect(preview.rows).toEqual(kept)
    expect([preview.rejected.count, preview.rejected.first.map(readable)]).toEqual([rejects.length, rejects])
    expect(preview.columns.map(({ name, type, format }) => ({ name, type, ...(format && { format }) }))).toEqual(columns)
    expect(preview.columns[2]?.format).toBe('')
  })

  test('leaves cells that do not fit empty on request', async () => {
    const { rows, rejected } = await load('three.csv', text, { columns, options: { misfits: 'blank' } })
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      kept[0]?.slice(0, 4),
      ['2', null, '2021-04-15 11:00:00', '2021-04-15 10:00:00'],
      ['3', '2021-04-15', null, '2021-04-16 10:00:00'],
      ['4', '2021-04-16', '2021-04-17 00:00:00', null],
      ['5', null, null, null],
      ['7', null, null, null],
      kept[2]?.slice(0, 4),
    ])
    expect(rejected).toEqual([short])
  })
})

test.each([
  ['line ends of two kinds', (line: string, i: number) => line + (i % 2 ? '\r\n' : '\n')],
  ['line ends of one kind', (line: string) => `${line}\n`],
])('a long file, %s: all lines become rows or rejected lines, in order', async (_name, ended) => {
  const two = (n: number) => String(1 + (n % 28)).padStart(2, '0')
  const lines = Array.from({ length: 150_000 }, (_, i) =>
    i % 7000 === 11
      ? `${i},x,2021-01-01`
      : i % 9000 === 13
        ? `${i},01.02.2021`
        : i % 8000 === 17
          ? `${i},01.02.2021,x`
          : `${i},${two(i)}.02.2021,02/${two(i)}/2021`,
  )
  const own = [
    { name: 'id', type: 'BIGINT' },
    { name: 'a', type: 'DATE', format: '%d.%m.%Y' },
    { name: 'b', type: 'DATE', format: '%m/%d/%Y' },
  ]
  const { rows, rejected } = await load('long.csv', `id,a,b\n${lines.map(ended).join('')}`, { columns: own })
  const isKept = (line: string) => line.includes('/')
  expect(rejected.map(({ line, text: verbatim }) => [line, verbatim])).toEqual(
    lines.flatMap((line, i) => (isKept(line) ? [] : [[i + 2, line]])),
  )
  expect(rows.map(([id, a, b]) => [id, a, b])).toEqual(
    lines.flatMap((line, i) => (isKept(line) ? [[String(i), `2021-02-${two(i)}`, `2021-02-${two(i)}`]] : [])),
  )
})
