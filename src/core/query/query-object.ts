/*
 * The query object and its parts as they travel (reference/query-object.md §2, §3, §8), deprecated shapes among them.
 * Validation and its messages are in `api/query-context.ts`.
 */

export type AdhocColumn = {
  [key: string]: unknown
  label?: string | null
  sqlExpression?: string | null
  expressionType?: 'SQL' | null
  columnType?: 'BASE_AXIS' | 'SERIES' | null
  timeGrain?: string | null
  hasCustomLabel?: boolean | null
  isColumnReference?: boolean | null
  optionName?: string | null
}

export type QueryColumn = string | AdhocColumn

export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const
export type Aggregate = (typeof aggregates)[number]

export type AdhocMetric = {
  [key: string]: unknown
  expressionType?: 'SIMPLE' | 'SQL' | null
  label?: string | null
  hasCustomLabel?: boolean | null
  optionName?: string | null
  column?: { [key: string]: unknown; column_name?: string | null } | null
  aggregate?: string | null
  sqlExpression?: string | null
}

export type QueryMetric = string | AdhocMetric

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

export type FilterClause = {
  [key: string]: unknown
  col: QueryColumn
  op: string
  val?: unknown
  grain?: string | null
  isExtra?: boolean | null
}

export type QueryExtras = {
  [key: string]: unknown
  where?: string | null
  having?: string | null
  time_grain_sqla?: string | null
  relative_start?: string | null
  relative_end?: string | null
  instant_time_comparison_range?: string | null
  column_order?: string[] | null
  transpile_to_dialect?: boolean | null
}

export type PostProcessingOperation = {
  [key: string]: unknown
  operation: string
  options?: Record<string, unknown> | null
}

export type AnnotationLayer = {
  [key: string]: unknown
  name: string
  annotationType: string
  sourceType?: string | null
  value?: unknown
}

export const datasourceTypes = ['table', 'dataset', 'query', 'saved_query', 'view'] as const
export type DatasourceType = (typeof datasourceTypes)[number]

export type DatasourceRef = {
  [key: string]: unknown
  id: number | string
  type?: string | null
}

export const resultTypes = ['columns', 'full', 'query', 'results', 'samples', 'timegrains', 'post_processed', 'drill_detail'] as const
export type ResultType = (typeof resultTypes)[number]
export const resultFormats = ['csv', 'json', 'xlsx'] as const
export type ResultFormat = (typeof resultFormats)[number]

export type QueryObject = {
  [key: string]: unknown
  columns?: QueryColumn[] | null
  metrics?: QueryMetric[] | null
  groupby?: QueryColumn[] | null
  filters?: FilterClause[] | null
  extras?: QueryExtras | null
  where?: string | null
  having?: string | null
  granularity?: string | null
  granularity_sqla?: string | null
  time_range?: string | null
  time_shift?: string | null
  time_offsets?: string[] | null
  is_timeseries?: boolean | null
  row_limit?: number | null
  row_offset?: number | null
  order_desc?: boolean | null
  orderby?: [QueryColumn | QueryMetric, boolean][] | null
  series_columns?: QueryColumn[] | null
  series_limit?: number | null
  series_limit_metric?: QueryMetric | null
  group_others_when_limit_reached?: boolean | null
  timeseries_limit?: number | null
  timeseries_limit_metric?: QueryMetric | null
  post_processing?: (PostProcessingOperation | null)[] | null
  annotation_layers?: AnnotationLayer[] | null
  applied_time_extras?: Record<string, string> | null
  apply_fetch_values_predicate?: boolean | null
  is_rowcount?: boolean | null
  url_params?: Record<string, string> | null
  custom_params?: Record<string, unknown> | null
  datasource?: DatasourceRef | null
  result_type?: ResultType | null
}

export type QueryContext = {
  [key: string]: unknown
  datasource: DatasourceRef
  queries: QueryObject[]
  force?: boolean | null
  result_type?: ResultType | null
  result_format?: ResultFormat | null
  custom_cache_timeout?: number | null
  form_data?: unknown
}

/** What a chart was configured with: the values of its controls, under the wire's names. */
export type FormData = { viz_type: string; datasource: string } & { [control: string]: unknown }
