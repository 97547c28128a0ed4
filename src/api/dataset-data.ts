import { z } from 'zod'

const notes = {
  is_certified: z.boolean(),
  certified_by: z.unknown(),
  certification_details: z.unknown(),
  warning_markdown: z.unknown(),
}

const column = z.object({
  id: z.number(),
  uuid: z.string(),
  column_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  expression: z.string().nullable(),
  filterable: z.boolean(),
  groupby: z.boolean(),
  is_dttm: z.boolean(),
  type: z.string().nullable(),
  type_generic: z.number().nullable(),
  advanced_data_type: z.string().nullable(),
  python_date_format: z.string().nullable(),
  ...notes,
})

const metric = z.object({
  id: z.number(),
  uuid: z.string(),
  metric_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  expression: z.string(),
  warning_text: z.string().nullable(),
  d3format: z.string().nullable(),
  currency: z.unknown(),
  ...notes,
})

const owner = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
})

const database = z.object({ id: z.number(), name: z.string(), backend: z.string() }).catchall(z.unknown())

const choice = z.tuple([z.string(), z.string()])

/** A dataset as explore and dashboards need it. */
export const datasetData = z.object({
  id: z.number(),
  uid: z.string(),
  type: z.string(),
  name: z.string(),
  datasource_name: z.string(),
  table_name: z.string(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  description: z.string().nullable(),
  database,
  columns: z.array(column),
  metrics: z.array(metric),
  column_formats: z.record(z.string(), z.string()),
  verbose_map: z.record(z.string(), z.string()),
  order_by_choices: z.array(choice),
  granularity_sqla: z.array(choice),
  time_grain_sqla: z.array(choice),
  select_star: z.string().nullable(),
  main_dttm_col: z.string().nullable(),
  owners: z.array(owner),
  filter_select: z.boolean(),
  filter_select_enabled: z.boolean(),
  offset: z.number(),
  cache_timeout: z.number().nullable(),
  default_endpoint: z.string().nullable(),
  edit_url: z.string(),
  extra: z.string().nullable(),
  params: z.string().nullable(),
  perm: z.string(),
  folders: z.unknown(),
  currency_code_column: z.string().nullable(),
  fetch_values_predicate: z.string().nullable(),
  template_params: z.string().nullable(),
  is_sqllab_view: z.boolean(),
  health_check_message: z.null(),
  always_filter_main_dttm: z.boolean(),
  normalize_columns: z.boolean(),
})
