/** Statements that want out of the locked engine, or to take it down. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQueryHost } from '../../src/engines/host/client.ts'
import type { QueryHost, QueryHostConfig } from '../../src/engines/host/client.ts'
import type { ConnectionSpec } from '../../src/engines/host/protocol.ts'
import { makeGenerations } from './tables.ts'

const limits = { timeoutMs: 30_000, rows: 50_000, bytes: 2 ** 28 }

let folder: string
let connection: ConnectionSpec
const hosts: QueryHost[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-hostile-'))
  const attachments = await makeGenerations(join(folder, 'tables'), ['edge_types', 'flights_20k'])
  connection = { key: 'house 1', engine: 'duckdb', parameters: {}, timezone: 'UTC', attachments }
})
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.close()))
  await rm(folder, { recursive: true, force: true })
})

const start = (config: Partial<QueryHostConfig> = {}) => {
  const host = createQueryHost({ tempDirectory: join(folder, 'spill'), ...config })
  hosts.push(host)
  const run = (sql: string) => host.run({ kind: 'data', connection, sql, format: 'json', limits })
  const count = async (sql = 'SELECT count(*) AS n FROM flights_20k') =>
    (JSON.parse(Buffer.from((await run(sql)).bytes).toString()) as { n: number }[])[0]?.n
  return { host, run, count }
}

describe('hostile statements', () => {
  let shared: ReturnType<typeof start>
  beforeAll(() => {
    shared = start()
  })

  test.each([
    "SELECT * FROM enable_logging(storage = 'file', storage_path = '/tmp/chartroom-log')",
    'SELECT * FROM "ENABLE_LOGGING"()',
    "SELECT * FROM query('SELECT * FROM enable_' || 'logging()')",
    "SELECT * FROM query_table('edge' || '_types')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    'SELECT path FROM duckdb_databases()',
    "SELECT current_setting('temp_directory')",
    'SELECT pg_sleep(100)',
    "COPY edge_types TO '/tmp/chartroom-copy.csv'",
    "ATTACH '/tmp/chartroom-new.duckdb'",
    'INSTALL httpfs',
    'SET threads = 1',
    'PRAGMA enable_profiling',
    'CREATE TEMP TABLE t AS SELECT 1',
    'CALL enable_logging()',
    'SELECT 1; SELECT 2',
  ])('rejects %s and runs the next statement', async (sql) => {
    const { host, run, count } = shared
    await expect(run(sql)).rejects.toMatchObject({ name: 'EngineError' })
    expect(await count()).toBe(20_000)
    expect(host.stats().killed).toBe(0)
  })

  test('a statement that crashes the engine fails after its second crash', async () => {
    const { host, run, count } = start({ entry: await crashingEntry() })
    await expect(run('SELECT 1 AS crash')).rejects.toMatchObject({
      type: 'GENERIC_DB_ENGINE_ERROR',
      message: expect.stringContaining('crashed'),
    })
    expect(host.stats().rerun).toBe(1)
    await expect(count('SELECT 2 AS n')).rejects.toMatchObject({ message: expect.stringContaining('crashed') })
  })

  /** A host that dies of whatever it is asked. */
  const crashingEntry = async () => {
    const entry = join(folder, 'crash.ts')
    const frames = new URL('../../src/engines/host/frames.ts', import.meta.url).pathname
    await writeFile(
      entry,
      `import { Socket } from 'node:net'
import { frame, frameReader } from '${frames}'
const pipe = new Socket({ fd: 3 })
pipe.on('data', frameReader({ onFrame: (message) => message.kind === 'run' && process.kill(process.pid, 'SIGABRT') }))
for (const part of frame({ kind: 'ready' })) pipe.write(part)
`,
    )
    return entry
  }

  test('an internal engine error has no stack trace, and the next statement runs', async () => {
    const { run, count } = start()
    const broken = run(`SELECT switch(170141183460469231731687303715884105727::hugeint, MAP {1: 2}, '{"a":[1]}'::json)`)
    await expect(broken).rejects.toMatchObject({ message: expect.stringMatching(/^INTERNAL Error: [^\n]*$/) })
    expect(await count()).toBe(20_000)
  })

  test('reports a host that cannot start, without other failures', async () => {
    const { run } = start({ entry: join(folder, 'no-such-file.ts') })
    await expect(run('SELECT 1')).rejects.toMatchObject({ status: 503 })
  })
})
