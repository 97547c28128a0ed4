import { z } from 'zod'
import { body, flag, integer, list, mapping, text, uuid, word } from '../declare/field.ts'

export const newDataset = body({
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

export const datasetPatch = body({
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

export const datasetCopy = body({ base_model_id: integer(), table_name: text({ min: 1, max: 250 }) })
