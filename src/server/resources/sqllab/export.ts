import type { ExportFormat } from '#api/sqllab.ts'
import { hasPair, userOf, type Principal } from '#core/access/principal.ts'
import { AppError, forbidden, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import type { Context } from '../../context.ts'
import { streamAndFree } from '../../http/stream/stream-and-free.ts'
import { asQueryFailure } from '../chart-data/execute.ts'
import { requireSeenDatabase } from './execute.ts'
import type { QueryRow } from '../query/state.ts'
import { jobOf, type RunContext } from './run/run.ts'
import { planScript } from './script/plan.ts'

type Asking = { ctx: RunContext & Pick<Context, 'db'>; principal: Principal; signal: AbortSignal }

/** How much of a query's rows: as many as it showed, or all. */
export type Extent = 'shown' | 'all'

const queryGone = () =>
  new AppError(
    'RESULTS_BACKEND_ERROR',
    t('The query associated with these results could not be found. You need to re-run the original query.'),
    { status: 404 },
  )

/** The query of a download; whoever may read its tables may download it. @throws AppError 404, MessageError 403 */
const requireQuery = async ({ ctx, principal }: Asking, clientId: string): Promise<QueryRow> => {
  if (!hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  const row = await ctx.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  if (!row) throw queryGone()
  return row
}

/**
 * The job that reads a query's rows again with the rights of whoever downloads them: the last statement of its script, or what it created.
 * @throws AppError, MessageError
 */
const jobFor = async (asking: Asking, row: QueryRow, extent: Extent): Promise<DataJob> => {
  const { ctx, principal } = asking
  const database = await requireSeenDatabase(ctx, principal, row.database_id)
  const limit = row.limit ?? ctx.config.sqlMaxRow
  const namespace = { catalog: row.catalog, schema: row.schema }
  const [sql, templateParams] = row.select_sql === null ? [row.sql, row.template_params] : [row.select_sql, null]
  const plan = await planScript(asking, { database, namespace, sql, templateParams, limit })
  if (!plan.readOnly || !plan.isQuery) throw new MessageError(400, t('This result type has no rows to download.'))
  const job = jobOf(ctx, plan, row)
  if (extent === 'shown') return job
  const limits = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  return { ...job, sql: plan.unlimited, limits }
}

/** Excel reads the encoding of a file from it. */
const byteOrderMark = Buffer.from('\ufeff')

/** A query's rows as CSV, streamed from the engine. @throws the query's error, before the first byte */
export const streamCsv = async (asking: Asking, clientId: string, extent: Extent, mark = false) => {
  const row = await requireQuery(asking, clientId)
  const { ctx, principal, signal } = asking
  const { times: _times, distinctNames: _names, readOnly: _readOnly, ...job } = await jobFor(asking, row, extent)
  const blocks = ctx.host.stream({ ...job, kind: 'stream', format: 'csv' }, { signal, user: String(userOf(principal)?.id ?? '') })
  const first = await blocks.next().catch((error: unknown) => {
    throw asQueryFailure(error)
  })
  const parts = async function* () {
    if (mark) yield byteOrderMark
    if (first.value) yield first.value
    yield* blocks
  }
  return { row, body: streamAndFree(parts()) }
}

/** A query's rows as one file, which is made at once. @throws the query's error */
export const makeFile = async (asking: Asking, clientId: string, { extent, format }: { extent: Extent; format: 'xlsx' | 'json' }) => {
  const row = await requireQuery(asking, clientId)
  const { ctx, principal, signal } = asking
  const job = await jobFor(asking, row, extent)
  const limits = { ...job.limits, rows: Math.min(job.limits.rows, maxFileRows[format]), bytes: maxFileBytes }
  const answer = await ctx.host
    .run({ ...job, format, limits }, { signal, user: String(userOf(principal)?.id ?? ''), priority: 'export' })
    .catch((error: unknown) => {
      throw asQueryFailure(error)
    })
  return { row, body: answer.bytes }
}

/** A sheet holds no more rows. */
const maxFileRows = { xlsx: 1_048_575, json: 1_000_000 }
const maxFileBytes = 512 * 1024 ** 2

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
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
