import { readObject } from '#core/encoding/read-object.ts'
import type { Row } from '../../db/tables.ts'
import { maskedExtra, maskedTunnel, type Secrets, type SshTunnel } from '../database/connection/secrets.ts'

/** The contents of a bundle's files, as Superset 6.1 writes them. */

const version = '1.0.0'

type Content = Record<string, unknown>

/** A stored JSON document as a value; null where there is none. */
const parsed = (text: string | null): unknown => {
  if (text === null || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Without the host key, which is ours. */
const tunnelFile = (tunnel: SshTunnel): Content => {
  const { server_host_key: _ours, ...fields } = maskedTunnel(tunnel)
  return { ...fields }
}

/** Secret values are masked; a document without any is written as it is. */
const extraFile = (secrets: Secrets): Content => {
  const [text, masked] = [JSON.stringify(secrets.encrypted_extra ?? {}), maskedExtra(secrets)]
  return text === masked ? { encrypted_extra: text } : { masked_encrypted_extra: masked }
}

type DatabaseOptions = { isAlone: boolean; secrets: Secrets }

/** Where the database is what is exported, 6.1 writes two of its fields differently. */
export const databaseFile = (row: Row<'databases'>, { isAlone, secrets }: DatabaseOptions): Content => ({
  database_name: row.database_name,
  sqlalchemy_uri: row.sqlalchemy_uri,
  cache_timeout: row.cache_timeout,
  expose_in_sqllab: Boolean(row.expose_in_sqllab),
  allow_run_async: Boolean(row.allow_run_async),
  allow_ctas: Boolean(row.allow_ctas),
  allow_cvas: Boolean(row.allow_cvas),
  allow_dml: Boolean(row.allow_dml),
  [isAlone ? 'allow_csv_upload' : 'allow_file_upload']: Boolean(row.allow_file_upload),
  extra: readObject(row.extra),
  impersonate_user: Boolean(row.impersonate_user),
  configuration_method: row.configuration_method,
  uuid: row.uuid,
  ...(secrets.ssh_tunnel && { ssh_tunnel: tunnelFile(secrets.ssh_tunnel) }),
  ...(isAlone && extraFile(secrets)),
  version,
})

type DatasetParts = { columns: readonly Row<'dataset_columns'>[]; metrics: readonly Row<'dataset_metrics'>[]; databaseUuid: string }

export const datasetFile = (row: Row<'datasets'>, { columns, metrics, databaseUuid }: DatasetParts): Content => ({
  table_name: row.table_name,
  main_dttm_col: row.main_dttm_col,
  currency_code_column: row.currency_code_column,
  description: row.description,
  default_endpoint: row.default_endpoint,
  offset: row.offset,
  cache_timeout: row.cache_timeout,
  catalog: row.catalog,
  schema: row.schema,
  sql: row.sql,
  params: parsed(row.params),
  template_params: parsed(row.template_params),
  filter_select_enabled: Boolean(row.filter_select_enabled),
  fetch_values_predicate: row.fetch_values_predicate,
  extra: parsed(row.extra),
  normalize_columns: Boolean(row.normalize_columns),
  always_filter_main_dttm: Boolean(row.always_filter_main_dttm),
  folders: parsed(row.folders),
  uuid: row.uuid,
  metrics: metrics.map((metric) => ({
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name,
    metric_type: metric.metric_type,
    expression: metric.expression,
    description: metric.description,
    d3format: metric.d3format,
    currency: parsed(metric.currency),
    extra: parsed(metric.extra),
    warning_text: metric.warning_text,
  })),
  columns: columns.map((column) => ({
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    is_dttm: Boolean(column.is_dttm),
    is_active: Boolean(column.is_active),
    type: column.type,
    advanced_data_type: column.advanced_data_type,
    groupby: Boolean(column.groupby),
    filterable: Boolean(column.filterable),
    expression: column.expression,
    description: column.description,
    python_date_format: column.python_date_format,
    datetime_format: null,
    extra: parsed(column.extra),
  })),
  version,
  database_uuid: databaseUuid,
})

export const chartFile = (row: Row<'charts'>, { datasetUuid, tags }: { datasetUuid: string | null; tags: readonly string[] }): Content => ({
  slice_name: row.slice_name,
  description: row.description,
  certified_by: row.certified_by,
  certification_details: row.certification_details,
  viz_type: row.viz_type,
  params: readObject(row.params),
  query_context: row.query_context,
  cache_timeout: row.cache_timeout,
  uuid: row.uuid,
  version,
  ...(datasetUuid !== null && { dataset_uuid: datasetUuid }),
  tags,
})

type DashboardParts = { position: Content; metadata: Content; themeUuid: string | null; tags: readonly string[] }

export const dashboardFile = (row: Row<'dashboards'>, { position, metadata, themeUuid, tags }: DashboardParts): Content => ({
  dashboard_title: row.dashboard_title,
  description: row.description,
  css: row.css,
  slug: row.slug,
  certified_by: row.certified_by,
  certification_details: row.certification_details,
  published: Boolean(row.published),
  uuid: row.uuid,
  position,
  metadata,
  theme_uuid: themeUuid,
  version,
  tags,
})

export const queryFile = (row: Row<'saved_queries'>, databaseUuid: string | null): Content => ({
  catalog: row.catalog,
  schema: row.schema,
  label: row.label,
  description: row.description,
  sql: row.sql,
  ...(row.template_parameters !== null && { template_parameters: row.template_parameters }),
  uuid: row.uuid,
  version,
  ...(databaseUuid !== null && { database_uuid: databaseUuid }),
})

export const themeFile = (row: Row<'themes'>): Content => ({
  theme_name: row.theme_name,
  json_data: readObject(row.json_data),
  uuid: row.uuid,
  version,
})

export const metadataFile = (type: string, now: Date): Content => ({ version, type, timestamp: now.toISOString().replace('Z', '+00:00') })
