import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { createQueryHost } from '../../src/engines/host/client.ts'
import { engineSuite } from './suite.ts'
import { makeGenerations } from './tables.ts'

engineSuite({
  engine: 'duckdb',
  start: async (folder) => ({
    connection: {
      key: 'house',
      engine: 'duckdb',
      parameters: {},
      timezone: 'UTC',
      attachments: await makeGenerations(join(folder, 'tables'), ['edge_types', 'stocks']),
    },
    stop: async () => {},
  }),
  series: (rows) => `range(${rows}) AS s(i)`,
  endless: 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = 7',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'INTEGER',
  listsFunctions: true,
  schema: 'main',
})

test('the engine reports which share of a statement is done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-progress-'))
  const database = join(folder, 'numbers.duckdb')
  const instance = await DuckDBInstance.create(database)
  const connection = await instance.connect()
  await connection.run('CREATE TABLE numbers AS SELECT range AS i, hash(range) AS h FROM range(5000000)')
  connection.closeSync()
  instance.closeSync()
  const host = createQueryHost({ tempDirectory: folder })
  const shares: number[] = []
  const reached = Promise.withResolvers<void>()
  const stop = new AbortController()
  try {
    const run = host.run(
      {
        kind: 'data',
        connection: { key: 'progress', engine: 'duckdb', parameters: { database }, timezone: 'UTC' },
        sql: 'SELECT count(*) FROM (SELECT h, count(*) FROM (FROM numbers UNION ALL SELECT i, hash(h) FROM numbers) GROUP BY h)',
        format: 'json',
        reports: true,
        limits: { timeoutMs: 120_000, rows: 10, bytes: 2 ** 20 },
      },
      {
        signal: stop.signal,
        onProgress: ({ share = 0 }) => {
          shares.push(share)
          if (share > 0) reached.resolve()
        },
      },
    )
    await Promise.race([run, reached.promise])
    stop.abort(new Error('enough'))
    await run.catch(() => {})
  } finally {
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
  expect(shares.at(-1)).toBeGreaterThan(0)
  expect(shares.every((share) => share <= 1)).toBe(true)
})
