import {
  dashboardAddFavorite,
  dashboardBulkDelete,
  dashboardCharts,
  dashboardColors,
  dashboardCopy,
  dashboardCreate,
  dashboardCustomizations,
  dashboardDatasets,
  dashboardDelete,
  dashboardFavoriteStatus,
  dashboardFilters,
  dashboardGet,
  dashboardInfo,
  dashboardList,
  dashboardRelated,
  dashboardRemoveFavorite,
  dashboardRestore,
  dashboardTabs,
  dashboardUpdate,
  dashboardVersions,
} from '#api/dashboard.ts'
import type { DashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import type { Principal } from '#core/access/principal.ts'
import { BodyError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { filtersByTab } from '#core/filters/scope/by-tab.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../../context.ts'
import { etag } from '../../db/change.ts'
import { writerOf } from '../../db/owned.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { requireDistinct } from '../../list/require-distinct.ts'
import { readRows } from '../../list/list.ts'
import { idByName } from '../../list/can-see.ts'
import { serveReads } from '../../list/standard.ts'
import { chartSpec } from '../chart/spec.ts'
import { datasetsOfDashboard } from '../dataset/for-charts.ts'
import { copyDashboard } from './copy.ts'
import { editing } from './editing.ts'
import { filterSets } from './filter-sets.ts'
import { filterState } from './filter-state.ts'
import { stickyFilters } from './sticky-filters.ts'
import { slugFrom } from './metadata.ts'
import { permalink } from './permalink.ts'
import { dashboardShowColumns, dashboardSpec } from './spec.ts'
import { chartIdsOf } from './state.ts'
import { changeColors, changeConfig, createDashboard, deleteDashboards, restoreDashboard, updateDashboard } from './store.ts'
import { tabsOf } from './tabs.ts'

/** The last change in seconds since the epoch, which clients compare. */
export const lastModified = async ({ db }: Pick<Context, 'db'>, id: number): Promise<number> => {
  const row = await db.selectFrom('dashboards').select('changed_on').where('id', '=', id).executeTakeFirstOrThrow()
  return Math.floor(Date.parse(row.changed_on) / 1000)
}

const chartColumns = [
  'cache_timeout',
  'certification_details',
  'certified_by',
  'changed_on',
  'description',
  'description_markeddown',
  'form_data',
  'id',
  'slice_name',
  'slice_url',
]

/** Viewers of embedded dashboards do not learn who works on them. */
const namesPeople = (column: string): boolean => /^(owners|changed_by|changed_by_name)(\.|$)/.test(column)

export const dashboard = (app: App): void => {
  const { ctx } = app
  const idOf = (principal: Principal, name: string) => idByName(dashboardSpec, { ctx, principal }, name, ['slug', 'uuid'])

  permalink(app)
  filterState(app)
  stickyFilters(app)
  filterSets(app)
  editing(app)
  serveReads(app, dashboardSpec, {
    list: dashboardList,
    info: dashboardInfo,
    related: dashboardRelated,
    versions: dashboardVersions,
    favoriteStatus: dashboardFavoriteStatus,
    addFavorite: dashboardAddFavorite,
    removeFavorite: dashboardRemoveFavorite,
  })

  serve(app, dashboardGet, async ({ principal, params, q, reply }) => {
    const id = await idOf(principal, params.idOrName)
    const asked = (q.columns ?? []).filter((name) => Object.hasOwn(dashboardSpec.fields, name.split('.')[0] ?? ''))
    const columns = (asked.length ? asked : dashboardShowColumns).filter((name) => principal.kind !== 'guest' || !namesPeople(name))
    const [found] = id === null ? [] : await readRows(dashboardSpec, { ctx, principal }, [id], [...columns, 'version'])
    if (!found || id === null) throw notFound()
    const { version, ...result } = found
    reply.header('etag', etag('dashboard', id, Number(version)))
    if (principal.kind === 'guest' && asked.some(namesPeople)) return { result: { ...result, owners: [], changed_by: null } }
    return { result }
  })

  serve(app, dashboardCharts, async ({ principal, params }) => {
    const id = await idOf(principal, params.idOrName)
    if (id === null) throw notFound()
    return asResult(dashboardCharts, { result: await readRows(chartSpec, { ctx, principal }, await chartIdsOf(ctx.db, id), chartColumns) })
  })

  serve(app, dashboardDatasets, async ({ principal, params }) => {
    const id = await idOf(principal, params.idOrName)
    if (id === null) throw new BodyError(404, { error: t('Dashboard not found.') })
    return { result: await datasetsOfDashboard({ ctx, principal }, id) }
  })

  serve(app, dashboardTabs, async ({ principal, params }) => {
    const id = await idOf(principal, params.idOrName)
    if (id === null) throw notFound()
    const { position_json, json_metadata } = await ctx.db
      .selectFrom('dashboards')
      .select(['position_json', 'json_metadata'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const filters = readObject(json_metadata)['native_filter_configuration']
    return { result: { ...tabsOf(readObject(position_json)), native_filters: filtersByTab(filters) } }
  })

  serve(app, dashboardCreate, async ({ principal, body, reply }) => {
    const normal = body.slug ? { ...body, slug: slugFrom(body.slug) } : body
    const id = await createDashboard(ctx, writerOf(principal, undefined), normal)
    reply.code(201)
    return { id, result: normal }
  })

  serve(app, dashboardUpdate, async ({ principal, params, body, request, reply }) => {
    const normal = body.slug ? { ...body, slug: slugFrom(body.slug) } : body
    const version = await updateDashboard(ctx, writerOf(principal, request.headers['if-match']), params.pk, normal)
    reply.header('etag', etag('dashboard', params.pk, version))
    return { id: params.pk, result: normal, last_modified_time: await lastModified(ctx, params.pk) }
  })

  serve(app, dashboardFilters, async ({ principal, params, body, request, reply }) => {
    const writer = writerOf(principal, request.headers['if-match'])
    const { result, version } = await changeConfig(ctx, writer, params.pk, { key: 'native_filter_configuration', by: body })
    reply.header('etag', etag('dashboard', params.pk, version))
    return { result }
  })

  serve(app, dashboardCustomizations, async ({ principal, params, body, request, reply }) => {
    const writer = writerOf(principal, request.headers['if-match'])
    const { result, version } = await changeConfig(ctx, writer, params.pk, { key: 'chart_customization_config', by: body })
    reply.header('etag', etag('dashboard', params.pk, version))
    return { result }
  })

  serve(app, dashboardColors, async ({ principal, params, body, request, reply }) => {
    const { version } = await changeColors(ctx, writerOf(principal, request.headers['if-match']), params.pk, body)
    reply.header('etag', etag('dashboard', params.pk, version))
    return {}
  })

  serve(app, dashboardCopy, async ({ principal, params, body }) => {
    const source = await idOf(principal, params.idOrName)
    if (source === null) throw notFound()
    if (!body.dashboard_title || !body.json_metadata) throw new MessageError(400, t('Arguments are not correct'))
    const id = await copyDashboard(ctx, writerOf(principal, undefined), source, {
      title: body.dashboard_title,
      css: body.css ?? null,
      metadata: JSON.parse(body.json_metadata) as DashboardMetadata,
      duplicateCharts: body.duplicate_slices === true,
    })
    return { result: { id, last_modified_time: await lastModified(ctx, id) } }
  })

  serve(app, dashboardDelete, async ({ principal, params, request }) => {
    await deleteDashboards(ctx, writerOf(principal, request.headers['if-match']), [params.pk])
    return { message: 'OK' }
  })

  serve(app, dashboardBulkDelete, async ({ principal, q }) => {
    const ids = requireDistinct(q)
    await deleteDashboards(ctx, writerOf(principal, undefined), ids)
    return { message: t.plural(ids.length, 'Deleted %(count)s dashboard', 'Deleted %(count)s dashboards') }
  })

  serve(app, dashboardRestore, async ({ principal, params, body, request }) => ({
    id: params.pk,
    version: await restoreDashboard(ctx, writerOf(principal, request.headers['if-match']), params.pk, body?.version),
  }))
}
