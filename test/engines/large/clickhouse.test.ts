/** What chdb cannot show: a server that is told to stop, to only read, and who is asking. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQueryHost } from '../../../src/engines/host/client.ts'
import type { QueryHost, RunOptions } from '../../../src/engines/host/client.ts'
import type { ConnectionSpec, Limits } from '../../../src/engines/host/protocol.ts'
import type { TestServer } from '../servers.ts'
import { startClickhouse } from './servers.ts'

const limits: Limits = { timeoutMs: 30_000, rows: 50_000, bytes: 2 ** 28 }
const endless = 'SELECT count(*) AS n FROM system.numbers'

describe('ClickHouse server', () => {
  let server: TestServer
  let host: QueryHost
  let folder: string
  let connection: ConnectionSpec

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chartroom-clickhouse-'))
    server = await startClickhouse()
    host = createQueryHost({ tempDirectory: folder })
    connection = { key: 'clickhouse', engine: 'clickhousedb', parameters: server.parameters, timezone: 'UTC' }
  })
  afterAll(async () => {
    await host?.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (sql: string, options: RunOptions = {}, given: Partial<Limits> = {}) =>
    host.run({ kind: 'data', connection, sql, format: 'json', limits: { ...limits, ...given } }, options)
  /** Past the driver under test. */
  const ask = async (sql: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${server.parameters.port}/`, { method: 'POST', body: sql })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }
  const running = async (text = endless): Promise<number> =>
    Number(await ask(`SELECT count(*) FROM system.processes WHERE query LIKE '${text}%' FORMAT TabSeparated`))

  test('answers', async () => {
    const answer = await run("SELECT toUInt64(9007199254740993) AS big, toDate('2020-02-29') AS day, 'a\\tb' AS text, nan AS none")
    expect(Buffer.from(answer.bytes).toString()).toBe('[{"big":9007199254740993,"day":1582934400000,"text":"a\\tb","none":null}]')
    expect(answer.coltypes).toEqual([0, 2, 1, 1])
  })

  test('cancel is seen in system.processes within two seconds', async () => {
    const controller = new AbortController()
    const query = run(endless, { signal: controller.signal })
    query.catch(() => {})
    await expect.poll(() => running(), { timeout: 5_000 }).toBe(1)
    const began = Date.now()
    controller.abort(new Error('left'))
    await expect(query).rejects.toThrow('left')
    await expect.poll(() => running(), { timeout: 5_000, interval: 20 }).toBe(0)
    expect(Date.now() - began).toBeLessThan(2_000)
    expect((await run('SELECT 1 AS n')).rowcount).toBe(1)
  })

  test('so is a time limit', async () => {
    await expect(run(endless, {}, { timeoutMs: 500 })).rejects.toMatchObject({ type: 'BACKEND_TIMEOUT_ERROR' })
    await expect.poll(() => running(), { timeout: 5_000 }).toBe(0)
  })

  test('partitions are those of one column; of an expression, of several columns and without any there is no latest', async () => {
    const partitions = (table: string) => host.run({ kind: 'partitions', connection, relation: { table } })
    for (const sql of [
      'CREATE TABLE by_day (day Date, n Int32) ENGINE = MergeTree() PARTITION BY day ORDER BY n',
      "INSERT INTO by_day VALUES ('2024-01-05', 1), ('2024-02-05', 2)",
      'CREATE TABLE by_number (k Int32, n Int32) ENGINE = MergeTree() PARTITION BY k ORDER BY n',
      'INSERT INTO by_number VALUES (9, 1), (10, 2)',
      'CREATE TABLE by_month (day Date, n Int32) ENGINE = MergeTree() PARTITION BY toYYYYMM(day) ORDER BY n',
      "INSERT INTO by_month VALUES ('2024-01-05', 1)",
      'CREATE TABLE by_both (a Int32, b Int32) ENGINE = MergeTree() PARTITION BY (a, b) ORDER BY a',
      'INSERT INTO by_both VALUES (1, 2)',
      'CREATE TABLE plain (a Int32) ENGINE = MergeTree() ORDER BY a',
    ])
      await ask(sql)
    expect(await partitions('by_day')).toEqual({ columns: ['day'], latest: { day: '2024-02-05' }, isRange: false })
    expect(await partitions('by_number')).toEqual({ columns: ['k'], latest: { k: '10' }, isRange: false })
    expect(await partitions('by_month')).toEqual({ columns: ['day'], latest: null, isRange: false })
    expect(await partitions('by_both')).toEqual({ columns: ['a', 'b'], latest: null, isRange: false })
    for (const table of ['plain', 'no_such_table']) expect(await partitions(table), table).toBeNull()
  })

  test('an old server does not show what its views read, and has no functions of its users', async () => {
    await ask('CREATE TABLE seen (n Int32) ENGINE = MergeTree() ORDER BY n')
    await ask('CREATE VIEW as_view AS SELECT n FROM seen')
    expect(await host.run({ kind: 'views', connection })).toEqual([{ schema: 'default', name: 'as_view', definition: null }])
    expect(await host.run({ kind: 'functions', connection })).toEqual([])
    await ask('DROP TABLE as_view')
  })

  test('writes are refused by the server', async () => {
    await expect(run('CREATE TABLE t (a Int32) ENGINE = Memory')).rejects.toMatchObject({ type: 'DML_NOT_ALLOWED_ERROR' })
    await expect(run('DROP DATABASE default')).rejects.toMatchObject({ type: 'DML_NOT_ALLOWED_ERROR' })
  })

  const residentBytes = () => Math.max(...host.stats().hosts.map(({ rss }) => rss))
  const download = (sql: string) => host.stream({ kind: 'stream', connection, sql, format: 'csv', limits: { ...limits, rows: 1e9 } })

  test('a long download has flat memory', async () => {
    let lines = 0
    const resident: number[] = []
    for await (const block of download('SELECT number AS i, toString(number) AS t FROM system.numbers LIMIT 3000000')) {
      for (const byte of block) if (byte === 10) lines++
      resident.push(residentBytes())
    }
    expect(lines).toBe(3_000_001)
    const half = resident.length / 2
    expect(Math.max(...resident.slice(half)) - Math.max(...resident.slice(0, half))).toBeLessThan(64 * 2 ** 20)
    expect(Math.max(...resident)).toBeLessThan(500 * 2 ** 20)
  })

  test('a reader who waits holds it up; one who leaves in the middle ends it', async () => {
    const sql = 'SELECT number AS left FROM system.numbers'
    const stream = download(sql)
    for (let blocks = 0; blocks < 8; blocks++) expect((await stream.next()).done).toBe(false)
    const before = residentBytes()
    await sleep(1_000)
    expect(residentBytes() - before).toBeLessThan(64 * 2 ** 20)
    expect(await running(sql)).toBe(1)
    await stream.return()
    await expect.poll(() => running(sql), { timeout: 5_000 }).toBe(0)
    await expect.poll(() => host.stats().hosts.every((process) => process.running === 0), { timeout: 5_000 }).toBe(true)
  })

  test.each([
    [{ password: 'wrong' }, 'CONNECTION_ACCESS_DENIED_ERROR'],
    [{ username: 'nobody' }, 'CONNECTION_ACCESS_DENIED_ERROR'],
    [{ database: 'nowhere' }, 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    [{ port: 1 }, 'CONNECTION_PORT_CLOSED_ERROR'],
    [{ host: 'no-such-host.invalid' }, 'CONNECTION_INVALID_HOSTNAME_ERROR'],
  ])('a connection with %j says %s', async (wrong, type) => {
    const parameters = { ...server.parameters, ...wrong }
    const ping = host.run({ kind: 'ping', connection: { ...connection, key: JSON.stringify(wrong), parameters } })
    await expect(ping).rejects.toMatchObject({ type })
  })
})
