import type { ExportFormat } from '#api/sqllab.ts'
import { hasPair, userOf } from '#core/access/principal.ts'
import { AppError, forbidden } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import { streamAndFree } from '../../http/stream/stream-and-free.ts'
import { asQueryFailure } from '../chart-data/execute.ts'
import type { QueryRow } from '../query/state.ts'
import { planAgain } from './reread.ts'
import { jobOf, type RunAccess } from './run/run.ts'
import { withoutRuledText } from './run/unseen-rows.ts'
import type { Plan } from './script/plan.ts'

/** How much of a query's rows: as many as it showed, or all. */
export type Extent = 'shown' | 'all'

const queryGone = () =>
  new AppError(
    'RESULTS_BACKEND_ERROR',
    t('The query associated with these results could not be found. You need to re-run the original query.'),
    { status: 404 },
  )

/** The query of a download; it takes the right to read its tables. @throws AppError 404, MessageError 403 */
const requireQuery = async ({ ctx, principal }: RunAccess, clientId: string): Promise<QueryRow> => {
  if (!hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  const row = await ctx.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  if (!row) throw queryGone()
  return row
}

const jobFor = ({ ctx }: RunAccess, { row, plan, extent }: { row: QueryRow; plan: Plan; extent: Extent }): DataJob => {
  const job = jobOf(ctx, plan, row)
  if (extent === 'shown') return job
  const limits = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  return { ...job, sql: plan.unlimited, limits }
}

const byteOrderMark = Buffer.from('\ufeff')

type Wanted = { extent: Extent; format: ExportFormat; /** Excel tells the encoding of a CSV by a mark before it. */ isMarked?: boolean }

/** A query's rows as a file, streamed from the engine. @throws the query's error, before the first byte */
export const streamFile = async (access: RunAccess, clientId: string, { extent, format, isMarked = false }: Wanted) => {
  const row = await requireQuery(access, clientId)
  const { ctx, principal, signal } = access
  const plan = await planAgain(access, row)
  const { readOnly: _readOnly, distinctNames, times, ...job } = jobFor(access, { row, plan, extent })
  const options = { signal, user: String(userOf(principal)?.id ?? '') }
  const blocks = ctx.host.stream({ ...job, ...(format !== 'csv' && { distinctNames, times }), kind: 'stream', format }, options)
  const first = await blocks.next().catch(async (error: unknown) => {
    throw asQueryFailure(await withoutRuledText(ctx, plan, row, error))
  })
  const parts = async function* () {
    if (isMarked) yield byteOrderMark
    if (first.value) yield first.value
    yield* blocks
  }
  return { row, body: streamAndFree(parts()) }
}

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** `sqllab_untitled_20260131T235959.csv` */
export const fileName = ({ tab_name: tab }: QueryRow, format: ExportFormat, now: Date): string => {
  const title = (tab ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return `sqllab_${title || 'untitled'}_${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.${format}`
}
