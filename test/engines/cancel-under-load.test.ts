/** A server with few places, many who ask and leave: nobody else's statement is hit, and no place too many is taken. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueryHost } from '../../src/engines/host/client.ts'
import type { QueryHost } from '../../src/engines/host/client.ts'
import type { ConnectionSpec, DataJob } from '../../src/engines/host/protocol.ts'
import { startPostgres } from './servers.ts'
import type { TestServer } from './servers.ts'

const limits = { timeoutMs: 30_000, rows: 1_000, bytes: 2 ** 24 }
const places = 12

let folder: string
let host: QueryHost
let server: TestServer
let watcher: Client
let connection: ConnectionSpec

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-cancel-'))
  // Those of the host, the one that watches, and three that only a superuser may take.
  server = await startPostgres([`max_connections=${places + 1 + 3}`])
  const { host: address, port, password, database, username } = server.parameters
  watcher = new Client({ host: address, port, password, database, user: username })
  await watcher.connect()
  await watcher.query("CREATE ROLE reader LOGIN PASSWORD 'secret'")
  connection = { key: 'pg', engine: 'postgresql', parameters: { ...server.parameters, username: 'reader' }, timezone: 'UTC' }
  // A busy machine may be slow to stop something; the host that is killed for it would hide what is asked here.
  host = createQueryHost({ tempDirectory: folder, running: 2, runningPerServer: places - 6, downloads: 4, graceMs: 30_000 })
})
afterAll(async () => {
  await host?.close()
  await watcher?.end()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A small generator, so that a failure can be found again. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

const job = (sql: string, rows = limits.rows): DataJob => ({
  kind: 'data',
  connection,
  sql,
  format: 'json',
  limits: { ...limits, rows },
})

const connected = async (): Promise<number> => {
  const { rows } = await watcher.query<{ n: number }>("SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'reader'")
  return rows[0]?.n ?? 0
}

test('cancelled, limited and completed statements do not affect each other', async () => {
  const random = randomFrom(7)
  const failures: unknown[] = []
  const counts = { whole: 0, cut: 0, left: 0, streamed: 0 }
  let most = 0

  const whole = async () => {
    const { rowcount } = await host.run(job('SELECT i FROM generate_series(1, 50) AS s(i)'))
    expect(rowcount).toBe(50)
    counts.whole++
  }
  /** More rows than wanted: the server is told to stop while it may be done already. */
  const cut = async () => {
    const { rowcount, truncated } = await host.run(job(`SELECT i FROM generate_series(1, ${random() < 0.5 ? 4 : 40_000}) AS s(i)`, 3))
    expect([rowcount, truncated]).toEqual([3, true])
    counts.cut++
  }
  const left = async () => {
    const controller = new AbortController()
    const running = host.run(job('SELECT count(*) AS n FROM pg_sleep(5)'), { signal: controller.signal })
    const reason = new Error('left')
    setTimeout(() => controller.abort(reason), random() * 40)
    await running.catch((error: unknown) => expect(error).toBe(reason))
    counts.left++
  }
  const streamed = async () => {
    const sql = 'SELECT i FROM generate_series(1, 100000) AS s(i)'
    const stream = host.stream({ kind: 'stream', connection, sql, format: 'csv', limits: { ...limits, rows: 1e9 } })
    await stream.next()
    await stream.next()
    await stream.return()
    counts.streamed++
  }

  const errands = Array.from({ length: 160 }, () => {
    const chosen = random()
    return chosen < 0.45 ? whole : chosen < 0.65 ? cut : chosen < 0.9 ? left : streamed
  })
  const person = async () => {
    for (let work = errands.pop(); work; work = errands.pop()) await work().catch((error: unknown) => failures.push(error))
  }
  const done = new AbortController()
  const watch = async () => {
    for (; !done.signal.aborted; await sleep(10)) most = Math.max(most, await connected())
  }
  const watching = watch()
  await Promise.all(Array.from({ length: 40 }, person))
  done.abort()
  await watching
  expect(failures).toEqual([])
  expect(most).toBeLessThanOrEqual(places)
  expect(most).toBeGreaterThan(0)
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(5)
}, 120_000)

test('no statement keeps running', async () => {
  await expect
    .poll(async () => (await watcher.query("SELECT 1 FROM pg_stat_activity WHERE usename = 'reader' AND state <> 'idle'")).rowCount, {
      timeout: 5_000,
    })
    .toBe(0)
})
