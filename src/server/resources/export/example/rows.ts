import { userOf, type Principal } from '#core/access/principal.ts'
import type { StreamJob } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import { asQueryFailure, toDataJob } from '../../chart-data/execute.ts'
import { prepareParts } from '../../chart-data/request/parts.ts'
import { readQueryContext } from '../../chart-data/request/read-request.ts'

type Asked = { ctx: Context; principal: Principal; signal: AbortSignal }
type Rows = { datasetId: number; columns: readonly string[]; maxRows: number | undefined }

/** The rows of a dataset as Parquet, as the caller may read them. @throws the query's error, with the first part */
export async function* parquetOf({ ctx, principal, signal }: Asked, { datasetId, columns, maxRows }: Rows): AsyncGenerator<Uint8Array> {
  const context = readQueryContext({
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns, ...(maxRows !== undefined && { row_limit: maxRows }) }],
    result_type: 'full',
    result_format: 'json',
  })
  const [part] = await prepareParts(ctx, { context, principal, allRows: maxRows === undefined })
  if (!part?.prepared) throw new Error('A query for rows was prepared without them')
  const { operations: _operations, offsets: _offsets, moves: _moves, ...job } = toDataJob(ctx, part.source, part.prepared, 'json')
  const unlimited = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  const stream: StreamJob = { ...job, kind: 'stream', format: 'parquet', limits: unlimited }
  try {
    yield* ctx.host.stream(stream, { signal, user: String(userOf(principal)?.id ?? principal.kind) })
  } catch (error) {
    throw asQueryFailure(error)
  }
}
