import {
  annotationBulkDelete,
  annotationCreate,
  annotationDelete,
  annotationGet,
  annotationList,
  annotationUpdate,
  layerBulkDelete,
  layerCreate,
  layerDelete,
  layerGet,
  layerInfo,
  layerList,
  layerRelated,
  layerUpdate,
} from '#api/annotation-layer.ts'
import type { AnnotationPatch } from '#api/bodies/annotation-layer.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { sql } from 'kysely'
import { buildInfo } from '../../list/info.ts'
import { list } from '../../list/list.ts'
import { getRecord } from '../../list/record.ts'
import { related } from '../../list/related.ts'
import { annotationShown, annotationSpec, layerShown, layerSpec } from './spec.ts'
import { createAnnotation, createLayer, deleteAnnotations, deleteLayers, inUtc, updateAnnotation, updateLayer } from './store.ts'

const inLayer = (id: number) => ({ ...annotationSpec, always: () => sql<boolean>`annotations.layer_id = ${id}` })

/** What was written, as Superset answers it: times are written as in the headers of HTTP there. */
const withHttpTimes = (written: AnnotationPatch) => {
  const times = (['start_dttm', 'end_dttm'] as const).flatMap((name) => {
    const time = written[name]
    return time === undefined ? [] : [[name, new Date(inUtc(time)).toUTCString()] as const]
  })
  return { ...written, ...Object.fromEntries(times) }
}

/** Annotation layers and their annotations. */
export const annotationLayers = (app: App): void => {
  const { ctx } = app
  serve(app, layerList, async ({ principal, q }) => list(layerSpec, { ctx, principal }, q))
  // As in Superset, `_info` of the layers describes the filters of annotations.
  serve(app, layerInfo, async ({ principal, q }) =>
    buildInfo({ ...layerSpec, title: 'Annotation', filters: annotationSpec.filters }, principal, q),
  )

  serve(app, layerRelated, async ({ principal, params, q }) => related(layerSpec, { ctx, principal }, params.column, q))

  serve(app, layerGet, async ({ principal, params, q }) =>
    getRecord({ ...layerSpec, listColumns: layerShown }, { ctx, principal }, params.pk, q),
  )

  serve(app, layerCreate, async ({ principal, body, reply }) => {
    const id = await createLayer({ ctx, by: principal }, body)
    reply.code(201)
    return { id, result: body }
  })

  serve(app, layerUpdate, async ({ principal, params, body }) => {
    await updateLayer({ ctx, by: principal }, params.pk, body)
    return { id: params.pk, result: { ...body, layer: params.pk } }
  })

  serve(app, layerDelete, async ({ principal, params }) => {
    await deleteLayers({ ctx, by: principal }, [params.pk])
    return { message: 'OK' }
  })

  serve(app, layerBulkDelete, async ({ principal, q }) => {
    const count = await deleteLayers({ ctx, by: principal }, q)
    return { message: t.plural(count, 'Deleted %(count)s annotation layer', 'Deleted %(count)s annotation layers') }
  })

  // As in Superset, annotations come without what describes their columns.
  serve(app, annotationList, async ({ principal, params, q }) => list(inLayer(params.pk), { ctx, principal }, { ...q, keys: ['none'] }))

  serve(app, annotationGet, async ({ principal, params, q }) => {
    const row = await ctx.db
      .selectFrom('annotations')
      .select('id')
      .where('id', '=', params.annotation)
      .where('layer_id', '=', params.pk)
      .executeTakeFirst()
    if (!row) throw notFound()
    return getRecord({ ...annotationSpec, listColumns: annotationShown }, { ctx, principal }, row.id, { ...q, keys: ['none'] })
  })

  serve(app, annotationCreate, async ({ principal, params, body, reply }) => {
    const id = await createAnnotation({ ctx, by: principal }, params.pk, body)
    reply.code(201)
    return { id, result: { ...withHttpTimes(body), layer: params.pk } }
  })

  serve(app, annotationUpdate, async ({ principal, params, body }) => {
    await updateAnnotation({ ctx, by: principal }, { layerId: params.pk, id: params.annotation }, body)
    return { id: params.annotation, result: { ...withHttpTimes(body), layer: params.pk } }
  })

  serve(app, annotationDelete, async ({ principal, params }) => {
    await deleteAnnotations({ ctx, by: principal }, params.pk, [params.annotation])
    return { message: 'OK' }
  })

  serve(app, annotationBulkDelete, async ({ principal, params, q }) => {
    const count = await deleteAnnotations({ ctx, by: principal }, params.pk, q)
    return { message: t.plural(count, 'Deleted %(count)s annotation', 'Deleted %(count)s annotations') }
  })
}
