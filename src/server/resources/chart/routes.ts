import {
  chartAddFavorite,
  chartBulkDelete,
  chartCreate,
  chartDelete,
  chartFavoriteStatus,
  chartGet,
  chartInfo,
  chartList,
  chartRelated,
  chartRemoveFavorite,
  chartRestore,
  chartUpdate,
  chartVersions,
} from '#api/chart.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { etag } from '../../db/change.ts'
import { writerOf } from '../../db/owned.ts'
import { unmatchedError } from '../../http/errors/unmatched.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { requireDistinct } from '../../list/require-distinct.ts'
import { readRows } from '../../list/list.ts'
import { idByName } from '../../list/can-see.ts'
import { serveReads } from '../../list/standard.ts'
import { chartShowColumns, chartSpec } from './spec.ts'
import { createChart, deleteCharts, restoreChart, updateChart } from './store.ts'

const isIdOrUuid = (name: string) => /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(name)

export const chart = (app: App): void => {
  const { ctx } = app
  serveReads(app, chartSpec, {
    list: chartList,
    info: chartInfo,
    related: chartRelated,
    versions: chartVersions,
    favoriteStatus: chartFavoriteStatus,
    addFavorite: chartAddFavorite,
    removeFavorite: chartRemoveFavorite,
  })

  serve(app, chartGet, async ({ principal, params, request, reply }) => {
    if (!isIdOrUuid(params.idOrName)) throw unmatchedError(app, request)
    const reader = { ctx, principal }
    const id = await idByName(chartSpec, reader, params.idOrName, ['uuid'])
    const [found] = id === null ? [] : await readRows(chartSpec, reader, [id], [...chartShowColumns, 'version'])
    if (!found) throw notFound()
    const { version, cache_timeout, datasource_uuid, ...rest } = found
    reply.header('etag', etag('chart', Number(found['id']), Number(version)))
    const shown = { ...rest, ...(datasource_uuid !== null && { datasource_uuid }) }
    return asResult(chartGet, { result: { ...shown, cache_timeout: cache_timeout === null ? null : String(cache_timeout) } })
  })

  serve(app, chartCreate, async ({ principal, body, reply }) => {
    const id = await createChart(ctx, writerOf(principal, undefined), body)
    reply.code(201)
    return { id, result: body }
  })

  serve(app, chartUpdate, async ({ principal, params, body, request, reply }) => {
    const version = await updateChart(ctx, writerOf(principal, request.headers['if-match']), params.pk, body)
    reply.header('etag', etag('chart', params.pk, version))
    return { id: params.pk, result: body }
  })

  serve(app, chartDelete, async ({ principal, params, request }) => {
    await deleteCharts(ctx, writerOf(principal, request.headers['if-match']), [params.pk])
    return { message: 'OK' }
  })

  serve(app, chartBulkDelete, async ({ principal, q }) => {
    const ids = requireDistinct(q)
    await deleteCharts(ctx, writerOf(principal, undefined), ids)
    return { message: t.plural(ids.length, 'Deleted %(count)s chart', 'Deleted %(count)s charts') }
  })

  serve(app, chartRestore, async ({ principal, params, body }) => ({
    id: params.pk,
    version: await restoreChart(ctx, writerOf(principal, undefined), params.pk, body?.version),
  }))
}
