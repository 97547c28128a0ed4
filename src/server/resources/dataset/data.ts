import { datasetKey } from '#core/access/grants.ts'
import { timeColumnName, timeColumnTitle } from '#core/query/x-axis.ts'
import { genericType } from '#core/table.ts'
import { grains as allGrains, grainName, type Grain } from '#core/time/grain.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Engine } from '#engines/engine.ts'
import type { Person } from '../../list/field.ts'
import {
  abilitiesOf,
  backendOf,
  engineInformation,
  engineOfRow,
  maskedParameters,
  parametersSchema,
} from '../database/connection/describe.ts'
import { selectStar } from '../database/table.ts'
import type { ColumnRow, MetricRow, StoredDataset } from './read.ts'

/** A dataset as explore and dashboards receive it. */

export const datasetName = ({ row }: Pick<StoredDataset, 'row'>): string =>
  row.schema ? `${row.schema}.${row.table_name}` : row.table_name

export const typeGeneric = (engine: Engine | undefined, { type, is_dttm }: Pick<ColumnRow, 'type' | 'is_dttm'>): number | null => {
  if (is_dttm) return 2
  return type === null || !engine ? null : genericType[engine.dialect.columnType(type)]
}

/** Certification and warning, which are stored in the `extra` of columns and metrics. */
const notesOf = (extra: string | null) => {
  const { certification, warning_markdown } = readObject(extra)
  const certified = typeof certification === 'object' && certification !== null ? (certification as Record<string, unknown>) : null
  return {
    is_certified: certified !== null,
    certified_by: certified?.['certified_by'] ?? null,
    certification_details: certified?.['details'] ?? null,
    warning_markdown: warning_markdown ?? null,
  }
}

export const columnData = (engine: Engine | undefined, column: ColumnRow) => ({
  id: column.id,
  uuid: column.uuid,
  column_name: column.column_name,
  verbose_name: column.verbose_name,
  description: column.description,
  expression: column.expression,
  filterable: column.filterable === 1,
  groupby: column.groupby === 1,
  is_dttm: column.is_dttm === 1,
  type: column.type,
  type_generic: typeGeneric(engine, column),
  advanced_data_type: column.advanced_data_type,
  python_date_format: column.python_date_format,
  ...notesOf(column.extra),
})

export const currencyOf = (text: string | null): unknown => (text ? readObject(text) : null)

export const metricData = (metric: MetricRow) => ({
  id: metric.id,
  uuid: metric.uuid,
  metric_name: metric.metric_name,
  verbose_name: metric.verbose_name,
  description: metric.description,
  expression: metric.expression,
  warning_text: metric.warning_text,
  d3format: metric.d3format,
  currency: currencyOf(metric.currency),
  ...notesOf(metric.extra),
})

export const orderChoices = (columns: readonly ColumnRow[]): [string, string][] =>
  columns
    .map((column) => column.column_name)
    .toSorted()
    .flatMap((name): [string, string][] => [
      [`[${JSON.stringify(name)}, true]`, `${name} [asc]`],
      [`[${JSON.stringify(name)}, false]`, `${name} [desc]`],
    ])

export const timeGrains = (engine: Engine | undefined): [string, string][] =>
  allGrains.filter((grain) => engine && Object.hasOwn(engine.dialect.grains, grain)).map((grain: Grain) => [grain, grainName(grain)])

export const timeColumnsOf = (columns: readonly ColumnRow[]): [string, string][] =>
  columns.filter((column) => column.is_dttm).map((column) => [column.column_name, column.column_name])

export const verboseMap = (columns: readonly ColumnRow[], metrics: readonly MetricRow[]): Record<string, string> => ({
  [timeColumnName]: timeColumnTitle,
  ...Object.fromEntries(metrics.map((metric) => [metric.metric_name, metric.verbose_name || metric.metric_name])),
  ...Object.fromEntries(columns.map((column) => [column.column_name, column.verbose_name || column.column_name])),
})

export const columnFormats = (metrics: readonly MetricRow[]): Record<string, string> =>
  Object.fromEntries(metrics.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format] as const] : [])))

export const selectStarText = (engine: Engine | undefined, { row }: Pick<StoredDataset, 'row'>): string | null =>
  engine ? selectStar(engine, { table: row.table_name, schema: row.schema }) : null

type Shown = {
  owners: readonly Person[]
  /** Only users who may change the connection see its parameters. */
  withParameters?: boolean
}

const databaseData = ({ database }: StoredDataset, withParameters: boolean) => {
  const engine = engineOfRow(database)
  return {
    id: database.id,
    name: database.database_name,
    backend: backendOf(database),
    configuration_method: database.configuration_method,
    ...abilitiesOf(database),
    schema_options: {},
    parameters: withParameters ? maskedParameters(database) : {},
    parameters_schema: engine ? parametersSchema(engine) : {},
    engine_information: engineInformation(engine, database),
  }
}

export const ownerData = ({ first_name, last_name, username, id, email }: Person) => ({ first_name, last_name, username, id, email })

export const datasetData = (dataset: StoredDataset, { owners, withParameters = false }: Shown) => {
  const { row, database, columns, metrics } = dataset
  const engine = engineOfRow(database)
  return {
    id: row.id,
    uid: `${row.id}__table`,
    type: 'table',
    name: datasetName(dataset),
    datasource_name: row.table_name,
    table_name: row.table_name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    description: row.description,
    database: databaseData(dataset, withParameters),
    column_formats: columnFormats(metrics),
    default_endpoint: row.default_endpoint,
    filter_select: row.filter_select_enabled === 1,
    filter_select_enabled: row.filter_select_enabled === 1,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    params: row.params,
    perm: datasetKey({ id: row.id, name: row.table_name, database: { name: database.database_name } }),
    edit_url: `/tablemodelview/edit/${row.id}`,
    columns: columns.map((column) => columnData(engine, column)),
    metrics: metrics.map(metricData),
    folders: row.folders === null ? null : (JSON.parse(row.folders) as unknown),
    order_by_choices: orderChoices(columns),
    owners: owners.map(ownerData),
    verbose_map: verboseMap(columns, metrics),
    select_star: selectStarText(engine, dataset),
    granularity_sqla: timeColumnsOf(columns),
    time_grain_sqla: timeGrains(engine),
    main_dttm_col: row.main_dttm_col,
    currency_code_column: row.currency_code_column,
    fetch_values_predicate: row.fetch_values_predicate,
    template_params: row.template_params,
    is_sqllab_view: row.is_sqllab_view === 1,
    health_check_message: null,
    extra: row.extra,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    normalize_columns: row.normalize_columns === 1,
  }
}
