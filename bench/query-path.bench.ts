/** What the query host adds to a bare call of the engine's own driver. Ratios are of processor time, as others work on the machine too. */
import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Client, Query } from 'pg'
import type { QueryConfig } from 'pg'
import { createQueryHost } from '../src/engines/host/client.ts'
import type { QueryHost } from '../src/engines/host/client.ts'
import type { ConnectionSpec } from '../src/engines/host/protocol.ts'
import { startPostgres } from '../test/engines/servers.ts'
import { median, ms, percentile } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { benchFolder, chartQueries, flightsCsv, flightsFile } from './flights.ts'
import { alternateCosts, costText, countProcess, longestBlock } from './processor-time.ts'
import type { Cost } from './processor-time.ts'

const limits = { timeoutMs: 60_000, rows: 50_000, bytes: 2 ** 28 }
const everything = 'SELECT * FROM "flights"'
const fiftyThousand = 'SELECT * FROM "flights" LIMIT 50000'

type Stage = { host: QueryHost; connection: ConnectionSpec }

const ask = ({ host, connection }: Stage, sql: string, signal?: AbortSignal) =>
  host.run({ kind: 'data', connection, sql, format: 'json', limits }, { signal })

/** From 50 ms of engine time up at most a tenth more, below that at most 3 ms. */
const overheadLine = (what: string, { subject, control }: { subject: Cost; control: Cost }): Line => {
  const added = subject.cpu - control.cpu
  const goal = control.wall >= 50 ? '≤ 1.10 ×' : `≤ +3 ms (${added < 0 ? '−' : '+'}${ms(Math.abs(added))})`
  return { what, subject: costText(subject), control: costText(control), ratio: subject.cpu / control.cpu, goal }
}

const streamed = async ({ host, connection }: Stage): Promise<number> => {
  let bytes = 0
  const job = { kind: 'stream', connection, sql: everything, format: 'csv', limits: { ...limits, rows: 1e9 } } as const
  for await (const block of host.stream(job)) bytes += block.byteLength
  return bytes
}

/** A host that counts in the processor time from its first answer on. */
const withHost = async (connection: ConnectionSpec, use: (stage: Stage) => Promise<Line[]>): Promise<Line[]> => {
  const tempDirectory = join(benchFolder, 'spill')
  await mkdir(tempDirectory, { recursive: true })
  const host = createQueryHost({ tempDirectory })
  const stage = { host, connection }
  try {
    await ask(stage, 'SELECT 1')
    for (const { pid } of host.stats().hosts) if (pid) countProcess(pid)
    return await use(stage)
  } finally {
    await host.close()
  }
}

const bareJson = async (bare: DuckDBConnection, sql: string) => JSON.stringify((await bare.runAndReadAll(sql)).getRowObjectsJson())

const onDuckdb = async (): Promise<Line[]> => {
  const path = await flightsFile()
  const instance = await DuckDBInstance.create(':memory:', { threads: String(availableParallelism()) })
  const bare = await instance.connect()
  await bare.run(`ATTACH '${path}' AS house (READ_ONLY); CREATE VIEW flights AS FROM house.data`)
  const connection: ConnectionSpec = {
    key: 'bench',
    engine: 'duckdb',
    parameters: {},
    timezone: 'UTC',
    attachments: [{ path, schema: 'main', table: 'flights' }],
  }
  const lines = await withHost(connection, async (stage) => {
    const found: Line[] = []
    for (const [name, sql] of Object.entries({ ...chartQueries, '50,000 raw rows': fiftyThousand })) {
      found.push(
        overheadLine(
          `DuckDB with its JSON, ${name}`,
          await alternateCosts(
            () => ask(stage, sql),
            () => bareJson(bare, sql),
          ),
        ),
      )
    }
    return [...found, ...(await blocked(stage)), ...(await cancel(stage)), ...(await download(stage, bare))]
  })
  bare.closeSync()
  instance.closeSync()
  return lines
}

const blocked = async (stage: Stage): Promise<Line[]> => {
  const blocks: number[] = []
  for (let i = 0; i < 7; i++) blocks.push(await longestBlock(() => ask(stage, fiftyThousand)))
  const idle = await longestBlock(() => sleep(500))
  return [
    {
      what: 'web loop blocked by 50,000 rows, cpu',
      subject: ms(median(blocks)),
      control: `${ms(idle)} idle`,
      ratio: null,
      goal: '≤ 10 ms',
    },
  ]
}

