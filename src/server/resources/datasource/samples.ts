import type { z } from 'zod'
import { samplesBody, samplesQuery } from '#api/datasource.ts'
import { BodyError } from '#core/errors.ts'
import type { Principal } from '#core/access/principal.ts'
import { rowCountMetric } from '#core/query/drill/drill-to-detail.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { Context } from '../../context.ts'
import { fieldTexts, pythonText } from '../../http/errors/faults.ts'
import { isQueryType } from '../chart-data/request/query-source.ts'
import { runQueryContext } from '../chart-data/run.ts'
import { openData, requireTableType } from './find.ts'

type Viewer = { ctx: Context; principal: Principal; signal: AbortSignal }

const bodyOf = async ({ ctx, principal, signal }: Viewer, context: QueryContext): Promise<string> => {
  const { bytes } = await runQueryContext(ctx, { context, principal, signal, encoding: 'identity' })
  return new TextDecoder().decode(bytes)
}

const countOf = async (asked: Viewer, context: QueryContext, query: QueryObject): Promise<number> => {
  const counting = { ...query, columns: [], metrics: [rowCountMetric] } as unknown as QueryObject
  const text = await bodyOf(asked, { ...context, queries: [counting], result_type: 'results' })
  return (JSON.parse(text) as { result: { data: { count: number }[] }[] }).result[0]?.data[0]?.count ?? 0
}

const invalidError = (error: z.ZodError) => new BodyError(400, { error: pythonText(fieldTexts(error)) })

const resultPrefix = '{"result":['

/** A page of a dataset's rows, ordered by its first column, as JSON text with the engine's exact numbers. @throws 400, 403, 404 */
export const readSamples = async (asked: Viewer, address: Record<string, string>, given: unknown): Promise<string> => {
  const parsed = samplesQuery.safeParse(address)
  if (!parsed.success) throw invalidError(parsed.error)
  const narrowing = samplesBody.safeParse(given)
  if (!narrowing.success) throw invalidError(narrowing.error)
  const { datasource_id: id, datasource_type: type, force = false, page = 1, per_page = asked.ctx.config.samplesRowLimit } = parsed.data
  const { dashboard_id: dashboardId, slice_id } = parsed.data
  if (!isQueryType(type)) requireTableType(type)
  // On a dashboard, and for guests, the chart that the rows are behind decides what may be read.
  if (asked.principal.kind !== 'guest' && dashboardId === undefined) await openData(asked.ctx, asked.principal, { type, id })
  const query = narrowing.data as QueryObject
  const form_data = { dashboardId, slice_id }
  const context = { datasource: { id, type }, force, result_format: 'json', form_data } as unknown as QueryContext
  const paged = { ...query, row_limit: per_page, row_offset: Math.max(0, page - 1) * per_page } as QueryObject
  const rows = await bodyOf(asked, { ...context, queries: [paged], result_type: 'drill_detail' })
  const total = await countOf(asked, context, query)
  const result = rows.slice(resultPrefix.length, -'}]}'.length)
  return `{"result":${result},"page":${page},"per_page":${per_page},"total_count":${total}}}`
}
