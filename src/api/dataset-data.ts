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
