import { z } from 'zod'

/**
 * The query object and its parts as they travel (reference/query-object.md §2, §3, §8).
 * Parsing here is lenient about deprecated shapes; the exact texts of refusals belong to the server's edge.
 */
export const adhocColumn = z.looseObject({
  label: z.string().nullish(),
  sqlExpression: z.string().nullish(),
  expressionType: z.literal('SQL').nullish(),
  columnType: z.enum(['BASE_AXIS', 'SERIES']).nullish(),
  timeGrain: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
  isColumnReference: z.boolean().nullish(),
  optionName: z.string().nullish(),
})
export type AdhocColumn = z.infer<typeof adhocColumn>

export const queryColumn = z.union([z.string(), adhocColumn])
export type QueryColumn = z.infer<typeof queryColumn>

export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const
export type Aggregate = (typeof aggregates)[number]

export const adhocMetric = z.looseObject({
  expressionType: z.enum(['SIMPLE', 'SQL']).nullish(),
  label: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
  optionName: z.string().nullish(),
  column: z.looseObject({ column_name: z.string().nullish() }).nullish(),
  aggregate: z.string().nullish(),
  sqlExpression: z.string().nullish(),
})
export type AdhocMetric = z.infer<typeof adhocMetric>

export const queryMetric = z.union([z.string(), adhocMetric])
export type QueryMetric = z.infer<typeof queryMetric>

export const filterOperators = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'NOT LIKE',
  'ILIKE',
  'NOT ILIKE',
  'IS NULL',
  'IS NOT NULL',
  'IN',
  'NOT IN',
  'IS TRUE',
  'IS FALSE',
  'TEMPORAL_RANGE',
] as const
export type FilterOperator = (typeof filterOperators)[number]

export const filterClause = z.looseObject({
  col: queryColumn,
  op: z.string(),
  val: z.unknown().optional(),
  grain: z.string().nullish(),
  isExtra: z.boolean().nullish(),
})
export type FilterClause = z.infer<typeof filterClause>

export const queryExtras = z.looseObject({
  where: z.string().nullish(),
  having: z.string().nullish(),
  time_grain_sqla: z.string().nullish(),
  relative_start: z.string().nullish(),
  relative_end: z.string().nullish(),
  instant_time_comparison_range: z.string().nullish(),
  column_order: z.array(z.string()).nullish(),
  transpile_to_dialect: z.boolean().nullish(),
})
export type QueryExtras = z.infer<typeof queryExtras>

export const postProcessingOperation = z.looseObject({ operation: z.string(), options: z.record(z.string(), z.unknown()).nullish() })
export type PostProcessingOperation = z.infer<typeof postProcessingOperation>

export const annotationLayer = z.looseObject({
  name: z.string(),
  annotationType: z.string(),
  sourceType: z.string().nullish(),
  value: z.unknown(),
})
export type AnnotationLayer = z.infer<typeof annotationLayer>

export const datasourceRef = z.looseObject({ id: z.union([z.number(), z.string()]), type: z.string().nullish() })
export type DatasourceRef = z.infer<typeof datasourceRef>

export const resultTypes = ['columns', 'full', 'query', 'results', 'samples', 'timegrains', 'post_processed', 'drill_detail'] as const
export type ResultType = (typeof resultTypes)[number]
export const resultFormats = ['csv', 'json', 'xlsx'] as const
export type ResultFormat = (typeof resultFormats)[number]

export const queryObject = z.looseObject({
  columns: z.array(queryColumn).nullish(),
  metrics: z.array(queryMetric).nullish(),
  groupby: z.array(queryColumn).nullish(),
  filters: z.array(filterClause).nullish(),
  extras: queryExtras.nullish(),
  where: z.string().nullish(),
  having: z.string().nullish(),
  granularity: z.string().nullish(),
  granularity_sqla: z.string().nullish(),
  time_range: z.string().nullish(),
  time_shift: z.string().nullish(),
  time_offsets: z.array(z.string()).nullish(),
  is_timeseries: z.boolean().nullish(),
  row_limit: z.number().nullish(),
  row_offset: z.number().nullish(),
  order_desc: z.boolean().nullish(),
  orderby: z.array(z.tuple([z.union([queryColumn, queryMetric]), z.boolean()])).nullish(),
  series_columns: z.array(queryColumn).nullish(),
  series_limit: z.number().nullish(),
  series_limit_metric: queryMetric.nullish(),
  group_others_when_limit_reached: z.boolean().nullish(),
  timeseries_limit: z.number().nullish(),
  timeseries_limit_metric: queryMetric.nullish(),
  post_processing: z.array(postProcessingOperation.nullable()).nullish(),
  annotation_layers: z.array(annotationLayer).nullish(),
  applied_time_extras: z.record(z.string(), z.string()).nullish(),
  apply_fetch_values_predicate: z.boolean().nullish(),
  is_rowcount: z.boolean().nullish(),
  url_params: z.record(z.string(), z.string()).nullish(),
  custom_params: z.record(z.string(), z.unknown()).nullish(),
  datasource: datasourceRef.nullish(),
  result_type: z.enum(resultTypes).nullish(),
})
export type QueryObject = z.infer<typeof queryObject>

export const queryContext = z.looseObject({
  datasource: datasourceRef,
  queries: z.array(queryObject),
  force: z.boolean().nullish(),
  result_type: z.enum(resultTypes).nullish(),
  result_format: z.enum(resultFormats).nullish(),
  custom_cache_timeout: z.number().nullish(),
  form_data: z.unknown().optional(),
})
export type QueryContext = z.infer<typeof queryContext>

/** What a chart was configured with: the values of its controls, under the wire's names. */
export type FormData = { viz_type: string; datasource: string } & { [control: string]: unknown }
