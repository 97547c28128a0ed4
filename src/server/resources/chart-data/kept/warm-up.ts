import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { TimeError } from '#core/time/time-error.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import { subjectOf } from '../../../access/subjects.ts'
import type { Context } from '../../../context.ts'
import { readQueryContext } from '../request/read-request.ts'
import { runQueryContext } from '../run.ts'
import { openingQueryContext, savedQueryContext } from '../request/saved-chart.ts'

type WarmUpInput = {
  principal: Principal
  /** Filters as JSON text; they replace those of the dashboard. */
  extra_filters?: string | null | undefined
  /** The dashboard whose filter defaults apply. */
  dashboard_id?: number | undefined
  signal: AbortSignal
}
type WarmUpResult = { chart_id: number; viz_error: unknown; viz_status: string | null }

const filtersOf = (text: string | null | undefined): unknown[] => {
  try {
    const filters: unknown = JSON.parse(text || '[]')
    return Array.isArray(filters) ? filters : []
  } catch {
    return []
  }
}

/** @throws MessageError for invalid filters */
const addFilters = (context: QueryContext, filters: unknown[]): QueryContext => {
  const forced = { ...context, force: true }
  if (!filters.length) return forced
  return readQueryContext({
    ...forced,
    queries: context.queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...filters] })),
  })
}

const faultOf = (error: unknown): unknown => {
  if (error instanceof MessageError) return error.body
  if (error instanceof QueryError) return error.reason
  if (error instanceof AppError || error instanceof TimeError) return error.message
  throw error
}

/** Runs a saved chart and caches its response; errors of the chart are in the result. @throws MessageError 404 for an unknown chart */
export const warmUp = async (ctx: Context, id: number, warming: WarmUpInput): Promise<WarmUpResult> => {
  const { principal, extra_filters: text, dashboard_id: dashboardId, signal } = warming
  const subject = await subjectOf(ctx.db, 'chart', id)
  if (!subject || !can(principal, 'see', subject).allowed) throw new MessageError(404, t('Chart not found'))
  try {
    const isOpening = dashboardId !== undefined && !text
    const saved = isOpening ? await openingQueryContext(ctx, id, dashboardId) : await savedQueryContext(ctx, id)
    const context = addFilters(saved, filtersOf(text))
    await runQueryContext(ctx, { context, principal, signal, encoding: 'zstd' })
    return { chart_id: id, viz_error: null, viz_status: 'success' }
  } catch (error) {
    return { chart_id: id, viz_error: faultOf(error), viz_status: null }
  }
}

type Table = { db_name: string; table_name: string }

/** Warms up every chart of a dataset, one after another. */
export const warmUpDataset = async (ctx: Context, { db_name, table_name }: Table, warming: WarmUpInput): Promise<WarmUpResult[]> => {
  const dataset = await ctx.db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('database_name', '=', db_name)
    .where('table_name', '=', table_name)
    .where('datasets.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!dataset) throw new MessageError(404, t('The provided table was not found in the provided database'))
  const charts = await ctx.db
    .selectFrom('charts')
    .select('id')
    .where('datasource_id', '=', dataset.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const warmed: WarmUpResult[] = []
  for (const { id } of charts) warmed.push(await warmUp(ctx, id, warming))
  return warmed
}
