import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import duckdb from '@duckdb/node-bindings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeCsv } from '../encode/csv.ts'
import type { Connection } from '../engine.ts'
import { copied } from './csv-file.ts'
import { duckdbDialect } from './dialect.ts'
import { connectDuckdb } from './driver.ts'

const { signal } = new AbortController()
const everyRow = { signal, rowLimit: Number.MAX_SAFE_INTEGER }
const longStatement = "SELECT range AS i, 'some text that takes room' AS t FROM range(3_000_000)"

let tempDirectory: string
let connection: Connection

beforeAll(async () => {
  tempDirectory = await mkdtemp(join(tmpdir(), 'chartroom-csv-'))
  connection = await connectDuckdb({}, { signal, key: 'csv', timezone: 'UTC', tempDirectory })
})
afterAll(async () => {
  await connection.close()
  await rm(tempDirectory, { recursive: true, force: true })
})

const text = (parts: Uint8Array[]) => Buffer.concat(parts).toString()

const written = async (sql: string, rowLimit?: number): Promise<string> => {
  const { blocks } = (await connection.csv?.(sql, { ...everyRow, ...(rowLimit && { rowLimit }) })) ?? { blocks: [] }
  const parts: Uint8Array[] = []
  for await (const block of blocks) parts.push(...block)
  return text(parts)
}

const literal = (value: string | null) => (value === null ? 'NULL' : duckdbDialect.literal({ type: 'string', value }))
const texts = [
  null,
  '',
  ' ',
  'plain',
  '# no comment',
  'a,b',
  'say "so"',
  '""=1',
  'two\nlines',
  'cr\r',
  '\\',
  '=1',
  '-1',
  '-a',
  ' +1',
  '|x',
  'é',
  'NULL',
]

describe('lines of CSV', () => {
  test.each([
    ['texts', `SELECT * FROM (VALUES ${texts.map((each, i) => `(${i}, ${literal(each)})`).join(', ')}) AS v(i, x)`],
    ['one column of them', `SELECT x FROM (VALUES ${texts.map((each) => `(${literal(each)})`).join(', ')}) AS v(x)`],
    ['one column of numbers', 'SELECT x FROM (VALUES (1), (NULL), (-3)) AS v(x)'],
    [
      'truths and times',
      "SELECT true AS a, false AS b, NULL::BOOLEAN AS c, DATE '2024-02-29' AS d, TIMESTAMPTZ '2024-01-01 00:00:00+00' AS e",
    ],
  ])('%s are as the program writes them', async (_what, sql) => {
    const { table } = await connection.query(sql, everyRow)
    const { bytes } = await encodeCsv(table, Infinity)
    const [, ...lines] = bytes
    expect(await written(sql)).toBe(text(lines))
  })

  test('keep the order of the statement, and no more of them than asked for', async () => {
    const lines = (await written('SELECT range AS i FROM range(500_000) ORDER BY i DESC')).split('\n')
    expect(lines.length).toBe(500_001)
    expect(lines.slice(0, 2)).toEqual(['499999', '499998'])
    expect(lines.at(-2)).toBe('0')
    expect(await written('SELECT range AS i FROM range(500_000) ORDER BY i', 3)).toBe('0\n1\n2\n')
  })
})

describe('the temporary file', () => {
  const folder = async () => join(tempDirectory, (await readdir(tempDirectory))[0] ?? '')

  test('is unlinked once it is being read, and no statement can name its folder', async () => {
    const { blocks } = (await connection.csv?.(longStatement, everyRow)) ?? { blocks: [] }
    for await (const block of blocks) {
      expect(block.length).toBe(1)
      expect(await readdir(await folder())).toEqual([])
      break
    }
    await expect(connection.query(`SELECT * FROM '${await folder()}/*'`, everyRow)).rejects.toThrow('Files may not be read.')
    expect(await written('SELECT 1 AS one')).toBe('1\n')
  })

  test('does not fill the disk', async () => {
    const database = await duckdb.open(':memory:')
    const session = await duckdb.connect(database)
    const all = async () => {
      for await (const part of copied(session, `FROM range(1_000_000_000)`, { folder: tempDirectory, share: 0 }))
        expect(part.length).toBeGreaterThan(0)
    }
    await expect(all()).rejects.toMatchObject({ type: 'RESULT_TOO_LARGE_ERROR' })
    expect((await readdir(tempDirectory)).filter((name) => name.endsWith('.csv'))).toEqual([])
    duckdb.disconnect_sync(session)
    duckdb.close_sync(database)
  })

  test('is gone after a statement that failed', async () => {
    await expect(written("SELECT CAST(x AS INTEGER) FROM (VALUES ('a')) AS v(x)")).rejects.toThrow('Conversion Error')
    expect(await readdir(await folder())).toEqual([])
  })
})
