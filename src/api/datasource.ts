import { z } from 'zod'
import { extras, filterClause } from './query-context.ts'
import { body, flag, integer, list, mapping, openBody, text } from './declare/field.ts'
import { datasetData } from './dataset-data.ts'
import { pathId } from './declare/resource.ts'
import { datasetBodyBytes, route } from './declare/route.ts'

const tag = 'datasource'
const place = z.object({ type: z.string(), id: pathId() })

/** Values of a column, for filter inputs. */
export const columnValues = route({
  method: 'GET',
  path: '/api/v1/datasource/:type/:id/column/:column/values/',
  access: ['can_get_column_values', 'Datasource'],
  summary: 'Distinct values of a column',
  tag,
  params: place.extend({ column: z.string() }),
  result: z.object({ result: z.array(z.unknown()) }),
})

export const validateExpression = route({
  method: 'POST',
  path: '/api/v1/datasource/:type/:id/validate_expression/',
  access: ['can_validate_expression', 'Datasource'],
  summary: 'Faults of an SQL expression, without running it',
  tag,
  params: place,
  body: openBody({ expression: text().optional(), expression_type: text().optional(), clause: text().nullable().optional() }),
  result: z.object({
    result: z.array(z.object({ message: z.string(), line_number: z.number(), start_column: z.number(), end_column: z.number() })),
  }),
})

/** The legacy views, whose errors have their own shape. */
const old = { refuses: 'as old views', tag } as const

const outsideColumns = z.array(z.object({ column_name: z.string(), name: z.string(), type: z.string() }).catchall(z.unknown()))

export const datasourceGet = route({
  ...old,
  method: 'GET',
  path: '/datasource/get/:type/:id/',
  access: ['can_get', 'Datasource'],
  summary: 'A dataset as the explore screen needs it',
  params: place,
  result: datasetData,
})

export const datasourceMetadata = route({
  ...old,
  method: 'GET',
  path: '/superset/fetch_datasource_metadata',
  access: ['can_fetch_datasource_metadata', 'Superset'],
  summary: 'A dataset as the explore screen needs it, by key',
  query: z.object({ datasourceKey: z.string().optional() }),
  result: datasetData,
})

export const datasourceSave = route({
  ...old,
  method: 'POST',
  path: '/datasource/save/',
  access: ['can_save', 'Datasource'],
  summary: 'Save a dataset',
  accepts: 'form',
  maxBodyBytes: datasetBodyBytes,
  body: z.object({ data: z.string().optional() }).nullish(),
  result: datasetData,
})

export const externalMetadata = route({
  ...old,
  method: 'GET',
  path: '/datasource/external_metadata/:type/:id/',
  access: ['can_external_metadata', 'Datasource'],
  summary: 'Columns as the engine has them now',
  params: place,
  result: outsideColumns,
})

export const externalMetadataByName = route({
  ...old,
  method: 'GET',
  path: '/datasource/external_metadata_by_name/',
  access: ['can_external_metadata_by_name', 'Datasource'],
  summary: 'Columns of a table by name',
  q: z.unknown(),
  result: outsideColumns,
})

export const tableByName = body({
  datasource_type: text(),
  database_name: text(),
  catalog_name: text().nullable().optional(),
  schema_name: text().nullable().optional(),
  table_name: text(),
  normalize_columns: flag().optional(),
  always_filter_main_dttm: flag().optional(),
})

export const datasourceSamples = route({
  ...old,
  method: 'POST',
  path: '/datasource/samples',
  access: ['can_samples', 'Datasource'],
  summary: 'Sample rows, paged',
  csrfExempt: true,
  query: z.record(z.string(), z.string()),
  body: z.unknown(),
  result: z.object({
    result: z.object({
      data: z.array(z.record(z.string(), z.unknown())),
      colnames: z.array(z.string()),
      coltypes: z.array(z.number()),
      page: z.number(),
      per_page: z.number(),
      total_count: z.number(),
    }),
  }),
})

/** Query parameters of a samples request. */
export const samplesQuery = openBody({
  datasource_type: text().refine((word) => ['sl_table', 'table', 'dataset', 'query', 'saved_query', 'view'].includes(word), {
    error: 'Must be one of: sl_table, table, dataset, query, saved_query, view.',
  }),
  datasource_id: integer(),
  force: flag().optional(),
  page: integer().optional(),
  per_page: integer()
    .pipe(
      z
        .number()
        .refine((size) => size >= 1 && size <= 1000, { error: 'Must be greater than or equal to 1 and less than or equal to 1000.' }),
    )
    .optional(),
  dashboard_id: integer().optional(),
  /** The chart that the rows are behind. */
  slice_id: integer().optional(),
})

/** Filters of a samples request. */
export const samplesBody = body({
  filters: list(filterClause).optional(),
  granularity: text().nullable().optional(),
  time_range: text().nullable().optional(),
  extras: extras.nullable().optional(),
  columns: list(z.unknown()).optional(),
})

/** A dataset as the old editor sends it, inside the form field `data`. */
export const savedDatasource = openBody({
  id: integer(),
  type: text().optional(),
  table_name: text().nullable().optional(),
  description: text().nullable().optional(),
  schema: text().nullable().optional(),
  catalog: text().nullable().optional(),
  sql: text().nullable().optional(),
  columns: list(mapping()).optional(),
  metrics: list(mapping()).optional(),
  owners: list(z.union([integer(), mapping()])).optional(),
  database: z.object({ id: z.number().optional() }).nullish(),
  main_dttm_col: text().nullable().optional(),
  default_endpoint: text().nullable().optional(),
  filter_select_enabled: flag().nullable().optional(),
  fetch_values_predicate: text().nullable().optional(),
  offset: integer().nullable().optional(),
  cache_timeout: integer().nullable().optional(),
  is_sqllab_view: flag().nullable().optional(),
  template_params: text().nullable().optional(),
  extra: text().nullable().optional(),
  normalize_columns: flag().nullable().optional(),
  always_filter_main_dttm: flag().nullable().optional(),
})
export type SavedDatasource = z.output<typeof savedDatasource>
