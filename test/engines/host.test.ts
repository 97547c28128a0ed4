/** The query host under fire: kills, runaways, greedy people. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { translatorFor } from '../../src/core/i18n/locales.ts'
import { provideTranslator } from '../../src/core/i18n/t.ts'
import { createQueryHost } from '../../src/engines/host/client.ts'
import type { QueryHost, QueryHostConfig, RunOptions } from '../../src/engines/host/client.ts'
import { hostEntry, startHostProcess } from '../../src/engines/host/process.ts'
import type { ConnectionSpec, DataJob } from '../../src/engines/host/protocol.ts'
import { makeGenerations } from './tables.ts'

const limits = { timeoutMs: 30_000, rows: 50_000, bytes: 2 ** 28 }
/** For statements that have to end on a busy machine, too. */
const patient = { limits: { ...limits, timeoutMs: 300_000 } }
const endless = 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = 7'
const runaway = "SELECT length(repeat('a', 4000000000)) AS n"

let folder: string
let connection: ConnectionSpec
const hosts: QueryHost[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-host-'))
  const attachments = await makeGenerations(join(folder, 'tables'), ['edge_types', 'flights_20k'])
  connection = { key: 'house 1', engine: 'duckdb', parameters: {}, timezone: 'UTC', attachments }
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = (config: Partial<QueryHostConfig> = {}) => {
  const host = createQueryHost({ tempDirectory: join(folder, 'spill'), ...config })
  hosts.push(host)
  const run = (sql: string, options: RunOptions = {}, job: Partial<DataJob> = {}) =>
    host.run({ kind: 'data', connection, sql, format: 'json', limits, ...job }, options)
  const count = async (sql = 'SELECT count(*) AS n FROM flights_20k', options: RunOptions = {}, job: Partial<DataJob> = {}) =>
    (JSON.parse(Buffer.from((await run(sql, options, job)).bytes).toString()) as { n: number }[])[0]?.n
  return { host, run, count }
}

const pidOf = (host: QueryHost): number => host.stats().hosts[0]?.pid ?? 0
/** Until so many jobs have reached a host process. */
const isRunning = (host: QueryHost, jobs = 1) =>
  expect.poll(() => host.stats().hosts.reduce((sum, { running }) => sum + running, 0)).toBeGreaterThanOrEqual(jobs)
/** CPU seconds that a process has used. */
const cpuOf = async (pid: number): Promise<number> => {
  const { readFile } = await import('node:fs/promises')
  const [user = 0, system = 0] = (await readFile(`/proc/${pid}/stat`, 'utf8'))
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / 100
}

describe('the query host', () => {
  test('results have the duration of each phase', async () => {
    const { run } = start()
    const { timings } = await run('SELECT 1 AS n')
    expect(Object.keys(timings).sort()).toEqual(['connect', 'encode', 'query', 'queue', 'transform'])
    expect(Object.values(timings).every((ms) => ms >= 0)).toBe(true)
    expect(timings.query).toBeGreaterThan(0)
  })

  test('unqualified names are looked up in the schema of a statement, then in the default one, and no longer by the next statement', async () => {
    const attachments = (connection.attachments ?? []).map((one) => (one.table === 'flights_20k' ? { ...one, schema: 'Air traffic' } : one))
    const inSchema: ConnectionSpec = { ...connection, key: 'house with schemas', attachments }
    const { count } = start()
    const flights = 'SELECT count(*) AS n FROM flights_20k'
    expect(await count(flights, {}, { connection: inSchema, schema: 'Air traffic' })).toBe(20_000)
    expect(await count('SELECT count(*) > 0 AS n FROM edge_types', {}, { connection: inSchema, schema: 'Air traffic' })).toBe(true)
    await expect(count(flights, {}, { connection: inSchema })).rejects.toThrow(/flights_20k/)
    await expect(count(flights, {}, { connection: inSchema, schema: 'nowhere' })).rejects.toThrow(/flights_20k/)
    await expect(count('SET threads = 1', {}, { connection: inSchema, readOnly: false })).rejects.toThrow()
  })

  test('kill -9 in the middle of a statement: the statement runs again and succeeds', async () => {
    const { host, count } = start()
    await count()
    const slow = count('SELECT count(*) AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay', {}, patient)
    await isRunning(host)
    const killed = pidOf(host)
    process.kill(killed, 'SIGKILL')
    expect(await slow).toBeGreaterThan(1e8)
    expect(host.stats()).toMatchObject({ killed: 1, rerun: 1 })
    expect(host.stats().hosts.every(({ pid }) => pid !== killed)).toBe(true)
    expect(await count()).toBe(20_000)
  })

  test('twenty jobs that run when it is killed all succeed', async () => {
    const { host, count } = start({ running: 4 })
    await count()
    const all = Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        count(`SELECT count(*) + ${i} AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay - 100`, {}, patient),
      ),
    )
    await isRunning(host, 4)
    process.kill(pidOf(host), 'SIGKILL')
    const first = (await all)[0] ?? 0
    expect(await all).toEqual(Array.from({ length: 20 }, (_, i) => first + i))
  })

  test('when all hosts are killed repeatedly, other jobs still succeed, up to a limit of retries', async () => {
    const { host, count } = start({ running: 4, processes: 2 })
    await count()
    const slow = 'SELECT count(*) AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay - 100'
    const killAll = async (counted: number) => {
      await isRunning(host)
      for (const { pid } of host.stats().hosts) if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await expect.poll(() => host.stats().killed).toBeGreaterThanOrEqual(counted)
    }
    const all = Promise.all(Array.from({ length: 3 }, () => count(slow, {}, patient)))
    for (const counted of [1, 3]) await killAll(counted)
    expect(new Set(await all).size).toBe(1)

    const unlucky = count(endless)
    const before = host.stats().rerun
    unlucky.catch(() => {})
    const isGivenUp = () => {
      for (const { pid, running } of host.stats().hosts) if (pid !== undefined && running > 0) process.kill(pid, 'SIGKILL')
      return host.stats().failed > 0
    }
    await expect.poll(isGivenUp).toBe(true)
    expect(host.stats().rerun - before).toBe(3)
    await expect(unlucky).rejects.toMatchObject({ status: 503 })
    expect(await count()).toBe(20_000)
  })

  test('a job that writes does not run twice', async () => {
    const { host, run } = start()
    await run('SELECT 1')
    const writing = run(endless, {}, { readOnly: false })
    await isRunning(host)
    process.kill(pidOf(host), 'SIGKILL')
    await expect(writing).rejects.toMatchObject({ status: 503 })
    expect(host.stats().rerun).toBe(0)
  })

  test('kills a runaway query that exceeds the memory limit, and its neighbour succeeds', async () => {
    const { host, count } = start({ memoryMb: 900, engineMemoryMb: 256 })
    await count()
    // On a slow machine it is the memory that ends it all the same.
    const bad = count(runaway, {}, patient)
    bad.catch(() => {})
    const neighbour = count('SELECT count(*) AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay', {}, patient)
    await expect(bad).rejects.toMatchObject({
      type: 'RESULT_TOO_LARGE_ERROR',
      message: 'The query needed more than 900 MB of memory and was stopped.',
    })
    expect(await neighbour).toBeGreaterThan(1e8)
    expect(Math.max(...host.stats().hosts.map(({ rss }) => rss))).toBeLessThan(900 * 2 ** 20)
    expect(await count()).toBe(20_000)
  })

  test('kills a query that ignores the interrupt after the grace period, and its neighbour runs again', async () => {
    const { host, count } = start({ memoryMb: 16_000, graceMs: 500 })
    await count()
    const controller = new AbortController()
    const bad = count(runaway, { signal: controller.signal })
    bad.catch(() => {})
    const neighbour = count('SELECT count(*) AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay')
    // The engine is at work on it.
    await expect.poll(() => host.stats().hosts[0]?.rss ?? 0).toBeGreaterThan(600 * 2 ** 20)
    controller.abort(new Error('stopped'))
    await expect(bad).rejects.toThrow('stopped')
    expect(await neighbour).toBeGreaterThan(1e8)
    await expect.poll(() => host.stats().killed).toBe(1)
    expect(await count()).toBe(20_000)
  })

  test('the message of a stopped query is in the language of its user', async () => {
    const settings = {
      engineMemoryMb: 512,
      threads: 1,
      connections: 4,
      tempDirectory: folder,
      drivers: folder,
      reach: { purpose: 'database' as const, allowed: [] },
      connectTimeoutMs: 5_000,
      catalogTimeoutMs: 5_000,
      idleMs: 5_000,
      niceness: 5,
      formulasAsText: true,
    }
    const host = startHostProcess({ settings, memoryMb: 4_000, graceMs: 5_000, entry: hostEntry, poolSize: 4 })
    const german = await translatorFor('de')
    provideTranslator(() => german)
    const job: DataJob = { kind: 'data', connection, sql: endless, format: 'json', limits }
    const told = new Promise<Error>((resolve) => {
      const id = host.start(job, { answer: () => {}, block: () => {}, end: () => {}, fail: resolve })
      setTimeout(() => host.cancel(id), 1_000)
    })
    provideTranslator(() => undefined)
    expect((await told).message).toBe('Die Abfrage wurde angehalten.')
    host.end()
    await host.gone
  })

  test('two users: fifty slow queries of one do not delay the other', async () => {
    const { count } = start({ running: 1 })
    await count()
    const finished: string[] = []
    const greedy = Promise.all(
      Array.from({ length: 50 }, () =>
        count('SELECT count(*) AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay - 150', { user: 'greedy' }).then(() =>
          finished.push('greedy'),
        ),
      ),
    )
    const other = count(undefined, { user: 'other' }).then(() => finished.push('other'))
    await other
    expect(finished.filter((name) => name === 'greedy').length).toBeLessThanOrEqual(2)
    await greedy
  })

  test('two users: endless queries of one are preempted by the other and restart later', async () => {
    const { host, run, count } = start({ running: 2 })
    await count()
    const controller = new AbortController()
    const endlessOnes = Array.from({ length: 6 }, () => run(endless, { user: 'greedy', signal: controller.signal }))
    const ended = Promise.allSettled(endlessOnes)
    await sleep(1_200)
    for (let i = 0; i < 12; i++) expect(await count(undefined, { user: 'other' })).toBe(20_000)
    expect(host.stats()).toMatchObject({ moved: 2, killed: 0, cancelled: 0, failed: 0 })
    expect(host.stats().hosts).toHaveLength(2)
    controller.abort(new Error('enough'))
    expect((await ended).every((each) => each.status === 'rejected' && (each.reason as Error).message === 'enough')).toBe(true)
    await expect.poll(() => host.stats().queues['embedded']).toEqual({ running: 0, waiting: 0 })
  })

  test('a preempted slow query still succeeds', async () => {
    const { host, count } = start({ running: 1, niceness: { main: 5, slow: 5 } })
    await count()
    const slow = count(
      'SELECT count(*) AS n FROM range(30000) a, range(20000) b WHERE (a.range * b.range) % 7 = 3',
      { user: 'greedy' },
      { limits: { ...limits, timeoutMs: 300_000 } },
    )
    await sleep(1_100)
    expect(await count(undefined, { user: 'other' })).toBe(20_000)
    expect(await slow).toBeGreaterThan(5e7)
    expect(host.stats().moved).toBeLessThanOrEqual(1)
  }, 300_000)

  test('a query that is cancelled while queued never reaches the engine', async () => {
    const { host, run, count } = start({ running: 1 })
    await count()
    const first = new AbortController()
    const second = new AbortController()
    const started: string[] = []
    const running = run(endless, { signal: first.signal, onStart: () => started.push('first') })
    const waiting = run(endless, { signal: second.signal, onStart: () => started.push('second') })
    running.catch(() => {})
    second.abort(new Error('second gone'))
    await expect(waiting).rejects.toThrow('second gone')
    first.abort(new Error('first gone'))
    await expect(running).rejects.toThrow('first gone')
    expect(started).toEqual(['first'])
    expect(await count()).toBe(20_000)
    expect(host.stats().killed, 'a stop that comes before the engine runs is not lost').toBe(0)
    expect(host.stats().queues['embedded']).toEqual({ running: 0, waiting: 0 })
  })

  test('cancelling a running query always reaches the engine within the grace period, and the CPU becomes idle', async () => {
    const { host, run, count } = start()
    await count()
    const times: number[] = []
    for (let i = 0; i < 20; i++) {
      const controller = new AbortController()
      const query = run(endless, { signal: controller.signal })
      query.catch(() => {})
      await sleep(20)
      const began = performance.now()
      controller.abort(new Error('gone'))
      while (host.stats().queues['embedded']?.running) await sleep(1)
      times.push(performance.now() - began)
    }
    expect(Math.max(...times)).toBeLessThan(2_000)
    expect(host.stats().killed).toBe(0)
    const before = await cpuOf(pidOf(host))
    await sleep(500)
    expect((await cpuOf(pidOf(host))) - before).toBeLessThan(0.2)
  })

  test('new data opens a new instance, while statements on the old one finish', async () => {
    const { host, count } = start({ running: 2 })
    await count()
    const slow = count('SELECT count(*) AS n FROM flights_20k a JOIN flights_20k b ON a.delay < b.delay')
    const [edge] = connection.attachments ?? []
    const newer: ConnectionSpec = { ...connection, key: 'house 2', attachments: edge ? [{ ...edge, table: 'renamed' }] : [] }
    const ask = (spec: ConnectionSpec, sql: string) => host.run({ kind: 'data', connection: spec, sql, format: 'json', limits })
    const answer = await ask(newer, 'SELECT count(*) AS n FROM renamed')
    expect(JSON.parse(Buffer.from(answer.bytes).toString())).toEqual([{ n: 8 }])
    await expect(ask(newer, 'SELECT 1 FROM edge_types')).rejects.toMatchObject({ type: 'TABLE_DOES_NOT_EXIST_ERROR' })
    expect(await slow).toBeGreaterThan(1e8)
    expect(await count()).toBe(20_000)
    expect(host.stats().hosts).toHaveLength(1)
  })

  test('temporary tables of a job are dropped after it', async () => {
    const { run, count } = start()
    const prepare = ['CREATE TEMP TABLE late AS SELECT * FROM flights_20k WHERE delay > 100']
    const answer = await run('SELECT count(*) AS n FROM late', {}, { prepare, readOnly: false })
    expect(JSON.parse(Buffer.from(answer.bytes).toString())).toEqual([{ n: expect.any(Number) }])
    await expect(count('SELECT count(*) AS n FROM late')).rejects.toMatchObject({ type: 'TABLE_DOES_NOT_EXIST_ERROR' })
  })

  test('joins offsets and applies post-processing after the engine', async () => {
    const { run } = start()
    const sql = (year: number) => `SELECT kind, max(big) + ${year} AS m FROM edge_types WHERE kind IS NOT NULL GROUP BY kind ORDER BY kind`
    const answer = await run(
      sql(0),
      {},
      {
        offsets: [{ sql: sql(1), offset: '1 year ago', joinOn: ['kind'], rename: { m: 'm__1 year ago' } }],
        operations: [{ operation: 'sort', options: { by: ['kind'], ascending: false } }],
      },
    )
    expect(answer.colnames).toEqual(['kind', 'm', 'm__1 year ago'])
    expect(Buffer.from(answer.bytes).toString()).toContain('{"kind":"a","m":9007199254740993,"m__1 year ago":9007199254740994}')
    await expect(run(sql(0), {}, { operations: [{ operation: 'pivot', options: {} }] })).rejects.toMatchObject({
      name: 'MessageError',
      status: 400,
      body: expect.stringMatching(/^Error: /),
    })
  })

  test.each([
    ['rows as they came', [], 'kind,n'],
    ['sorted rows', [{ operation: 'sort', options: { by: ['kind'], ascending: false } }], ',kind,n\n2,c,'],
    ['a pivot', [{ operation: 'pivot', options: { index: ['kind'], aggregates: { n: { operator: 'sum' } } } }], 'kind,n\na,'],
  ])('a download of %s has the labels that operations left', async (_what, operations, text) => {
    const { run } = start()
    const sql = 'SELECT kind, count(*) AS n FROM edge_types WHERE kind IS NOT NULL GROUP BY kind ORDER BY kind'
    const { bytes } = await run(sql, {}, { operations, format: 'csv' })
    expect(Buffer.from(bytes).toString().startsWith(text)).toBe(true)
    const workbook = await run(sql, {}, { operations, format: 'xlsx' })
    const [head] = (await readXlsx(workbook.bytes)).sheets[0]?.rows ?? []
    expect(head?.map((cell) => cell ?? '').join()).toBe(text.split('\n')[0])
  })

  test('50,000 rows block the event loop for less time than parsing and serializing them once', async () => {
    const { run } = start()
    const sql = 'SELECT a.*, b.origin AS other FROM flights_20k a, (SELECT origin FROM flights_20k LIMIT 3) b LIMIT 50000'
    await run(sql)
    // Processor time, so that a busy machine does not count.
    const used = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    let longest = 0
    let last = used()
    const timer = setInterval(() => {
      const now = used()
      longest = Math.max(longest, now - last)
      last = now
    }, 1)
    const answer = await run(sql)
    clearInterval(timer)
    expect(answer.rowcount).toBe(50_000)
    const began = performance.now()
    JSON.stringify(JSON.parse(Buffer.from(answer.bytes).toString()))
    expect(longest).toBeLessThan(performance.now() - began)
  })

  test('closing stops its processes', async () => {
    const { host, count } = start()
    await count()
    const pid = pidOf(host)
    await host.close()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(count()).rejects.toMatchObject({ status: 503 })
  })
})
