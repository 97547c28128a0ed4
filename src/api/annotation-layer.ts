import { z } from 'zod'
import { annotationPatch, layerPatch, newAnnotation, newLayer } from './bodies/annotation-layer.ts'
import { getQ, idsQ, listQ } from './declare/q.ts'
import {
  bulkDeleteRoute,
  deleteRoute,
  infoRoute,
  listResult,
  listRoute,
  message,
  pathId,
  person,
  pk,
  recordResult,
  recordRoute,
  relatedRoute,
} from './declare/resource.ts'
import { route } from './declare/route.ts'

const named = { tag: 'annotation_layer', view: 'Annotation' } as const
const { tag, view } = named
const read = ['can_read', view] as const
const write = ['can_write', view] as const
const path = '/api/v1/annotation_layer/'

const saved = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) })

const editors = { created_by: person.omit({ id: true }).nullable(), changed_by: person.omit({ id: true }).nullable() }

const layerRow = z.object({
  id: z.number(),
  name: z.string(),
  descr: z.string().nullable(),
  ...editors,
  created_on: z.string(),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
})

const annotationRow = z.object({
  id: z.number(),
  short_descr: z.string().nullable(),
  long_descr: z.string().nullable(),
  start_dttm: z.string().nullable(),
  end_dttm: z.string().nullable(),
  json_metadata: z.string().nullable(),
  layer: z.object({ id: z.number(), name: z.string(), descr: z.string().nullable() }).nullable(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})

/** As in Superset, lists come without the metadata. */
const listedAnnotation = annotationRow.omit({ json_metadata: true })

export const layerList = listRoute({ ...named, row: layerRow })
export const layerInfo = infoRoute(named)
export const layerRelated = relatedRoute(named)
export const layerDelete = deleteRoute({ ...named, ids: 'digits' })
export const layerBulkDelete = bulkDeleteRoute(named)

export const layerGet = recordRoute({ ...named, row: layerRow, summary: 'One layer' })

export const layerCreate = route({
  method: 'POST',
  path,
  access: write,
  summary: 'Create',
  tag,
  body: newLayer,
  result: saved,
})

export const layerUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: write,
  summary: 'Update',
  tag,
  ids: 'digits',
  params: pk,
  body: layerPatch,
  result: saved,
})

const inLayer = `${path}:pk/annotation/`
const one = pk.extend({ annotation: pathId() })

export const annotationList = route({
  method: 'GET',
  path: inLayer,
  access: read,
  summary: 'Annotations of a layer, filtered by q',
  tag,
  ids: 'digits',
  params: pk,
  q: listQ,
  row: listedAnnotation,
  result: listResult(listedAnnotation),
})

export const annotationGet = route({
  method: 'GET',
  path: `${inLayer}:annotation`,
  access: read,
  summary: 'One annotation',
  tag,
  ids: 'digits',
  params: one,
  q: getQ,
  row: annotationRow,
  result: recordResult(annotationRow),
})

export const annotationCreate = route({
  method: 'POST',
  path: inLayer,
  access: write,
  summary: 'Create an annotation',
  tag,
  ids: 'digits',
  params: pk,
  body: newAnnotation,
  result: saved,
})

export const annotationUpdate = route({
  method: 'PUT',
  path: `${inLayer}:annotation`,
  access: write,
  summary: 'Update an annotation',
  tag,
  ids: 'digits',
  params: one,
  body: annotationPatch,
  result: saved,
})

export const annotationDelete = route({
  method: 'DELETE',
  path: `${inLayer}:annotation`,
  access: write,
  summary: 'Delete an annotation',
  tag,
  ids: 'digits',
  params: one,
  result: message,
})

export const annotationBulkDelete = route({
  method: 'DELETE',
  path: inLayer,
  access: write,
  summary: 'Delete several annotations',
  tag,
  ids: 'digits',
  params: pk,
  q: idsQ,
  result: message,
})
