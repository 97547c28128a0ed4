import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { folder, load, put, signal } from './fixture.ts'
import { loadFile, previewFile } from './run-ingest.ts'

describe('files that are no delimited text', () => {
  test('Parquet keeps its types', async () => {
    const bytes = readFileSync(join(import.meta.dirname, '../../../test/conformance/data/stocks.parquet'))
    const { columns, rows } = await load('stocks.parquet', bytes)
    expect(columns).toEqual([
      { name: 'symbol', type: 'VARCHAR' },
      { name: 'date', type: 'DATE' },
      { name: 'price', type: 'DOUBLE' },
    ])
    expect(rows).toHaveLength(560)
  })

  test('JSON list, and newline-delimited JSON with a broken line', async () => {
    expect((await load('a.json', '[{"a":1,"b":"x"},{"a":2,"b":null}]')).rows).toEqual([
      ['1', 'x'],
      ['2', null],
    ])
    const { rows, rejected } = await load('b.ndjson', '{"a":1}\n{"a":2\n{"a":3}\n')
    expect(rows).toEqual([['1'], ['3']])
    expect(rejected).toEqual([{ line: 2, text: '{"a":2', reason: 'The line is no JSON' }])
  })

  test('Excel: the sheet that was chosen, typed', async () => {
    const sheets = [
      {
        name: 'Empty',
        rows: [
          ['only', 'names'],
          ['x', 'y'],
        ],
      },
      {
        name: 'Sales & more',
        rows: [
          ['day', 'n'],
          [new Date('2020-01-31T00:00:00Z'), 1.5],
          [new Date('2020-02-01T00:00:00Z'), null],
        ],
      },
    ]
    const bytes = await writeXlsx({ sheets })
    const path = put('book.xlsx', bytes)
    expect((await previewFile({ path, name: 'book.xlsx', options: {} }, { signal })).tables).toEqual(['Empty', 'Sales & more'])
    const { columns, rows } = await load('book.xlsx', bytes, { options: { table: 'Sales & more' } })
    expect(columns).toEqual([
      { name: 'day', type: 'DATE' },
      { name: 'n', type: 'DOUBLE' },
    ])
    expect(rows).toEqual([
      ['2020-01-31', 1.5],
      ['2020-02-01', null],
    ])
  })

  test('a SQLite file: nothing and empty text stay apart, big integers exact', async () => {
    const path = join(folder, 'x.sqlite')
    const db = new DatabaseSync(path)
    db.exec("create table t (a integer, b text); insert into t values (9007199254740993, ''), (2, null)")
    db.close()
    expect((await load('x.sqlite', readFileSync(path))).rows).toEqual([
      ['9007199254740993', ''],
      ['2', null],
    ])
  })

  test('a DuckDB file', async () => {
    const path = join(folder, 'y.duckdb')
    const instance = await DuckDBInstance.create(path)
    const db = await instance.connect()
    await db.run("create table one as select 1 as a; create table two as select 'x' as b")
    db.closeSync()
    instance.closeSync()
    expect((await load('y.duckdb', readFileSync(path), { options: { table: 'main.two' } })).rows).toEqual([['x']])
  })
})

describe('what cannot be read is refused in one sentence, and leaves nothing behind', () => {
  const cases: [string, string, string | Uint8Array, RegExp][] = [
    ['empty', 'a.csv', '', /^The file is empty$/],
    ['blank', 'a.csv', ' \n\n', /^The file holds no data$/],
    ['binary', 'a.csv', Uint8Array.from({ length: 4000 }, (_, i) => (i * 7) % 256), /not text/],
    ['an archive', 'a.zip', Buffer.from('PK\u0003\u0004xxxx', 'latin1'), /Archives are not read/],
    ['broken Parquet', 'a.parquet', 'PAR1 and nothing more', /^The file cannot be read/],
    ['a damaged workbook', 'a.xlsx', Buffer.from('PK\u0003\u0004xxxx', 'latin1'), /^The workbook is damaged$/],
    ['JSON that is cut', 'a.json', '{"a":', /^The file cannot be read/],
    ['a list that is cut behind a comma', 'a.json', '[{"a":1},\n', /^The file is cut off/],
    ['a list that is cut elsewhere', 'a.json', '[{"a":1},{"a"', /^The file is cut off/],
  ]
  test.each(cases)('%s', async (_name, name, content, message) => {
    const refusal = await load(name, content).then(
      () => 'loaded',
      (error: Error) => error.message,
    )
    expect(refusal).toMatch(message)
    expect(refusal).not.toContain(folder)
    expect(readdirSync(folder).filter((file) => file.endsWith('.part') || file.startsWith('.ingest'))).toEqual([])
  })

  test('a cancelled load leaves nothing', async () => {
    const path = put('long.csv', `a,b\n${'1,2\n'.repeat(2_000_000)}`)
    const controller = new AbortController()
    const loading = loadFile(
      { path, name: 'long.csv', options: {}, target: `${path}.duckdb`, rejects: `${path}.rejects` },
      { signal: controller.signal },
    )
    setTimeout(() => controller.abort(new Error('stopped')), 300)
    await expect(loading).rejects.toThrow('stopped')
    expect(readdirSync(folder)).not.toContain('long.csv.duckdb')
  })
})
