/** Rows that the query host keeps for several statements, on the engines that can. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scan } from '../../src/engines/engine.ts'
import { createQueryHost, type KeptScan, type QueryHost, type RunOptions } from '../../src/engines/host/client.ts'
import type { ConnectionSpec, DataJob, ScanJob } from '../../src/engines/host/protocol.ts'
import { startPostgres } from './servers.ts'
import { loadConformanceTables, makeGenerations } from './tables.ts'

const limits = { timeoutMs: 30_000, rows: 50_000, bytes: 2 ** 28 }

type Running = {
  connection: ConnectionSpec
  from: string
  /** Three million rows of `i`. */
  big: string
  endless: string
  stop(): Promise<void>
}

const engines: Record<string, (folder: string) => Promise<Running>> = {
  duckdb: async (folder) => ({
    connection: {
      key: 'house',
      engine: 'duckdb',
      parameters: {},
      timezone: 'UTC',
      attachments: await makeGenerations(join(folder, 'tables'), ['flights_20k']),
    },
    from: '"main"."flights_20k"',
    big: 'range(3000000) AS big(i)',
    endless: 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = 7',
    stop: async () => {},
  }),
  postgres: async () => {
    const server = await startPostgres()
    await loadConformanceTables(server)
    return {
      connection: { key: 'server', engine: 'postgresql', parameters: server.parameters, timezone: 'UTC' },
      from: '"public"."flights_20k"',
      big: 'generate_series(1, 3000000) AS big(i)',
      endless: 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b WHERE a + b = 7',
      stop: server.stop,
    }
  },
}

describe.each(Object.keys(engines))('rows kept on %s', (engine) => {
  let folder: string
  let host: QueryHost
  let running: Running
  let tables = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chartroom-scans-'))
    running = await (engines[engine] as (folder: string) => Promise<Running>)(folder)
    host = createQueryHost({ tempDirectory: join(folder, 'spill'), graceMs: 2_000 })
  })
  afterAll(async () => {
    await host?.close()
    await running?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const job = (sql: string): DataJob => ({ kind: 'data', connection: running.connection, sql, format: 'json', limits })
  const scanOf = (rest: Partial<Scan> = {}): ScanJob => ({
    kind: 'scan',
    connection: running.connection,
    limits,
    scan: {
      table: `scan_${++tables}`,
      columns: ['origin', 'delay'],
      from: running.from,
      isTable: true,
      where: [`"origin" = 'LAX'`],
      bounds: { bytes: 2 ** 24, share: 1, sourceRows: 0 },
      ...rest,
    },
  })
  const valueOf = async (answer: Promise<{ bytes: Uint8Array }>) =>
    Object.values((JSON.parse(Buffer.from((await answer).bytes).toString()) as Record<string, unknown>[])[0] ?? {})[0]
  const count = (sql: string, scan?: KeptScan, options: RunOptions = {}) =>
    valueOf(scan ? scan.run(job(sql), options) : host.run(job(sql), options))

  it('give the same results as the source, and are dropped', async () => {
    const given = scanOf()
    const { table } = given.scan
    const scan = (await host.scan(given)) as KeptScan
    const expected = await count(`SELECT SUM(delay) AS n FROM ${running.from} WHERE "origin" = 'LAX'`)
    const all = Array.from({ length: 6 }, () => count(`SELECT SUM(delay) AS n FROM "${table}"`, scan))
    expect(await Promise.all(all)).toEqual(all.map(() => expected))
    scan.drop()
    await expect(count(`SELECT SUM(delay) AS n FROM "${table}"`, scan)).rejects.toMatchObject({ status: 503 })
    await expect(count(`SELECT SUM(delay) AS n FROM "${table}"`)).rejects.toMatchObject({ status: 400 })
  })

  it.each<[string, boolean, Scan['bounds']]>([
    ['a part of its source that is worth it', true, { bytes: 2 ** 28, share: 1, sourceRows: 1_000_000 }],
    ['too large a part of it', false, { bytes: 2 ** 28, share: 0.1, sourceRows: 0 }],
    ['too many bytes', false, { bytes: 2 ** 20, share: 1, sourceRows: 0 }],
    ['a part of a source that is small', false, { bytes: 2 ** 28, share: 1, sourceRows: 10_000_000 }],
  ])('are estimated: %s', async (_, kept, bounds) => {
    const scan = await host.scan(scanOf({ columns: ['i'], from: running.big, where: ['i > 200000'], bounds }))
    expect(scan !== null).toBe(kept)
    scan?.drop()
  })

  it('are not kept when a source without estimate turns out to be too large', async () => {
    const from = `(SELECT * FROM ${running.from}) AS virtual_table`
    const bounds = { bytes: 20_000, share: 1, sourceRows: 0 }
    expect(await host.scan(scanOf({ from, isTable: false, where: ['delay IS NOT NULL'], bounds }))).toBeNull()
  })

  it('are not kept for a condition that fails', async () => {
    await expect(host.scan(scanOf({ where: ['nothing = 1'] }))).rejects.toMatchObject({ status: 400 })
  })

  it('stay when a statement fails or is cancelled', async () => {
    const given = scanOf()
    const scan = (await host.scan(given)) as KeptScan
    const controller = new AbortController()
    const stopped = count(running.endless, scan, { signal: controller.signal })
    const failing = count('SELECT nothing', scan)
    const good = count(`SELECT COUNT(*) AS n FROM "${given.scan.table}"`, scan)
    const all = Promise.allSettled([stopped, failing])
    await sleep(300)
    controller.abort(new Error('left'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // A server that was told to stop may take its connection with it: whoever reads then asks the source.
    const outcome = await good.catch((error: { status?: number }) => error.status)
    expect([503, await count(`SELECT COUNT(*) AS n FROM ${running.from} WHERE "origin" = 'LAX'`)]).toContain(outcome)
    if (engine === 'duckdb') expect(outcome).not.toBe(503)
    scan.drop()
  })

  it('release their slot in the queue', async () => {
    await expect.poll(() => Object.values(host.stats().queues).every(({ running: busy, waiting }) => busy + waiting === 0)).toBe(true)
  })
})
