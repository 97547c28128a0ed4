import { z } from 'zod'
import { sshTunnel } from '#api/bodies/database.ts'
import { integer, flag, list, mapping, text, uuid } from '#api/declare/field.ts'
import type { FieldTexts } from '#core/errors.ts'
import { fieldTexts } from '../../http/errors/faults.ts'

/** The files of a bundle. Fields of other versions of Superset are ignored. */

const optional = <T extends z.ZodType>(field: T) => field.nullish()
const version = text()

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value || 'null')
  } catch {
    return value
  }
}

const unlessText = (value: unknown) => (typeof value === 'string' ? parsed(value) : value)

/** A document as YAML has it, or as JSON text, as older exports write it. */
const document = () => z.preprocess(unlessText, z.unknown())
const record = () => z.preprocess(unlessText, optional(mapping()))

/** The host key is not part of it: a server is trusted by what it shows. */
const tunnelFile = sshTunnel.omit({ server_host_key: true })

const databaseFile = z.object({
  database_name: text(),
  sqlalchemy_uri: text(),
  uuid: uuid(),
  version,
  password: optional(text()),
  cache_timeout: optional(integer()),
  expose_in_sqllab: optional(flag()),
  allow_run_async: optional(flag()),
  allow_ctas: optional(flag()),
  allow_cvas: optional(flag()),
  allow_dml: optional(flag()),
  allow_csv_upload: optional(flag()),
  allow_file_upload: optional(flag()),
  impersonate_user: optional(flag()),
  extra: record(),
  ssh_tunnel: optional(tunnelFile),
  encrypted_extra: record(),
  masked_encrypted_extra: record(),
})

const columnFile = z.object({
  column_name: text(),
  verbose_name: optional(text()),
  type: optional(text()),
  advanced_data_type: optional(text()),
  is_active: optional(flag()),
  is_dttm: optional(flag()),
  groupby: optional(flag()),
  filterable: optional(flag()),
  expression: optional(text()),
  description: optional(text()),
  python_date_format: optional(text()),
  extra: document(),
})

const metricFile = z.object({
  metric_name: text(),
  expression: text(),
  verbose_name: optional(text()),
  metric_type: optional(text()),
  description: optional(text()),
  d3format: optional(text()),
  currency: document(),
  warning_text: optional(text()),
  extra: document(),
})

const datasetFile = z.object({
  table_name: text(),
  uuid: uuid(),
  version,
  database_uuid: uuid(),
  catalog: optional(text()),
  schema: optional(text()),
  sql: optional(text()),
  description: optional(text()),
  main_dttm_col: optional(text()),
  currency_code_column: optional(text()),
  default_endpoint: optional(text()),
  offset: optional(integer()),
  cache_timeout: optional(integer()),
  fetch_values_predicate: optional(text()),
  filter_select_enabled: optional(flag()),
  normalize_columns: optional(flag()),
  always_filter_main_dttm: optional(flag()),
  params: record(),
  template_params: record(),
  extra: document(),
  folders: document(),
  columns: optional(list(columnFile)),
  metrics: optional(list(metricFile)),
})

const chartFile = z.object({
  slice_name: text(),
  viz_type: text(),
  uuid: uuid(),
  version,
  dataset_uuid: uuid(),
  description: optional(text()),
  certified_by: optional(text()),
  certification_details: optional(text()),
  params: record(),
  query_context: document(),
  cache_timeout: optional(integer()),
  tags: optional(list(text())),
})

const dashboardFile = z.object({
  dashboard_title: text(),
  uuid: uuid(),
  version,
  description: optional(text()),
  css: optional(text()),
  slug: optional(text()),
  position: record(),
  metadata: record(),
  published: optional(flag()),
  certified_by: optional(text()),
  certification_details: optional(text()),
  theme_uuid: optional(uuid()),
  tags: optional(list(text())),
})

const queryFile = z.object({
  sql: text(),
  uuid: uuid(),
  version,
  database_uuid: uuid(),
  catalog: optional(text()),
  schema: optional(text()),
  label: optional(text()),
  description: optional(text()),
  template_parameters: optional(text()),
})

const themeFile = z.object({
  theme_name: text(),
  uuid: uuid(),
  version,
  json_data: z.preprocess(unlessText, mapping()),
})

const tagsFile = z.object({ tags: optional(list(z.object({ tag_name: text(), description: optional(text()) }))) })

export type DatabaseFile = z.infer<typeof databaseFile>
export type DatasetFile = z.infer<typeof datasetFile>
export type ChartFile = z.infer<typeof chartFile>
export type DashboardFile = z.infer<typeof dashboardFile>
export type QueryFile = z.infer<typeof queryFile>
export type ThemeFile = z.infer<typeof themeFile>
export type TagsFile = z.infer<typeof tagsFile>

export const fileSchemas = {
  database: databaseFile,
  dataset: datasetFile,
  chart: chartFile,
  dashboard: dashboardFile,
  query: queryFile,
  theme: themeFile,
  tags: tagsFile,
} as const

/** Texts by field of an invalid file; unknown fields are named beside other faults, and are none by themselves. */
export const fileFaults = (schema: z.ZodObject, content: Record<string, unknown>, error: z.ZodError): FieldTexts => {
  const unknown = Object.keys(content).filter((name) => !(name in schema.shape))
  return { ...fieldTexts(error), ...Object.fromEntries(unknown.map((name) => [name, ['Unknown field.']])) }
}
