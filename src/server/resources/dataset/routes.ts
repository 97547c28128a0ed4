import {
  datasetBulkDelete,
  datasetColumnDelete,
  datasetCreate,
  datasetDelete,
  datasetDistinct,
  datasetDrillInfo,
  datasetDuplicate,
  datasetGet,
  datasetGetOrCreate,
  datasetInfo,
  datasetList,
  datasetMetricDelete,
  datasetRefresh,
  datasetRelated,
  datasetRelatedObjects,
  datasetRestore,
  datasetUpdate,
  datasetVersions,
} from '#api/dataset.ts'
import { joinKeyCounts } from '#api/dataset-join.ts'
import { datasetSourceChanges } from '#api/dataset-source.ts'
import { datasetUsageGet } from '#api/dataset-usage.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { asList } from '#core/query/read.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { etag } from '../../db/change.ts'
import { requireAccess, writerOf } from '../../db/owned.ts'
import { serve, type App } from '../../http/serve.ts'
import { ownersOf } from '../../list/field.ts'
import { requireDistinct } from '../../list/require-distinct.ts'
import { readRows } from '../../list/list.ts'
import { idByName, canSee } from '../../list/can-see.ts'
import { serveReads } from '../../list/standard.ts'
import { lentDimensions } from '../chart-data/dashboard/drill-by.ts'
import { relatedToDatasets } from '../database/related-objects.ts'
import { columnsOfTables } from './columns/routes.ts'
import { createDataset, duplicateDataset, getOrCreateDataset } from './create.ts'
import { datasetData } from './data.ts'
import { countKeys } from './join/key-counts.ts'
import { materializations } from './materialization/routes.ts'
import { readDataset } from './read.ts'
import { findSourceChanges } from './source/source-changes.ts'
import { datasetShowColumns, datasetSpec } from './spec.ts'
import { readUsage } from './usage/store.ts'
import { deleteDatasets, deletePart, refreshDataset, restoreDataset, updateDataset } from './store.ts'

const drillColumns = [
  'id',
  'table_name',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_by.email',
  'changed_on_humanized',
  'created_by.first_name',
  'created_by.last_name',
  'created_by.email',
  'created_on_humanized',
  'owners.first_name',
  'owners.last_name',
  'owners.email',
  'columns.column_name',
  'columns.verbose_name',
  'columns.groupby',
]

/** The columns that charts may group by; only those can be drilled by. */
const dimensionsOf = (columns: unknown) =>
  asList<{ column_name: string; verbose_name: string | null; groupby: boolean }>(columns)
    .filter(({ groupby }) => groupby)
    .map(({ groupby: _groupby, ...column }) => column)

type Rendered = Record<string, unknown> & { sql?: unknown; metrics?: unknown }

/** Adds the rendered SQL to the stored SQL. */
const withRendered = (result: Rendered): Rendered => ({
  ...result,
  ...(result.sql ? { rendered_sql: result.sql } : {}),
  ...(Array.isArray(result.metrics) && {
    metrics: result.metrics.map((metric: { expression: string }) => ({ ...metric, rendered_expression: metric.expression })),
  }),
})

