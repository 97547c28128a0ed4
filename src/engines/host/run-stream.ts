import { csvHeader, csvRow } from '../encode/csv.ts'
import { encodeRows } from '../encode/blocks.ts'
import type { Connection, StatementOptions } from '../engine.ts'
import type { StreamJob } from './protocol.ts'

type Context = {
  connection: Connection
  signal: AbortSignal
  /** Takes the parts of a block and resolves when the reader wants another. */
  emit(block: Uint8Array[]): Promise<void>
}

/** A whole result as CSV, block by block; memory does not grow with it. */
export const runStream = async (job: StreamJob, { connection, signal, emit }: Context): Promise<void> => {
  const options: StatementOptions = {
    signal,
    rowLimit: job.limits.rows,
    catalog: job.catalog,
    schema: job.schema,
    labels: job.labels,
    types: job.types,
  }
  const header = (columns: { name: string }[]) =>
    csvHeader(
      columns.map((column) => column.name),
      job.header,
    )
  for (const sql of job.prepare ?? []) await connection.query(sql, { ...options, rowLimit: 1 })
  if (connection.csv) {
    const { columns, blocks } = await connection.csv(job.sql, options)
    let head = [header(columns)]
    for await (const block of blocks) {
      await emit([...head, ...block])
      head = []
    }
    if (head.length > 0) await emit(head)
    return
  }
  let first = true
  for await (const columns of connection.stream(job.sql, options)) {
    if (first) {
      await emit([header(columns)])
    }
    first = false
    const rowCount = columns[0]?.values.length ?? 0
    const { bytes } = await encodeRows(rowCount, csvRow(columns, 'shortest'), { maxBytes: Infinity })
    if (bytes.length > 0) await emit(bytes)
  }
}
