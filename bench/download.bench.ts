/** All three million rows as CSV, from the request to the last byte, and what memory it takes. */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { Query } from 'pg'
import type { Client, QueryConfig } from 'pg'
import { megabytes } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { chartBody, rawRows } from './charts.ts'
import { startFlightsServer } from './flights-server.ts'
import { benchFolder, flightsFile } from './flights.ts'
import { alternateCosts, costText } from './processor-time.ts'
import { withServer } from './server.ts'
import type { Server } from './server.ts'

const allRows = 3_000_000
const everything = rawRows(50_000)

const residentOf = (pids: number[]): number => {
  let pages = 0
  for (const pid of pids) {
    try {
      pages += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    } catch {
      // It has just ended.
    }
  }
  return pages * 4096
}

type Memory = { early: number; late: number }

/** Bytes of the file; `watch` is called with each chunk. */
const download = async (server: Server, id: number, watch: (part: Buffer) => void = () => {}): Promise<number> => {
  const answer = await server.open('/api/v1/chart/data?full=true', {
    method: 'POST',
    body: chartBody({ id, query: everything, format: 'csv' }),
  })
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength
    watch(part)
  }
  if (answer.statusCode !== 200 || bytes < allRows) throw new Error(`status ${answer.statusCode}, ${bytes} bytes`)
  return bytes
}

const linesIn = (part: Buffer): number => {
  let lines = 0
  for (let i = part.indexOf(10); i >= 0; i = part.indexOf(10, i + 1)) lines++
  return lines
}

/** Peak memory during the first and the last third of the rows; all rows must arrive. */
const memoryOf = async (server: Server, id: number): Promise<Memory> => {
  const memory = { early: 0, late: 0 }
  let lines = 0
  await download(server, id, (part) => {
    lines += linesIn(part)
    const third = lines < allRows / 3 ? 'early' : lines > (allRows / 3) * 2 ? 'late' : null
    if (third) memory[third] = Math.max(memory[third], residentOf(server.pids()))
  })
  if (lines !== allRows + 1) throw new Error(`${lines} lines`)
  return memory
}

type Control = { name: string; work: () => Promise<unknown>; goal: number; rounds: number }

const measured = async (server: Server, id: number, { name, work, goal, rounds }: Control): Promise<Line[]> => {
  const { subject, control } = await alternateCosts(
    { work: () => download(server, id), pids: server.pids },
    { work, pids: () => [process.pid] },
    rounds,
  )
  const memory = await memoryOf(server, id)
  const ratio = control.wall / subject.wall
  return [
    {
      what: `3M rows as CSV against ${name}`,
      subject: costText(subject),
      control: costText(control),
      ratio,
      goal: `≥ ${goal} × its speed`,
      met: ratio >= goal,
    },
    {
      what: 'memory of web and host, last third of the rows',
      subject: megabytes(memory.late),
      control: `${megabytes(memory.early)} first third`,
      ratio: memory.late / memory.early,
      goal: '≤ 1.15 ×',
      met: memory.late <= memory.early * 1.15,
    },
  ]
}

const onDuckdb = async (): Promise<Line[]> => {
  const path = await flightsFile()
  const file = join(benchFolder, `copy-${process.pid}.csv`)
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const bare = await instance.connect()
  try {
    return await withServer(async (server) => {
      const work = () => bare.run(`COPY (SELECT * FROM data) TO '${file}' (FORMAT csv, HEADER)`)
      return measured(server, await server.dataset(`duckdb:///${path}`, 'main', 'data'), {
        name: 'COPY',
        work,
        goal: 0.5,
        rounds: 5,
      })
    })
  } finally {
    bare.closeSync()
    instance.closeSync()
    await rm(file, { force: true })
  }
}

/** The driver's rows, one by one, discarded. */
const bareRows = (client: Client) =>
  new Promise<void>((resolve, reject) => {
    const query = client.query(new Query({ text: 'SELECT * FROM flights', rowMode: 'array' } as QueryConfig))
    query.on('row', () => {})
    query.on('end', () => resolve())
    query.on('error', reject)
  })

const onPostgres = async (): Promise<Line[]> => {
  const { uri, client, stop } = await startFlightsServer()
  try {
    return await withServer(async (server) =>
      measured(server, await server.dataset(uri, 'public', 'flights'), {
        name: "the driver's bare rows",
        work: () => bareRows(client),
        goal: 0.2,
        rounds: 3,
      }),
    )
  } finally {
    await stop()
  }
}

export const benches: Bench[] = [
  { name: 'download from DuckDB', run: onDuckdb },
  { name: 'download from Postgres', run: onPostgres },
]