export const dataset = (app: App): void => {
  const { ctx } = app
  materializations(app)
  columnsOfTables(app)
  const idOf = (principal: Principal, name: string) => idByName(datasetSpec, { ctx, principal }, name, ['uuid'])
  const write = (principal: Principal, signal: AbortSignal, ifMatch?: string) => ({ ctx, writer: writerOf(principal, ifMatch), signal })

  serveReads(app, datasetSpec, {
    list: datasetList,
    info: datasetInfo,
    related: datasetRelated,
    distinct: datasetDistinct,
    versions: datasetVersions,
  })

  serve(app, datasetGet, async ({ principal, params, q, query, reply }) => {
    const id = await idOf(principal, params.idOrName)
    const asked = (q.columns ?? []).filter((name) => Object.hasOwn(datasetSpec.fields, name.split('.')[0] ?? ''))
    const columns = asked.length ? asked : datasetShowColumns
    const [found] = id === null ? [] : await readRows(datasetSpec, { ctx, principal }, [id], [...columns, 'version'])
    if (!found || id === null) throw notFound()
    const { version, ...result } = found
    reply.header('etag', etag('dataset', id, Number(version)))
    return { id, result: query.include_rendered_sql === 'true' ? withRendered(result) : result }
  })

  serve(app, datasetRelatedObjects, async ({ principal, params }) => {
    const id = await idOf(principal, params.idOrName)
    if (id === null) throw notFound()
    return relatedToDatasets(ctx.db, principal, [id])
  })

  serve(app, datasetUsageGet, async ({ principal, params }) => {
    await requireAccess(ctx.db, principal, 'see', { kind: 'dataset', id: params.pk })
    return { result: await readUsage(ctx, principal, params.pk) }
  })

  serve(app, datasetDrillInfo, async ({ principal, params }) => {
    const reader = { ctx, principal }
    if (principal.kind === 'guest' || !(await canSee(datasetSpec, reader, params.pk))) {
      const columns = await lentDimensions(ctx, principal, params.pk)
      if (!columns) throw notFound()
      return { result: { columns } }
    }
    const [result] = await readRows(datasetSpec, reader, [params.pk], drillColumns)
    return { result: result && { ...result, columns: dimensionsOf(result['columns']) } }
  })

  serve(app, datasetCreate, async ({ principal, body, reply, signal }) => {
    const id = await createDataset(write(principal, signal), body)
    const stored = await readDataset(ctx.db, id)
    if (!stored) throw notFound()
    reply.code(201)
    const withParameters = hasPair(principal, 'can_write', 'Database')
    return { id, result: body, data: datasetData(stored, { owners: await ownersOf(ctx.db, 'dataset', [id]), withParameters }) }
  })

  serve(app, datasetUpdate, async ({ principal, params, query, body, request, reply, signal }) => {
    const update = { body, overrideColumns: query.override_columns === 'true' }
    const version = await updateDataset(write(principal, signal, request.headers['if-match']), params.pk, update)
    reply.header('etag', etag('dataset', params.pk, version))
    const stored = await readDataset(ctx.db, params.pk)
    return { id: params.pk, result: { always_filter_main_dttm: stored?.row.always_filter_main_dttm === 1, ...body } }
  })

  serve(app, datasetRefresh, async ({ principal, params, signal }) => {
    await refreshDataset(write(principal, signal), params.pk)
    return { message: 'OK' }
  })

  serve(app, datasetSourceChanges, async ({ principal, params, body, signal }) => ({
    result: await findSourceChanges(write(principal, signal), params.pk, body),
  }))

  serve(app, joinKeyCounts, async ({ principal, body, signal }) => ({
    result: await countKeys({ ctx, principal, signal, writer: writerOf(principal, undefined) }, body),
  }))

  serve(app, datasetDuplicate, async ({ principal, body, reply, signal }) => {
    const id = await duplicateDataset(write(principal, signal), body.base_model_id, body.table_name)
    reply.code(201)
    return { id, result: body }
  })

  serve(app, datasetGetOrCreate, async ({ principal, body, signal }) => {
    const { database_id, ...rest } = body
    return { result: { table_id: await getOrCreateDataset(write(principal, signal), { ...rest, database: database_id }) } }
  })

  serve(app, datasetDelete, async ({ principal, params, request }) => {
    await deleteDatasets(ctx, writerOf(principal, request.headers['if-match']), [params.pk])
    return { message: 'OK' }
  })

  serve(app, datasetBulkDelete, async ({ principal, q }) => {
    const ids = requireDistinct(q)
    await deleteDatasets(ctx, writerOf(principal, undefined), ids)
    return { message: t.plural(ids.length, 'Deleted %(count)s dataset', 'Deleted %(count)s datasets') }
  })

  serve(app, datasetColumnDelete, async ({ principal, params }) => {
    await deletePart(ctx, writerOf(principal, undefined), params.pk, { table: 'dataset_columns', id: params.part })
    return { message: 'OK' }
  })

  serve(app, datasetMetricDelete, async ({ principal, params }) => {
    await deletePart(ctx, writerOf(principal, undefined), params.pk, { table: 'dataset_metrics', id: params.part })
    return { message: 'OK' }
  })

  serve(app, datasetRestore, async ({ principal, params, body }) => ({
    id: params.pk,
    version: await restoreDataset(ctx, writerOf(principal, undefined), params.pk, body?.version),
  }))
}
