import { hasPair, type Principal } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import { userOf } from '#core/access/principal.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { StreamJob } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import { streamAndFree } from '../../../http/stream-and-free.ts'
import { csvHeaders } from './download.ts'
import { asQueryFailure, jobOf } from '../execute.ts'
import { hasRows, partsOf } from '../request/parts.ts'

type Asked = { context: QueryContext; principal: Principal; signal: AbortSignal }

/** What is read from an engine row by row cannot be joined, moved or post-processed. */
const isPlain = ({ operations, offsets, moves }: ReturnType<typeof jobOf>) => !operations?.length && !offsets?.length && !moves

/**
 * All rows of a single plain query as CSV, as they come from the engine; null for a query that needs its rows together.
 * @throws what the query is refused with, before the first byte
 */
export const fullCsv = async (ctx: Context, { context, principal, signal }: Asked) => {
  if (!hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  const parts = await partsOf(ctx, { context, principal, everyRow: true })
  const [part] = parts
  if (parts.length !== 1 || !part?.prepared || !hasRows(part) || part.resultType === 'post_processed') return null
  const job = jobOf(ctx, part.source, part.prepared, 'csv')
  if (!isPlain(job)) return null
  const { operations: _operations, offsets: _offsets, moves: _moves, ...rest } = job
  const limits = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  const stream: StreamJob = { ...rest, kind: 'stream', limits }
  const blocks = ctx.host.stream(stream, { signal, user: String(userOf(principal)?.id ?? principal.kind) })
  const first = await blocks.next().catch((error: unknown) => {
    throw asQueryFailure(error)
  })
  const rows = async function* () {
    if (first.value) yield first.value
    yield* blocks
  }
  return { headers: csvHeaders(ctx.now()), body: streamAndFree(rows()) }
}
