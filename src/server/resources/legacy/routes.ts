import { dashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { copyDash, favstarCount, favstarSelect, favstarUnselect, oldQuery, oldWarmUp } from '#api/legacy.ts'
import { userOf } from '#core/access/principal.ts'
import { BodyError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { writerOf } from '../../db/owned.ts'
import { fieldTexts } from '../../http/errors/faults.ts'
import { serve, type App } from '../../http/serve.ts'
import { addFavorite, favoriteStatus, removeFavorite } from '../../list/favorites.ts'
import { readRows } from '../../list/list.ts'
import { canSee } from '../../list/can-see.ts'
import { chartSpec } from '../chart/spec.ts'
import { readRequest } from '../chart-data/request/read-request.ts'
import { runQueryContext } from '../chart-data/run.ts'
import { warmUp, warmUpDataset } from '../chart-data/kept/warm-up.ts'
import { copyDashboard } from '../dashboard/copy.ts'
import { dashboardSpec } from '../dashboard/spec.ts'
import { chartIdsOf } from '../dashboard/state.ts'

const specs = { Chart: chartSpec, slice: chartSpec, Dashboard: dashboardSpec } as const

type Data = Record<string, unknown>

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const parseMetadata = ({ dashboard_title: _title, duplicate_slices: _copies, css: _css, ...rest }: Data) => {
  const known = Object.keys(dashboardMetadata.shape)
  const parsed = dashboardMetadata.safeParse(Object.fromEntries(Object.entries(rest).filter(([name]) => known.includes(name))))
  if (!parsed.success) throw new MessageError(400, fieldTexts(parsed.error))
  return parsed.data
}

const wholeNumber = (value: string | undefined): number | null => (value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null)

type Asked = { slice_id?: string | undefined; db_name?: string | undefined; table_name?: string | undefined }

/** Converts errors to the legacy view's texts and shape. */
const warmed = async <T>(work: () => Promise<T>, { slice_id: id, table_name: table, db_name: db }: Asked): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    const missing = id
      ? t('Chart %(id)s not found', { id })
      : t("Table %(table)s wasn't found in the database %(db)s", { table: table ?? '', db: db ?? '' })
    throw new BodyError(error.status, { error: error.status === 404 ? missing : error.body })
  }
}

export const legacy = (app: App): void => {
  const { ctx } = app

  serve(app, favstarCount, async ({ principal, params }) => {
    const whose = { kind: specs[params.kind].kind, userId: userOf(principal)?.id ?? null }
    const [found] = await favoriteStatus(ctx, whose, [params.id])
    return { count: found?.value ? 1 : 0 }
  })

  serve(app, favstarSelect, async ({ principal, params }) => {
    const userId = userOf(principal)?.id
    const spec = specs[params.kind]
    if (userId === undefined || !(await canSee(spec, { ctx, principal }, params.id))) throw notFound()
    await addFavorite(ctx, { kind: spec.kind, userId }, params.id)
    return { count: 1 }
  })

  serve(app, favstarUnselect, async ({ principal, params }) => {
    const userId = userOf(principal)?.id
    if (userId === undefined) throw notFound()
    await removeFavorite(ctx, { kind: specs[params.kind].kind, userId }, params.id)
    return { count: 0 }
  })

  serve(app, oldWarmUp, async ({ principal, query, signal }) => {
    const { slice_id: slice, db_name, table_name, dashboard_id, extra_filters } = query
    const warming = { principal, signal, extra_filters, dashboard_id: wholeNumber(dashboard_id) ?? undefined }
    const charts = await warmed(async () => {
      if (slice) return [await warmUp(ctx, wholeNumber(slice) ?? -1, warming)]
      if (db_name && table_name) return warmUpDataset(ctx, { db_name, table_name }, warming)
      throw new MessageError(400, t('Malformed request. slice_id or table_name and db_name arguments are expected'))
    }, query)
    return charts.map(({ chart_id: slice_id, ...result }) => ({ slice_id, ...result }))
  })

  serve(app, oldQuery, async ({ principal, body, reply, signal }) => {
    if (body.query_context === undefined) {
      throw new BodyError(400, { error: '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.' })
    }
    const context = { ...readRequest('', { form_data: body.query_context }), result_format: 'json' as const }
    const served = await runQueryContext(ctx, { context, principal, signal, encoding: 'identity' })
    const answer = Buffer.from(served.bytes)
    return reply.type(served.contentType).send(answer.subarray(answer.indexOf('['), answer.lastIndexOf(']') + 1))
  })

  serve(app, copyDash, async ({ principal, params, body }) => {
    const data: Data = typeof body?.data === 'string' ? readObject(body.data) : (body?.data ?? {})
    const id = await copyDashboard(ctx, writerOf(principal, undefined), params.id, {
      title: text(data['dashboard_title']) ?? '',
      css: text(data['css']),
      metadata: parseMetadata(data),
      duplicateCharts: data['duplicate_slices'] === true,
    })
    const row = await ctx.db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const slices = await readRows(chartSpec, { ctx, principal }, await chartIdsOf(ctx.db, id), [
      'slice_name',
      'form_data',
      'slice_url',
      'edit_url',
    ])
    return {
      id,
      metadata: readObject(row.json_metadata),
      css: row.css,
      dashboard_title: row.dashboard_title,
      published: row.published === 1,
      slug: row.slug,
      slices,
      position_json: readObject(row.position_json),
      last_modified_time: Math.floor(Date.parse(row.changed_on) / 1000),
    }
  })
}
