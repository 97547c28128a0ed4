import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { connectSqlite } from './driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const connect = async () => {
  const database = join(folder, 'data.sqlite')
  const file = new DatabaseSync(database)
  file.exec('CREATE TABLE IF NOT EXISTS places (name TEXT)')
  file.close()
  return connectSqlite({ database }, { key: database, signal: AbortSignal.timeout(10_000), timezone: 'UTC' })
}

test.each([
  [undefined, 1],
  [null, 1],
  ['main', 1],
  ['Main', 1],
  ['sales', 0],
])('the schema %j has so many tables and columns: %i', async (schema, count) => {
  const connection = await connect()
  expect(await connection.tables(schema)).toHaveLength(count)
  expect(await connection.columns({ schema, table: 'places' })).toHaveLength(count)
  await connection.close()
})

test('a column of bits holds numbers', async () => {
  const database = join(folder, 'bits.sqlite')
  const file = new DatabaseSync(database)
  file.exec('CREATE TABLE t (flag BIT); INSERT INTO t VALUES (1), (NULL)')
  file.close()
  const connection = await connectSqlite({ database }, { key: database, signal: AbortSignal.timeout(10_000), timezone: 'UTC' })
  const { table } = await connection.query('SELECT flag FROM t', { signal: AbortSignal.timeout(10_000) })
  expect(table.columns[0]).toMatchObject({ type: 'integer', values: Float64Array.of(1, NaN) })
  await connection.close()
})
