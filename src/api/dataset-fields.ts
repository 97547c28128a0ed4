import { z } from 'zod'

/** Fields of a column in every response. */
export const columnFields = {
  id: z.number(),
  uuid: z.string(),
  column_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  expression: z.string().nullable(),
  type: z.string().nullable(),
  type_generic: z.number().nullable(),
  advanced_data_type: z.string().nullable(),
  python_date_format: z.string().nullable(),
  is_dttm: z.boolean(),
  groupby: z.boolean(),
  filterable: z.boolean(),
}

/** Fields of a metric in every response. */
export const metricFields = {
  id: z.number(),
  uuid: z.string(),
  metric_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  expression: z.string(),
  d3format: z.string().nullable(),
  currency: z.unknown(),
  warning_text: z.string().nullable(),
}

/** Fields of a dataset in lists and elsewhere. */
export const namingFields = {
  id: z.number(),
  table_name: z.string(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  description: z.string().nullable(),
  extra: z.string().nullable(),
  default_endpoint: z.string().nullable(),
}

const choice = z.tuple([z.string(), z.string()])

/** Fields of a dataset only in its own response. */
export const settingFields = {
  name: z.string(),
  uid: z.string(),
  datasource_name: z.string(),
  main_dttm_col: z.string().nullable(),
  always_filter_main_dttm: z.boolean(),
  normalize_columns: z.boolean(),
  filter_select_enabled: z.boolean(),
  is_sqllab_view: z.boolean(),
  offset: z.number(),
  cache_timeout: z.number().nullable(),
  currency_code_column: z.string().nullable(),
  fetch_values_predicate: z.string().nullable(),
  template_params: z.string().nullable(),
  select_star: z.string().nullable(),
  column_formats: z.record(z.string(), z.string()),
  verbose_map: z.record(z.string(), z.string()),
  granularity_sqla: z.array(choice),
  time_grain_sqla: z.array(choice),
  order_by_choices: z.array(choice),
}
