import { z } from 'zod'
import { columnFields, metricFields, namingFields, settingFields } from './dataset-fields.ts'

const notes = {
  is_certified: z.boolean(),
  certified_by: z.unknown(),
  certification_details: z.unknown(),
  warning_markdown: z.unknown(),
}

const owner = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
})

const database = z.object({ id: z.number(), name: z.string(), backend: z.string() }).catchall(z.unknown())

/** A dataset as explore and dashboards need it. */
export const datasetData = z.object({
  ...namingFields,
  ...settingFields,
  type: z.string(),
  database,
  columns: z.array(z.object({ ...columnFields, ...notes })),
  metrics: z.array(z.object({ ...metricFields, ...notes })),
  owners: z.array(owner),
  filter_select: z.boolean(),
  edit_url: z.string(),
  params: z.string().nullable(),
  perm: z.string(),
  folders: z.unknown(),
  health_check_message: z.null(),
})

/** A statement of SQL Lab as explore needs it. */
export const exploredQuery = z.object({
  id: z.number(),
  uid: z.string(),
  type: z.string(),
  name: z.string(),
  datasource_name: z.string(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string(),
  template_params: z.string().nullable(),
  database,
  columns: z.array(
    z.object({
      column_name: z.string(),
      verbose_name: z.string().nullable(),
      description: z.string().nullable(),
      expression: z.string().nullable(),
      type: z.string().nullable(),
      type_generic: z.number(),
      is_dttm: z.boolean(),
      groupby: z.boolean(),
      filterable: z.boolean(),
    }),
  ),
  metrics: z.array(z.never()),
  owners: z.array(z.never()),
  main_dttm_col: z.string().nullable(),
  time_grain_sqla: z.array(z.tuple([z.string(), z.string()])),
  order_by_choices: z.array(z.tuple([z.string(), z.string()])),
  verbose_map: z.record(z.string(), z.string()),
  filter_select: z.boolean(),
})
