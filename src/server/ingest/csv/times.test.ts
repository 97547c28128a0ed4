import { describe, expect, test } from 'vitest'
import { load, put, signal } from '../fixture.ts'
import { previewFile } from '../run-ingest.ts'

/** Each column's type with its format, as the preview tells them. */
const sniffed = async (columns: Record<string, string[]>) => {
  const values = Object.values(columns)
  const lines = [Object.keys(columns), ...(values[0] ?? []).map((_, row) => values.map((column) => column[row] ?? ''))]
  const path = put('times.csv', `${lines.map((line) => line.join(';')).join('\n')}\n`)
  const preview = await previewFile({ path, name: 'times.csv', options: { delimiter: ';', header: true } }, { signal })
  return preview.columns.map(({ type, format }) => (format ? `${type} ${format}` : type))
}

describe('every column of dates or times has a format of its own', () => {
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
    ['neither way throughout', { a: ['13/04/2021', '04/13/2021'], b: ['13.04.2021', ''] }, ['VARCHAR', 'DATE %d.%m.%Y']],
  ]
  test.each(cases)('%s', async (_name, columns, expected) => {
    expect(await sniffed(columns)).toEqual(expected)
  })
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

  test('what does not fit is rejected by the column it stands in, once a line', async () => {
    const { rows, rejected } = await load('three.csv', text, { columns })
    expect(rows).toEqual(kept)
    expect(rejected).toEqual(rejects)
  })

  test('the preview tells the same', async () => {
    const preview = await previewFile({ path: put('three.csv', text), name: 'three.csv', options: {}, columns }, { signal })
    expect(preview.rows).toEqual(kept)
    expect(preview.rejected).toEqual({ count: rejects.length, first: rejects })
    expect(preview.columns.map(({ name, type, format }) => ({ name, type, ...(format && { format }) }))).toEqual(columns)
  })

  test('cells that do not fit can be left empty', async () => {
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
])('a long file, %s: rows and rejected lines are the lines of the file, in their order', async (_name, ended) => {
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
