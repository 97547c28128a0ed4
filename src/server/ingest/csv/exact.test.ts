import { describe, expect, test } from 'vitest'
import { load, previewFile, put, readable } from '../fixture.ts'
import type { FileColumn, ReadOptions } from '../task.ts'

/** Lines of 1 KB, so that the file is larger than its sample, with the deviating values outside of the sampled parts. */
const [count, place] = [6600, 5000]
const pad = 'x'.repeat(1000)
const large = (columns: { usual: (row: number) => string; odd: string[] }[]) => {
  const lines = Array.from({ length: count }, (_, i) => [pad, ...columns.map(({ usual, odd }) => odd[i - place] ?? usual(i))].join(','))
  return `${['pad', ...columns.map((_, i) => `c${i}`)].join(',')}\n${lines.join('\n')}\n`
}
const day = () => '2024-05-06'

const cases: [string, (row: number) => string, string, string, string | number][] = [
  ['a fraction among integers', String, '1.5', 'DOUBLE from BIGINT', 1.5],
  ['an exponent among integers', String, '15e-1', 'DOUBLE from BIGINT', 1.5],
  ['an integer beyond 64 bits', String, '99999999999999999999', 'HUGEINT from BIGINT', '99999999999999999999'],
  ['a code with leading zeros', String, '007', 'VARCHAR from BIGINT', '007'],
  ['a time among dates', day, '2024-05-06 10:30:00', 'TIMESTAMP from DATE', '2024-05-06 10:30:00'],
  ['a whole number with an empty fraction', String, '7.0', 'BIGINT', '7'],
  ['midnight among dates', day, '2024-05-07 00:00:00', 'DATE', '2024-05-07'],
]

test.each<[string, ReadOptions]>([
  ['a person', {}],
  ['a program', { strict: true }],
])('values outside of the sample widen the inferred type: %s', async (_who, options) => {
  const file = large(cases.map(([, usual, odd]) => ({ usual, odd: [odd] })))
  const { columns, rows, rejected } = await load('wide.csv', file, { options })
  expect([rows.length, rejected]).toEqual([count, []])
  const found = cases.map(([name], i) => {
    const { type, widenedFrom } = columns[i + 1] ?? {}
    return [name, [type, widenedFrom].filter(Boolean).join(' from '), rows[place]?.[i + 1]]
  })
  expect(found).toEqual(cases.map(([name, , , type, value]) => [name, type, value]))
})

test('keeps a type and rejects lines if a wider type would alter other values', async () => {
  const file = large([{ usual: (row) => `91071992547${String(row).padStart(5, '0')}`, odd: ['1.5'] }])
  const { columns, rows, rejected } = await load('ids.csv', file)
  expect([columns[1]?.type, rows.length]).toEqual(['BIGINT', count - 1])
  expect(rejected).toEqual([{ line: place + 2, text: `${pad},1.5`, reason: '“1.5” in c0 is not a whole number' }])
})

const chosen = (type: string): FileColumn[] => [
  { name: 'id', type: 'BIGINT' },
  { name: 'Value', type },
]

test('a chosen type rejects values that it would alter, in order with other rejects', async () => {
  const file = large([{ usual: String, odd: ['1.5', 'x', '2', '"2\n.5"', '"3.5"', '1e3'] }])
  const columns = chosen('BIGINT').map((column, i) => (i === 0 ? { name: 'pad', type: 'VARCHAR' } : column))
  const loaded = await load('chosen.csv', file, { columns })
  expect([loaded.columns[1]?.type, loaded.rows.length]).toEqual(['BIGINT', count - 5])
  expect(loaded.rejected.map(({ line, reason }) => [line - place, reason])).toEqual([
    [2, '“1.5” in Value is not a whole number'],
    [3, '“x” in Value is not a whole number'],
    [5, '“2\n.5” in Value is not a whole number'],
    [7, '“3.5” in Value is not a whole number'],
    [8, '“1e3” in Value is not a whole number'],
  ])
})

type Small = { name: string; type: string; values: string[]; decimal?: ','; lines: [number, string][]; kept: string[] }
const small: Small[] = [
  {
    name: 'fractions as integers',
    type: 'BIGINT',
    values: ['1', '1.5', '2.0', '"1.234"'],
    lines: [
      [3, '1.5'],
      [5, '1.234'],
    ],
    kept: ['1', '2'],
  },
  {
    name: 'points as integers where a comma stands before fractions',
    type: 'BIGINT',
    values: ['1', '1.5', '2'],
    decimal: ',',
    lines: [[3, '1.5']],
    kept: ['1', '2'],
  },
  {
    name: 'times as dates',
    type: 'DATE',
    values: ['2024-05-06', '2024-05-06 10:00', '2024-05-07T00:00:00'],
    lines: [[3, '2024-05-06 10:00']],
    kept: ['2024-05-06', '2024-05-07'],
  },
  {
    name: 'an offset as a time without one',
    type: 'TIMESTAMP',
    values: ['2024-05-06 10:00:00', '2024-05-06 10:00:00+02'],
    lines: [[3, '2024-05-06 10:00:00+02']],
    kept: ['2024-05-06 10:00:00'],
  },
]

describe.each(small)('$name, in a small file', ({ type, values, decimal, lines, kept }) => {
  const text = `id;v\n${values.map((value) => `1;${value}\n`).join('')}`
  const options: ReadOptions = { delimiter: ';', header: true, ...(decimal && { decimal }) }
  const columns = chosen(type).map((column) => (column.type === type && type !== 'BIGINT' ? { ...column, format: '' } : column))

  test('the preview and the load reject the same lines', async () => {
    const preview = await previewFile({ path: put('small.csv', text), name: 'small.csv', options, columns })
    const { rows, rejected } = await load('small.csv', text, { options, columns })
    expect(preview.rejected.first.map(readable)).toEqual(rejected)
    expect(rejected.map(({ line, text: record }) => [line, record.slice(2).replaceAll('"', '')])).toEqual(lines)
    expect([preview.rows, rows].map((all) => all.map((row) => row[1]))).toEqual([kept, kept])
  })

  test('cells can be left empty instead', async () => {
    const { rows, rejected, blanked } = await load('small.csv', text, { options: { ...options, misfits: 'blank' }, columns })
    expect(rejected).toEqual([])
    expect(blanked).toEqual([{ column: 'Value', cells: lines.length }])
    expect(rows.map((row) => row[1]).filter((value) => value !== null)).toEqual(kept)
  })
})

test('infers JSON types from all records, with chosen column names', async () => {
  const text = `${Array.from({ length: 51_000 }, (_, i) => `{"a":${i}}`).join('\n')}\n{"a":1.5}\n`
  const preview = await previewFile({ path: put('a.ndjson', text), name: 'a.ndjson', options: {} })
  const columns = preview.columns.map(({ type, found }) => ({ name: 'b', type, ...(found && { found }) }))
  const loaded = await load('a.ndjson', text, { columns })
  expect([columns[0]?.type, loaded.columns, loaded.rows.at(-1)]).toEqual(['BIGINT', [{ name: 'b', type: 'DOUBLE' }], [1.5]])
})
