import duckdb from '@duckdb/node-bindings'
import type { Column } from '#core/table.ts'
import type { StatementOptions } from '../engine.ts'
import { readerFor } from './read-columns.ts'
import type { ResultColumn } from './result-columns.ts'

export type Chunk = { data: duckdb.DataChunk; rowCount: number }

/** Chunks of a running statement; the next one is fetched while the current one is processed. */
export async function* chunksOf(result: duckdb.Result): AsyncGenerator<Chunk, void, undefined> {
  let next = duckdb.fetch_chunk(result)
  try {
    for (;;) {
      const data = await next
      const rowCount = data ? duckdb.data_chunk_get_size(data) : 0
      if (!data || rowCount === 0) return
      next = duckdb.fetch_chunk(result)
      yield { data, rowCount }
    }
  } finally {
    await next.catch(() => {})
  }
}

/** All columns of a result, at most `limit` rows of it. */
export const readColumns = async (
  result: duckdb.Result,
  columns: ResultColumn[],
  { limit = Infinity, onProgress }: Pick<StatementOptions, 'onProgress'> & { limit?: number | undefined } = {},
): Promise<{ columns: Column[]; rowCount: number; truncated: boolean }> => {
  const readers = columns.map(readerFor)
  let rowCount = 0
  for await (const { data, rowCount: more } of chunksOf(result)) {
    const count = Math.min(more, limit - rowCount)
    for (const [i, reader] of readers.entries()) reader.take(duckdb.data_chunk_get_vector(data, i), count)
    rowCount += count
    onProgress?.({ rows: rowCount })
    if (count < more) return { columns: readers.map((reader) => reader.column()), rowCount, truncated: true }
  }
  return { columns: readers.map((reader) => reader.column()), rowCount, truncated: false }
}

/** The first cell of a statement that gives text or a blob, as bytes. */
const firstBytes = (data: duckdb.DataChunk): Uint8Array => {
  const vector = duckdb.vector_get_data(duckdb.data_chunk_get_vector(data, 0), 16)
  const view = new DataView(vector.buffer, vector.byteOffset, 16)
  const length = view.getUint32(0, true)
  return length <= 12
    ? Uint8Array.from(vector.subarray(4, 4 + length))
    : duckdb.get_data_from_pointer(vector.buffer as ArrayBuffer, vector.byteOffset + 8, length)
}

export const firstText = async (connection: duckdb.Connection, sql: string): Promise<string | null> => {
  const chunk = await duckdb.fetch_chunk(await duckdb.query(connection, sql))
  return chunk && duckdb.data_chunk_get_size(chunk) > 0 ? Buffer.from(firstBytes(chunk)).toString() : null
}
