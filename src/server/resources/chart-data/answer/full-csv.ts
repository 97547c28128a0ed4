import { hasPair, type Principal } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import { userOf } from '#core/access/principal.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { StreamJob } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import { streamAndFree } from '../../../http/stream/stream-and-free.ts'
import { csvHeaders } from './download.ts'
import { asQueryFailure, toDataJob } from '../execute.ts'
import { withoutRuleText } from '../prepare/broken-rules.ts'
import { hasRows, prepareParts } from '../request/parts.ts'

type FullCsvInput = { context: QueryContext; principal: Principal; signal: AbortSignal }

/** Whether the rows can be streamed: joins, moves and post-processing need all of them at once. */
const isPlain = ({ operations, offsets, moves }: ReturnType<typeof toDataJob>) => !operations?.length && !offsets?.length && !moves

/**
 * Streams all rows of a single query as CSV from the engine; null for a query whose rows cannot be streamed.
 * @throws the query's error, before the first byte
 */
export const streamFullCsv = async (ctx: Context, { context, principal, signal }: FullCsvInput) => {
  if (!hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  const parts = await prepareParts(ctx, { context, principal, allRows: true })
  const [part] = parts
  if (parts.length !== 1 || !part?.prepared || !hasRows(part) || part.resultType === 'post_processed') return null
  const { source, prepared } = part
  const job = toDataJob(ctx, source, prepared, 'csv')
  if (!isPlain(job)) return null
  const { operations: _operations, offsets: _offsets, moves: _moves, ...rest } = job
  const limits = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  const stream: StreamJob = { ...rest, kind: 'stream', limits }
  const blocks = ctx.host.stream(stream, { signal, user: String(userOf(principal)?.id ?? principal.kind) })
  const first = await blocks.next().catch(async (error: unknown) => {
    const failed = { source, viewer: { principal, rules: prepared.rules }, ran: prepared }
    throw await withoutRuleText(ctx, failed, asQueryFailure(error))
  })
  const rows = async function* () {
    if (first.value) yield first.value
    yield* blocks
  }
  return { headers: csvHeaders(ctx.now()), body: streamAndFree(rows()) }
}
