import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import type { Column } from '#core/table.ts'
import { fileParts, type Blocks, type StreamFormat } from './stream-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-stream-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const columns: Column[] = [
  { name: 'big', type: 'integer', values: Float64Array.of(1, NaN, 9007199254740992), exact: [null, null, '9007199254740993'] },
  { name: 'ratio', type: 'float', values: Float64Array.of(0.5, NaN, -2) },
  { name: 'text', type: 'string', values: ['a,"ü"', null, ''] },
  { name: 'flag', type: 'boolean', values: [true, null, false] },
  { name: 'day', type: 'date', values: Float64Array.of(0, NaN, -86_400_000) },
  { name: 'at', type: 'timestamp', values: Float64Array.of(1583020799123.456, NaN, 0) },
  { name: 'tz', type: 'instant', values: Float64Array.of(0, NaN, 1000) },
  { name: 'list', type: 'json', values: [[1, 'x'], null, { a: 1 }] },
]

/** The same rows in every block. */
async function* blocksOf(count: number, rows = columns): Blocks & AsyncGenerator<Column[]> {
  for (let i = 0; i < count; i++) yield rows
}

const fileOf = async (format: StreamFormat, blocks: Blocks): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of fileParts[format](blocks, { times: 'iso' })) parts.push(...part)
  return Buffer.concat(parts)
}

const readParquet = async (file: Buffer, sql: string): Promise<unknown[][]> => {
  const path = join(folder, `${Math.random()}.parquet`)
  writeFileSync(path, file)
  const instance = await DuckDBInstance.create()
  const db = await instance.connect()
  const rows = await db.runAndReadAll(sql.replace('FILE', `'${path}'`))
  return rows.getRowsJson()
}

test('Parquet keeps types and values', async () => {
  const file = await fileOf('parquet', blocksOf(1))
  expect((await readParquet(file, 'select column_name, column_type from (describe from FILE)')).map((row) => row.join(' '))).toEqual([
    'big BIGINT',
    'ratio DOUBLE',
    'text VARCHAR',
    'flag BOOLEAN',
    'day DATE',
    'at TIMESTAMP',
    'tz TIMESTAMP WITH TIME ZONE',
    'list VARCHAR',
  ])
  expect(await readParquet(file, `select big, ratio, text, flag, day::varchar, "at"::varchar, epoch_ms(tz), list from FILE`)).toEqual([
    ['1', 0.5, 'a,"ü"', true, '1970-01-01', '2020-02-29 23:59:59.123456', '0', '[1,"x"]'],
    [null, null, null, null, null, null, null, null],
    ['9007199254740993', -2, '', false, '1969-12-31', '1970-01-01 00:00:00', '1000', '{"a":1}'],
  ])
})

test('Parquet is written in groups of rows as they come', async () => {
  const rows: Column[] = [{ name: 'n', type: 'integer', values: Float64Array.from({ length: 300_000 }, (_, i) => i) }]
  const file = await fileOf('parquet', blocksOf(4, rows))
  expect(await readParquet(file, 'select count(*), sum(n)::bigint, count(distinct n) from FILE')).toEqual([
    ['1200000', String(4 * ((299_999 * 300_000) / 2)), '300000'],
  ])
  const groups = 'select count(distinct row_group_id) from parquet_metadata(FILE)'
  expect(await readParquet(file, groups)).toEqual([['2']])
})

test('decimals stay decimals: with the digits that their type has, else with enough for the first rows', async () => {
  const rows: Column[] = [
    {
      name: 'price',
      type: 'decimal',
      scale: 2,
      values: Float64Array.of(1234567890123456.8, -0.05, NaN),
      exact: ['1234567890123456.78', null, null],
    },
    { name: 'share', type: 'decimal', values: Float64Array.of(1 / 3, 1e-7, -2), exact: ['0.33333333333333333333', null, null] },
    { name: 'huge', type: 'decimal', values: Float64Array.of(1e30, 0.5, NaN), exact: ['1000000000000000000000000000001', null, null] },
  ]
  const file = await fileOf('parquet', blocksOf(1, rows))
  expect((await readParquet(file, 'select column_type from (describe from FILE)')).flat()).toEqual([
    'DECIMAL(38,2)',
    'DECIMAL(38,20)',
    'DECIMAL(38,7)',
  ])
  expect(await readParquet(file, 'select price::varchar, share::varchar, huge::varchar from FILE')).toEqual([
    ['1234567890123456.78', '0.33333333333333333333', '1000000000000000000000000000001.0000000'],
    ['-0.05', '0.00000010000000000000', '0.5000000'],
    [null, '-2.00000000000000000000', null],
  ])
  expect(await readParquet(file, 'select count(*)::int from FILE where price < 0 or share < 0')).toEqual([[2]])
})

test('a decimal without rows keeps its type', async () => {
  const file = await fileOf('parquet', blocksOf(1, [{ name: 'n', type: 'decimal', values: Float64Array.of() }]))
  expect(await readParquet(file, 'select column_type from (describe from FILE)')).toEqual([['DECIMAL(38,18)']])
})

test('a decimal that 38 digits do not hold is refused', async () => {
  const digits = '1'.repeat(40)
  const rows: Column[] = [{ name: 'n', type: 'decimal', scale: 0, values: Float64Array.of(Number(digits)), exact: [digits] }]
  await expect(fileOf('parquet', blocksOf(1, rows))).rejects.toThrow(digits)
})

test('a number that Parquet cannot hold is refused', async () => {
  const rows: Column[] = [{ name: 'n', type: 'integer', values: Float64Array.of(1e20), exact: ['100000000000000000001'] }]
  await expect(fileOf('parquet', blocksOf(1, rows))).rejects.toThrow('100000000000000000001')
})

test('JSON of several blocks is one array', async () => {
  const rows = JSON.parse(String(await fileOf('json', blocksOf(2)))) as object[]
  expect(rows).toHaveLength(6)
  expect(rows[3]).toMatchObject({ big: 1, at: '2020-02-29T23:59:59.123456', day: '1970-01-01', list: [1, 'x'] })
})

test('JSON without rows is an empty array', async () => {
  const none = columns.map((column): Column =>
    column.type === 'string' ? { ...column, values: [] } : { name: column.name, type: 'json', values: [] },
  )
  expect(String(await fileOf('json', blocksOf(1, none)))).toBe('[]')
})

test('a sheet has one header above all blocks', async () => {
  const book = await readXlsx(await fileOf('xlsx', blocksOf(2)))
  expect(book.sheets[0]?.rows.map(([first]) => first)).toEqual(['big', 1, null, '9007199254740993', 1, null, '9007199254740993'])
})

test('CSV has one header above all blocks', async () => {
  expect(
    String(await fileOf('csv', blocksOf(2)))
      .split('\n')
      .filter((line) => line.startsWith('big')),
  ).toHaveLength(1)
})
