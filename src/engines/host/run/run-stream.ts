import { csvHeader } from '../../encode/csv.ts'
import { fileParts } from '../../encode/stream/stream-file.ts'
import type { Column } from '#core/table.ts'
import type { Connection, StatementOptions } from '../../engine.ts'
import { distinctNames } from './distinct-names.ts'
import type { StreamJob } from '../protocol.ts'

type Context = {
  connection: Connection
  signal: AbortSignal
  /** Takes the parts of a block and resolves when the reader wants another. */
  emit(block: Uint8Array[]): Promise<void>
}

/** Blocks from the first one on, which has been read: errors of the statement come before the first byte of a file. */
async function* blocksFrom(first: Column[], rest: AsyncIterator<Column[]>, isDistinct: boolean): AsyncGenerator<Column[], void, undefined> {
  const named = (columns: Column[]) => (isDistinct ? distinctNames(columns) : columns)
  try {
    yield named(first)
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield named(next.value)
  } finally {
    await rest.return?.()
  }
}

/** A whole result as a file, block by block; memory does not grow with it. */
export const runStream = async (job: StreamJob, { connection, signal, emit }: Context): Promise<void> => {
  const options: StatementOptions = {
    signal,
    rowLimit: job.limits.rows,
    catalog: job.catalog,
    schema: job.schema,
    labels: job.labels,
    types: job.types,
  }
  for (const sql of job.prepare ?? []) await connection.query(sql, { ...options, rowLimit: 1, isFollowed: true })
  if (job.format === 'csv' && connection.csv) {
    const { columns, blocks } = await connection.csv(job.sql, options)
    let head = [
      csvHeader(
        columns.map((column) => column.name),
        job.header,
      ),
    ]
    for await (const block of blocks) {
      await emit([...head, ...block])
      head = []
    }
    if (head.length > 0) await emit(head)
    return
  }
  const rest = connection.stream(job.sql, options)[Symbol.asyncIterator]()
  const first = await rest.next()
  if (first.done) return
  const { header, times } = job
  for await (const part of fileParts[job.format](blocksFrom(first.value, rest, job.distinctNames ?? false), { header, times }))
    await emit(part)
}
