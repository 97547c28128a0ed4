import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { folder, load, previewFile, put, readable } from './fixture.ts'

/** A typed file with one column `v`. */
const fileOf = async (kind: 'json' | 'parquet' | 'duckdb', values: string): Promise<Buffer> => {
  const path = join(folder, `${crypto.randomUUID()}.${kind}`)
  const instance = await DuckDBInstance.create(kind === 'duckdb' ? path : ':memory:')
  const db = await instance.connect()
  await db.run(`create table t as select v, 'x' as other from (values ${values}) as t(v)`)
  if (kind !== 'duckdb') await db.run(`copy t to '${path}'`)
  db.closeSync()
  instance.closeSync()
  return readFileSync(path)
}

const other = { name: 'other', type: 'VARCHAR' }

test.each<[string, 'json' | 'parquet' | 'duckdb', string, string, unknown[], [number, string][]]>([
  [
    'decimals as integers',
    'parquet',
    '(1.0::double), (1.5), (null), (-2)',
    'BIGINT',
    ['1', null, '-2'],
    [[2, '“1.5” in v is not a whole number']],
  ],
  ['JSON numbers as integers', 'json', '(1.0), (2.5), (3)', 'BIGINT', ['1', '3'], [[2, '“2.5” in v is not a whole number']]],
  ['large integers as floats', 'duckdb', '(9007199254740993), (4)', 'DOUBLE', [4], [[1, '“9007199254740993” in v is not a number']]],
  [
    'times as dates',
    'parquet',
    `(timestamp '2024-01-02 00:00:00'), (timestamp '2024-01-02 03:00:00')`,
    'DATE',
    ['2024-01-02'],
    [[2, '“2024-01-02 03:00:00” in v is not a date']],
  ],
  [
    'texts as integers',
    'json',
    `('12'), ('x'), ('1.5'), ('7')`,
    'BIGINT',
    ['12', '7'],
    [
      [2, '“x” in v is not a whole number'],
      [3, '“1.5” in v is not a whole number'],
    ],
  ],
  ['integers as text', 'duckdb', '(1), (2)', 'VARCHAR', ['1', '2'], []],
  [
    'a scale that is too small',
    'parquet',
    '(1.25::decimal(10, 2)), (1.5)',
    'DECIMAL(10,1)',
    ['1.5'],
    [[1, '“1.25” in v is not a DECIMAL(10,1)']],
  ],
])('rounds no value: %s', async (_name, ...[kind, values, type, expected, rejects]) => {
  const bytes = await fileOf(kind, values)
  const columns = [{ name: 'v', type }, other]
  const name = `file.${kind}`
  const loaded = await load(name, bytes, { columns })
  expect(loaded.rows.map(([value]) => value)).toEqual(expected)
  expect(loaded.rejected.map(({ line, reason }) => [line, reason])).toEqual(rejects)
  const preview = await previewFile({ path: put(name, bytes), name, options: {}, columns })
  expect(preview.columns[0]).toMatchObject({ name: 'v', type })
  expect(preview.rows.map(([value]) => value)).toEqual(
    expected.map((value) => (value === null ? null : String(value))).map((value) => (type === 'DOUBLE' ? `${value}.0` : value)),
  )
  expect(preview.rejected.first.map(readable).map(({ line, reason }) => [line, reason])).toEqual(rejects)
  expect(preview.rejected.columns).toEqual(rejects.length > 0 ? [{ name: 'v', lines: rejects.length }] : [])
})

test('leaves such cells empty on request, and counts them', async () => {
  const bytes = await fileOf('parquet', '(1.0::double), (1.5), (null)')
  const [columns, options] = [[{ name: 'v', type: 'BIGINT' }, other], { misfits: 'blank' as const }]
  const loaded = await load('blank.parquet', bytes, { columns, options })
  expect([loaded.rows, loaded.rejected, loaded.blanked]).toEqual([
    [
      ['1', 'x'],
      [null, 'x'],
      [null, 'x'],
    ],
    [],
    [{ column: 'v', cells: 1 }],
  ])
  const preview = await previewFile({ path: put('blank.parquet', bytes), name: 'blank.parquet', options, columns })
  expect([preview.rejected.count, preview.blanked]).toEqual([0, [{ column: 'v', cells: 1 }]])
})

test('rejects invalid JSON lines as well as values that do not fit', async () => {
  const columns = [{ name: 'a', type: 'BIGINT' }]
  const { rows, rejected } = await load('both.ndjson', '{"a":1.5}\n{"a":2\n{"a":3}\n', { columns })
  expect(rows).toEqual([['3']])
  expect(rejected.map(({ reason }) => reason).toSorted()).toEqual(['The line is no JSON', '“1.5” in a is not a whole number'])
})
