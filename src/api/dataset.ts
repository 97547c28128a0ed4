import { z } from 'zod'
import { columnFields, metricFields, namingFields, settingFields } from './dataset-fields.ts'
import { datasetCopy, datasetPatch, newDataset } from './bodies/dataset.ts'
import { body, flag, integer, text } from './declare/field.ts'
import { getQ } from './declare/q.ts'
import {
  bulkDeleteRoute,
  deleteRoute,
  distinctRoute,
  idOrName,
  infoRoute,
  listRoute,
  message,
  owner,
  partsOf,
  pathId,
  person,
  pk,
  relatedObjects,
  relatedRoute,
  restoreRoute,
  versionsRoute,
} from './declare/resource.ts'
import { datasetBodyBytes, route } from './declare/route.ts'

const tag = 'dataset'
const named = { tag, view: 'Dataset' } as const
const read = ['can_read', 'Dataset'] as const
const write = ['can_write', 'Dataset'] as const

/** A dataset as lists show it. */
const datasetRow = z.object({
  ...namingFields,
  uuid: z.string(),
  kind: z.enum(['physical', 'virtual']),
  datasource_type: z.string(),
  explore_url: z.string(),
  database: z.object({ id: z.number(), uuid: z.string(), database_name: z.string() }).nullable(),
  changed_by: person.nullable(),
  changed_by_name: z.string(),
  changed_on_utc: z.string(),
  changed_on_delta_humanized: z.string(),
  owners: z.array(person),
})

export const datasetList = listRoute({ ...named, row: datasetRow })
export const datasetInfo = infoRoute(named)
export const datasetRelated = relatedRoute(named)
export const datasetDistinct = distinctRoute(named)
export const datasetVersions = versionsRoute(named)
export const datasetDelete = deleteRoute(named)
export const datasetBulkDelete = bulkDeleteRoute(named)
export const datasetRestore = restoreRoute(named)

const saved = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()), data: z.record(z.string(), z.unknown()).optional() })

const datasetColumn = z.object({
  ...columnFields,
  extra: z.string().nullable(),
  is_active: z.boolean(),
  created_on: z.string(),
  changed_on: z.string(),
})

const datasetMetric = z.object({
  ...metricFields,
  metric_type: z.string().nullable(),
  extra: z.string().nullable(),
  created_on: z.string(),
  changed_on: z.string(),
})

const editor = owner.partial()

/** A dataset by itself: `columns` chooses among these. */
const datasetRecord = datasetRow.extend({
  ...settingFields,
  database: z.object({ id: z.number(), uuid: z.string(), database_name: z.string(), backend: z.string() }).nullable(),
  url: z.string(),
  columns: z.array(datasetColumn),
  metrics: z.array(datasetMetric),
  /** Only where `columns` names it. */
  folders: z.unknown(),
  is_managed_externally: z.boolean(),
  changed_by: editor.nullable(),
  created_by: editor.nullable(),
  changed_on: z.string(),
  created_on: z.string(),
  changed_on_humanized: z.string(),
  created_on_humanized: z.string(),
})
export const datasetGet = route({
  method: 'GET',
  path: '/api/v1/dataset/:idOrName',
  access: read,
  summary: 'One dataset, by id or uuid',
  tag,
  params: idOrName,
  q: getQ,
  query: z.object({ include_rendered_sql: z.string().optional() }),
  row: datasetRecord,
  result: z.object({ id: z.number(), result: partsOf(datasetRecord) }),
})

export const datasetRelatedObjects = route({
  method: 'GET',
  path: '/api/v1/dataset/:idOrName/related_objects',
  access: read,
  summary: 'Charts and dashboards on a dataset',
  tag,
  params: idOrName,
  result: relatedObjects,
})

const drillPerson = z.object({ first_name: z.string(), last_name: z.string() }).catchall(z.unknown())

const drillInfo = z
  .object({
    table_name: z.string().optional(),
    changed_on_humanized: z.string().optional(),
    changed_by: drillPerson.nullish(),
    owners: z.array(drillPerson).optional(),
    columns: z.array(z.object({ column_name: z.string(), verbose_name: z.string().nullable() })),
  })
  .catchall(z.unknown())

export const datasetDrillInfo = route({
  method: 'GET',
  path: '/api/v1/dataset/:pk/drill_info/',
  access: ['can_get_drill_info', 'Dataset'],
  summary: 'What drilling into a chart on the dataset needs',
  tag,
  ids: 'digits',
  params: pk,
  result: z.object({ result: drillInfo.optional() }),
})

export const datasetCreate = route({
  method: 'POST',
  path: '/api/v1/dataset/',
  access: write,
  summary: 'Make a dataset of a table or of SQL',
  tag,
  body: newDataset,
  result: saved,
})

export const datasetUpdate = route({
  method: 'PUT',
  path: '/api/v1/dataset/:pk',
  access: write,
  summary: 'Update',
  tag,
  params: pk,
  maxBodyBytes: datasetBodyBytes,
  query: z.object({ override_columns: z.string().optional() }),
  typedFaults: 'payload',
  body: datasetPatch,
  result: saved,
})

export const datasetRefresh = route({
  method: 'PUT',
  path: '/api/v1/dataset/:pk/refresh',
  access: write,
  summary: 'Read the columns again',
  tag,
  params: pk,
  result: message,
})

export const datasetDuplicate = route({
  method: 'POST',
  path: '/api/v1/dataset/duplicate',
  access: ['can_duplicate', 'Dataset'],
  summary: 'Copy a dataset made of SQL',
  tag,
  body: datasetCopy,
  result: saved,
})

export const datasetGetOrCreate = route({
  method: 'POST',
  path: '/api/v1/dataset/get_or_create/',
  access: ['can_get_or_create_dataset', 'Dataset'],
  summary: 'The dataset of a table, made where missing',
  tag,
  body: body({
    table_name: text(),
    database_id: integer(),
    catalog: text({ min: 0, max: 250 }).nullable().optional(),
    schema: text({ min: 0, max: 250 }).nullable().optional(),
    template_params: text().optional(),
    normalize_columns: flag().default(false),
    always_filter_main_dttm: flag().default(false),
  }),
  result: z.object({ result: z.object({ table_id: z.number() }) }),
})

export const datasetColumnDelete = route({
  method: 'DELETE',
  path: '/api/v1/dataset/:pk/column/:part',
  access: write,
  summary: 'Delete a column',
  tag,
  ids: 'digits',
  params: pk.extend({ part: pathId() }),
  result: message,
})

export const datasetMetricDelete = route({
  method: 'DELETE',
  path: '/api/v1/dataset/:pk/metric/:part',
  access: write,
  summary: 'Delete a metric',
  tag,
  ids: 'digits',
  params: pk.extend({ part: pathId() }),
  result: message,
})
