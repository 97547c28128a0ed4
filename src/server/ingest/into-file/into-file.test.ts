import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEngine } from '#engines/index.ts'
import { acceptsFiles } from '../../resources/database/accepts-files.ts'
import { writeIntoFile } from '../run-ingest.ts'
import type { FileTarget } from './target.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-into-file-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const inDuckdb = async (path: string, ...statements: string[]) => {
  const instance = await DuckDBInstance.create(path)
  const db = await instance.connect()
  for (const sql of statements.slice(0, -1)) await db.run(sql)
  const read = await db.runAndReadAll(statements.at(-1) ?? 'select 1')
  db.closeSync()
  instance.closeSync()
  return read.getRowsJson()
}

const rows = join(root, 'rows.duckdb')
const { signal } = new AbortController()
const put = (into: Omit<FileTarget, 'schema'>) => writeIntoFile({ rows, into: { schema: 'main', ...into } }, { signal })
beforeAll(() =>
  inDuckdb(
    rows,
    `create table data as select 9223372036854775807 as whole, 12345678901234567890123::hugeint as huge, 0.1::decimal(20, 18) as exact, 'nan'::double as none, null::boolean as unknown`,
  ),
)

describe('a DuckDB file', () => {
  const made = async (name: string, ...statements: string[]) => {
    const path = join(root, name)
    await inDuckdb(path, 'create table own as select 1 as a', ...statements)
    return { engine: 'duckdb' as const, path, table: 'new', mode: 'create' as const }
  }

  test('gets the rows with their types, and stays readable', async () => {
    const target = await made('read.duckdb')
    const reader = await DuckDBInstance.create(target.path, { access_mode: 'READ_ONLY' })
    const mode = statSync(target.path).mode
    await put(target)
    reader.closeSync()
    expect(await inDuckdb(target.path, 'select whole::varchar, huge::varchar, typeof(exact) from new, own')).toEqual([
      ['9223372036854775807', '12345678901234567890123', 'DECIMAL(20,18)'],
    ])
    expect(statSync(target.path).mode).toBe(mode)
    expect(readdirSync(root).filter((name) => name.startsWith('.ingest-'))).toEqual([])
  })

  test('is not changed while another program writes it', async () => {
    const target = await made('busy.duckdb')
    const script = `import { DuckDBInstance } from '@duckdb/node-api'
      const instance = await DuckDBInstance.create(process.argv[1])
      await instance.connect()
      console.log('open')
      setInterval(() => instance, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, target.path], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(other.stdout, 'data')
    await expect(put(target)).rejects.toMatchObject({ status: 422, message: 'The database file is in use by another program' })
    other.kill('SIGKILL')
    await once(other, 'exit')
    writeFileSync(`${target.path}.wal`, 'not yet written')
    await expect(put(target)).rejects.toMatchObject({
      message: 'The database file was not closed properly: open and close it with DuckDB first',
    })
  })

  test('does not execute column defaults that read other files', async () => {
    const secret = join(root, 'secret.txt')
    writeFileSync(secret, 'secret')
    const target = await made(
      'default.duckdb',
      `create macro peek() as (select content from read_text('${secret}'))`,
      `create table new (whole bigint, huge hugeint, exact decimal(20, 18), none double, unknown boolean, leak varchar default (getvariable('x')))`,
    )
    await put({ ...target, mode: 'append' })
    expect(await inDuckdb(target.path, 'select leak from new')).toEqual([[null]])
  })
})

test('a SQLite file stores inexact values as text, and a failure changes nothing', async () => {
  const path = join(root, 'a.sqlite')
  const file = new DatabaseSync(path)
  file.exec('create table own (a)')
  const target = { engine: 'sqlite' as const, path, table: 'new', mode: 'create' as const }
  await put(target)
  const query = file.prepare('select cast(whole as text) as whole, huge, exact, none, unknown from new')
  const one = {
    whole: '9223372036854775807',
    huge: '12345678901234567890123',
    exact: '0.100000000000000000',
    none: null,
    unknown: null,
  }
  expect(query.all()).toEqual([one])
  await put({ ...target, mode: 'append' })
  expect(query.all()).toEqual([one, one])
  await expect(put({ ...target, table: 'own', mode: 'append' })).rejects.toMatchObject({
    message: expect.stringContaining('The table cannot be written: '),
  })
  expect(query.all()).toHaveLength(2)
  file.close()
})

test('a database accepts uploads if its file is writable', () => {
  const says = (id: string, sqlalchemy_uri: string) => acceptsFiles(findEngine(id) as never, { sqlalchemy_uri, is_house: 0 })
  const path = join(root, 'there.sqlite')
  writeFileSync(path, '')
  expect(says('sqlite', `sqlite:///${path}`)).toBe(true)
  for (const uri of [`sqlite:///${path}.no`, 'sqlite://', 'sqlite:///:memory:', `sqlite:///${root}`])
    expect([uri, says('sqlite', uri)]).toEqual([uri, false])
  expect(says('trino', 'trino://localhost/default')).toBe(false)
})
