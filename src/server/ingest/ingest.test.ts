import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { basename, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { folder, load, put, readable } from './fixture.ts'
import { loadFile, makeTables, previewFile, maxPreviews } from './run-ingest.ts'
import type { IngestLimits } from './task.ts'

const { signal } = new AbortController()

describe('files other than delimited text', () => {
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

  test('JSON array, and newline-delimited JSON with an invalid line', async () => {
    expect((await load('a.json', '[{"a":1,"b":"x"},{"a":2,"b":null}]')).rows).toEqual([
      ['1', 'x'],
      ['2', null],
    ])
    const { rows, rejected } = await load('b.ndjson', '{"a":1}\n{"a":2\n{"a":3}\n')
    expect(rows).toEqual([['1'], ['3']])
    expect(rejected).toEqual([{ line: 2, text: '{"a":2', reason: 'The line is no JSON' }])
  })

  test('Excel: rejected rows have their sheet numbers, after skipped, blank and multi-line rows', async () => {
    const rows = [
      ['A report'],
      [],
      [],
      ['n', 'note'],
      [1, 'a'],
      [],
      [null, null],
      ['x', 'b'],
      [2, 'two\nlines'],
      ['y', 'c'],
      [],
      ['z', 'd'],
    ]
    const bytes = await writeXlsx({ sheets: [{ name: 'One', rows }] })
    const [path, options] = [put('book.xlsx', bytes), { skip: 3 }]
    const columns = [
      { name: 'n', type: 'BIGINT' },
      { name: 'note', type: 'VARCHAR' },
    ]
    const numbers = { x: 8, y: 10, z: 12 }
    const expected = Object.entries(numbers).map(([value, line]) => [line, `“${value}” in n is not a whole number`])
    const { rejected } = await previewFile({ path, name: 'book.xlsx', options, columns }, { signal })
    expect(rejected.first.map(readable).map(({ line, reason }) => [line, reason])).toEqual(expected)
    const loaded = await load('book.xlsx', bytes, { options, columns })
    expect(loaded.rows).toEqual([
      ['1', 'a'],
      ['2', 'two\nlines'],
    ])
    expect(loaded.rejected.map(({ line, reason }) => [line, reason])).toEqual(expected)
  })

  test('Excel: a title above the table is no header, and no column is lost below a header that is shorter', async () => {
    const sheets = [
      { name: 'Titled', rows: [['Report'], [], ['day', 'n', null, 'note'], ['2020-01-31', 1.5, 7, 'a'], ['2020-02-01', 2, 8, 'b']] },
      { name: 'Short', rows: [['k'], ['a', 1, 2], ['b', 3, 4]] },
    ]
    const bytes = await writeXlsx({ sheets })
    const columnsOf = async (table: string, options = {}) =>
      (await load('book.xlsx', bytes, { options: { table, ...options } })).columns.map(({ name }) => name)
    expect(await columnsOf('Titled')).toEqual(['day', 'n', 'column_3', 'note'])
    expect(await columnsOf('Titled', { strict: true })).toEqual(['Report', 'column_2', 'column_3', 'column_4'])
    expect(await columnsOf('Short')).toEqual(['k', 'column_2', 'column_3'])
  })

  test('Excel: loads the chosen sheet with types', async () => {
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

  test('SQLite: distinguishes null from empty text, keeps big integers exact', async () => {
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

describe('rejects an unreadable file with one sentence and leaves nothing behind', () => {
  const cases: [string, string, string | Uint8Array, RegExp][] = [
    ['empty', 'a.csv', '', /^The file is empty$/],
    ['blank', 'a.csv', ' \n\n', /^The file holds no data$/],
    ['binary', 'a.csv', Uint8Array.from({ length: 4000 }, (_, i) => (i * 7) % 256), /not text/],
    ['an archive', 'a.zip', Buffer.from('PK\u0003\u0004xxxx', 'latin1'), /Archives are not supported/],
    [
      'a document under another name',
      'a.csv',
      Buffer.from('PK\u0003\u0004 [Content_Types].xml word/document.xml', 'latin1'),
      /^Text documents and presentations/,
    ],
    ['broken Parquet', 'a.parquet', 'PAR1 and nothing more', /^The file cannot be read/],
    ['a damaged workbook', 'a.xlsx', Buffer.from('PK\u0003\u0004xxxx', 'latin1'), /^The workbook is damaged$/],
    ['JSON that is cut', 'a.json', '{"a":', /^The file cannot be read/],
    ['a list that is cut behind a comma', 'a.json', '[{"a":1},\n', /^The file is truncated/],
    ['a list that is cut elsewhere', 'a.json', '[{"a":1},{"a"', /^The file is truncated/],
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

  test('a cancelled load leaves nothing behind', async () => {
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

test('a view of a SQLite file cannot read anything else on the server', async () => {
  const path = join(folder, 'views.sqlite')
  const db = new DatabaseSync(path)
  db.exec('create table t (a); insert into t values (1); create view fine as select a + 1 as b from t')
  db.exec('create view paths as select file from pragma_database_list; create view settings as select * from pragma_compile_options')
  db.close()
  const look = (table: string) => previewFile({ path, name: 'views.sqlite', options: { table } }, { signal })
  expect((await look('fine')).rows).toEqual([['2']])
  for (const table of ['paths', 'settings']) await expect(look(table)).rejects.toThrow(/^The file cannot be read: (?!.*sqlite$)/)
})

test.runIf(existsSync('/proc'))('the ingest process has no secrets in its environment', async () => {
  process.env['CHARTROOM_SECRET_KEY'] = 'a canary'
  const preview = previewFile({ path: put('env.csv', 'a\n1\n'), name: 'env.csv', options: {} }, { signal })
  const children = () => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  const isReader = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('ingest/main.ts')
  await expect.poll(() => children().some(isReader), { interval: 5 }).toBe(true)
  const environment = readFileSync(`/proc/${children().find(isReader) ?? ''}/environ`, 'utf8')
  delete process.env['CHARTROOM_SECRET_KEY']
  await preview
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('canary')
})

test.each<[string, string, RegExp | null]>([
  ['a setting of the server', `varchar generated always as (current_setting('temp_directory'))`, /"g" is computed by current_setting\(\)/],
  ['a setting by a quoted name', `varchar generated always as ("current_setting"('temp_directory'))`, /current_setting/],
  ['a variable', `varchar generated always as (upper(getvariable('x')))`, /getvariable/],
  ['its own columns', 'int generated always as (a * 2)', null],
])('a generated column of a DuckDB file that reads %s', async (name, type, refusal) => {
  const path = join(folder, `generated-${name.replaceAll(' ', '-')}.duckdb`)
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  await db.run('create sequence s')
  await db.run(`create table t (a int, g ${type}, v varchar default (nextval('s')))`)
  await db.run('insert into t (a, v) values (4, null)')
  db.closeSync()
  instance.closeSync()
  const preview = previewFile({ path, name: 'x.duckdb', options: {} }, { signal })
  if (refusal) {
    await expect(preview).rejects.toThrow(refusal)
    await expect(load('x.duckdb', readFileSync(path))).rejects.toThrow(refusal)
  } else expect((await preview).rows).toEqual([['4', '8', null]])
})

describe('an endless file', () => {
  const endless = (name: string, body: string) => {
    const path = join(folder, `${name}.sqlite`)
    const db = new DatabaseSync(path)
    db.exec(`create view v as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n ${body}`)
    db.close()
    return path
  }
  const order = (path: string) => ({ path, name: 'x.sqlite', options: {}, target: `${path}.duckdb`, rejects: `${path}.rejects` })
  const left = (path: string) =>
    readdirSync(folder).filter((file) => file.startsWith('.ingest') || file.startsWith(`${basename(path)}.duckdb`))

  test.each<[string, string, IngestLimits, RegExp]>([
    ['of rows', '', { timeoutMs: 60_000, rows: 5_000, bytes: 1e9 }, /more than 5,000 rows/],
    ['of bytes', '', { timeoutMs: 60_000, rows: 1e9, bytes: 20_000 }, /more than 20kB/],
    ['of time', 'where i < 0', { timeoutMs: 1_500, rows: 1e9, bytes: 1e9 }, /longer than 2 seconds/],
  ])('is stopped by a limit %s and leaves nothing behind', async (name, body, limits, text) => {
    const path = endless(name.replace(' ', '-'), body)
    await expect(loadFile(order(path), { signal, limits })).rejects.toThrow(text)
    expect(left(path)).toEqual([])
  })

  const endlessTable = (name: string) => [{ select: 'select * from range(1000000000000)', file: '', target: join(folder, name) }]
  const generous: IngestLimits = { timeoutMs: 60_000, rows: 1e12, bytes: 1e12 }

  test.each<[string, IngestLimits, number, string]>([
    ['a table grows too large', { ...generous, bytes: 0 }, 422, 'The table is larger than an upload may make it'],
    ['the disk has only its reserve left', { ...generous, reserveBytes: Number.MAX_SAFE_INTEGER }, 507, 'The disk is full'],
  ])('is stopped when %s and leaves nothing behind', async (name, limits, status, message) => {
    const file = `${name.replaceAll(' ', '-')}.duckdb`
    const making = makeTables(endlessTable(file), { signal, limits }).next()
    await expect(making).rejects.toMatchObject({ status, message })
    expect(readdirSync(folder).filter((entry) => entry.startsWith(file))).toEqual([])
  })

  test('previews of such files are limited in concurrency', async () => {
    const path = endless('many', 'where i < 0')
    const aborting = new AbortController()
    const previews = Array.from({ length: 12 }, () =>
      previewFile({ path, name: 'x.sqlite', options: {} }, { signal: aborting.signal }).catch(() => 'stopped'),
    )
    const readers = () => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).length
    await expect.poll(readers).toBe(maxPreviews)
    expect(readers()).toBeLessThanOrEqual(maxPreviews)
    aborting.abort(new Error('stopped'))
    expect(await Promise.all(previews)).toEqual(Array.from({ length: 12 }, () => 'stopped'))
  })

  test('a load whose process is killed leaves nothing behind', async () => {
    const path = put('killed.csv', `a,b\n${'1,2\n'.repeat(3_000_000)}`)
    const loading = loadFile({ ...order(path), name: 'killed.csv' }, { signal, memoryMb: 1 })
    await expect(loading).rejects.toThrow(/needs more memory/)
    expect(readdirSync(folder).filter((file) => file.startsWith(`${basename(path)}.duckdb`))).toEqual([])
  })
})
