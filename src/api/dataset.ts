import { z } from 'zod'
import { columnFields, metricFields, namingFields, settingFields } from './dataset-fields.ts'
import { body, flag, integer, list, mapping, text, uuid, word } from './declare/field.ts'
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

const newDataset = body({
  database: integer(),
  catalog: text({ min: 0, max: 250 }).nullable().optional(),
  schema: text({ min: 0, max: 250 }).nullable().optional(),
  table_name: text({ min: 1, max: 250 }),
  sql: text().nullable().optional(),
  owners: list(integer()).optional(),
  is_managed_externally: flag().nullable().optional(),
  external_url: text().nullable().optional(),
  normalize_columns: flag().default(false),
  always_filter_main_dttm: flag().default(false),
  template_params: text().nullable().optional(),
  currency_code_column: text({ min: 0, max: 250 }).nullable().optional(),
  uuid: uuid().nullable().optional(),
})
export type NewDataset = z.output<typeof newDataset>

/** How a time column that is none for the engine is written: `epoch_s`, `epoch_ms`, or a strftime pattern. */
const dateFormat = () =>
  text({ min: 1, max: 255 }).refine((value) => /^(epoch_m?s|.*%[a-zA-Z%].*)$/.test(value), { error: 'Invalid date/timestamp format' })

const column = body({
  id: integer().optional(),
  column_name: text({ min: 1, max: 255 }),
  type: text().nullable().optional(),
  advanced_data_type: text({ min: 1, max: 255 }).nullable().optional(),
  verbose_name: text().nullable().optional(),
  description: text().nullable().optional(),
  expression: text().nullable().optional(),
  extra: text().nullable().optional(),
  filterable: flag().optional(),
  groupby: flag().optional(),
  is_active: flag().nullable().optional(),
  is_dttm: flag().nullable().optional(),
  python_date_format: dateFormat().nullable().optional(),
  datetime_format: text({ min: 1, max: 100 }).nullable().optional(),
  uuid: uuid().nullable().optional(),
})
export type ColumnPatch = z.output<typeof column>

const metric = body({
  id: integer().optional(),
  expression: text(),
  description: text().nullable().optional(),
  extra: text().nullable().optional(),
  metric_name: text({ min: 1, max: 255 }),
  metric_type: text({ min: 1, max: 32 }).nullable().optional(),
  d3format: text({ min: 1, max: 128 }).nullable().optional(),
  currency: z.union([mapping(), text()]).nullable().optional(),
  verbose_name: text().nullable().optional(),
  warning_text: text().nullable().optional(),
  uuid: uuid().nullable().optional(),
})
export type MetricPatch = z.output<typeof metric>

/** How columns and metrics are laid in folders. What is no folder is named by the uuid of its column or metric. */
export type Folder = {
  uuid: string
  type?: 'metric' | 'column' | 'folder' | undefined
  name?: string | undefined
  description?: string | null | undefined
  children?: Folder[] | null | undefined
}

const folder = (depth: number): z.ZodType<Folder> =>
  body({
    uuid: uuid(),
    type: word('metric', 'column', 'folder').optional(),
    name: text({ min: 1, max: 250 }).optional(),
    description: text({ min: 0, max: 1000 }).nullable().optional(),
    children: list(depth > 1 ? folder(depth - 1) : z.never({ error: 'Nested too deep.' }))
      .nullable()
      .optional(),
  })

const folderDepth = 8

const datasetPatch = body({
  table_name: text({ min: 1, max: 250 }).nullable().optional(),
  database_id: integer().optional(),
  sql: text().nullable().optional(),
  filter_select_enabled: flag().nullable().optional(),
  fetch_values_predicate: text({ min: 0, max: 1000 }).nullable().optional(),
  catalog: text({ min: 0, max: 250 }).nullable().optional(),
  schema: text({ min: 0, max: 255 }).nullable().optional(),
  description: text().nullable().optional(),
  main_dttm_col: text().nullable().optional(),
  currency_code_column: text({ min: 0, max: 250 }).nullable().optional(),
  normalize_columns: flag().nullable().optional(),
  always_filter_main_dttm: flag().optional(),
  offset: integer().nullable().optional(),
  default_endpoint: text().nullable().optional(),
  cache_timeout: integer().nullable().optional(),
  is_sqllab_view: flag().nullable().optional(),
  template_params: text().nullable().optional(),
  owners: list(integer()).optional(),
  columns: list(column).optional(),
  metrics: list(metric).optional(),
  folders: list(folder(folderDepth)).optional(),
  extra: text().nullable().optional(),
  is_managed_externally: flag().nullable().optional(),
  external_url: text().nullable().optional(),
  uuid: uuid().nullable().optional(),
})
export type DatasetPatch = z.output<typeof datasetPatch>

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
  url: z.string(),
  columns: z.array(datasetColumn),
  metrics: z.array(datasetMetric),
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

export const datasetDrillInfo = route({
  method: 'GET',
  path: '/api/v1/dataset/:pk/drill_info/',
  access: ['can_get_drill_info', 'Dataset'],
  summary: 'What drilling into a chart on the dataset needs',
  tag,
  ids: 'digits',
  params: pk,
  result: z.object({ result: partsOf(datasetRecord).optional() }),
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
  body: body({ base_model_id: integer(), table_name: text({ min: 1, max: 250 }) }),
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