const cancel = async (stage: Stage): Promise<Line[]> => {
  const reached: number[] = []
  for (let i = 0; i < 40; i++) {
    const controller = new AbortController()
    const query = ask(stage, 'SELECT COUNT(*) FROM "flights" a, "flights" b WHERE a."delay" < b."delay"', controller.signal)
    query.catch(() => {})
    await sleep(20 + 3 * i)
    const began = performance.now()
    controller.abort(new Error('left'))
    while (stage.host.stats().queues['embedded']?.running) await sleep(0)
    reached.push(performance.now() - began)
  }
  return [
    {
      what: `cancel to an idle engine, p95 (p50 ${ms(median(reached))})`,
      subject: ms(percentile(reached, 0.95)),
      control: '',
      ratio: null,
      goal: '≤ 50 ms',
    },
  ]
}

const highestMemory = (stage: Stage) => Math.round(Math.max(...stage.host.stats().hosts.map(({ peak }) => peak)) / 2 ** 20)

const download = async (stage: Stage, bare: DuckDBConnection): Promise<Line[]> => {
  const file = join(benchFolder, 'copy.csv')
  const { subject, control } = await alternateCosts(
    () => streamed(stage),
    () => bare.run(`COPY (${everything}) TO '${file}' (FORMAT csv, HEADER)`),
  )
  await rm(file, { force: true })
  const what = `CSV of 3M rows against COPY (host at most ${highestMemory(stage)} MB)`
  return [{ what, subject: costText(subject), control: costText(control), ratio: control.wall / subject.wall, goal: '≥ 0.5 × its speed' }]
}

/** The driver's own rows, one by one, and nothing done with them. */
const bareRows = (client: Client) =>
  new Promise<void>((resolve, reject) => {
    const query = client.query(new Query({ text: everything, rowMode: 'array' } as QueryConfig))
    query.on('row', () => {})
    query.on('end', () => resolve())
    query.on('error', reject)
  })

const onPostgres = async (): Promise<Line[]> => {
  const server = await startPostgres()
  const { username, host, port, password, database } = server.parameters
  const client = new Client({ user: username, host, port, password, database })
  await client.connect()
  try {
    await client.query('CREATE TABLE flights (date TIMESTAMP, delay BIGINT, distance BIGINT, origin TEXT, destination TEXT)')
    await client.query(`COPY flights FROM '${await flightsCsv()}' (FORMAT csv)`)
    await client.query('VACUUM ANALYZE flights')
    const bare = (sql: string) => client.query({ text: sql, rowMode: 'array' })
    return await withHost({ key: 'bench', engine: 'postgresql', parameters: server.parameters, timezone: 'UTC' }, async (stage) => {
      const lines: Line[] = []
      for (const [name, sql] of Object.entries(chartQueries)) {
        const costs = await alternateCosts(
          () => ask(stage, sql),
          async () => JSON.stringify((await bare(sql)).rows),
          5,
        )
        // The server's own processor time is not ours: the clock tells.
        const added = costs.subject.wall - costs.control.wall
        lines.push({
          ...overheadLine(`Postgres with its JSON, ${name}`, costs),
          ratio: costs.subject.wall / costs.control.wall,
          goal: costs.control.wall >= 50 ? '≤ 1.10 ×' : `≤ +3 ms (${ms(added)})`,
        })
      }
      const { subject, control } = await alternateCosts(
        () => streamed(stage),
        () => bareRows(client),
        3,
      )
      const what = `CSV of 3M rows against bare rows (host at most ${highestMemory(stage)} MB)`
      return [
        ...lines,
        { what, subject: costText(subject), control: costText(control), ratio: control.wall / subject.wall, goal: '≥ 0.2 × their speed' },
      ]
    })
  } finally {
    await client.end()
    await server.stop()
  }
}

export const benches: Bench[] = [
  { name: 'query path on DuckDB', run: onDuckdb },
  { name: 'query path on Postgres', run: onPostgres },
]
