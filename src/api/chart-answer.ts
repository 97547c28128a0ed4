import { z } from 'zod'

/** What chart data answers (reference/query-object.md §9). */

const record = z.record(z.string(), z.unknown())
const applied = z.array(z.object({ column: z.string() }))
const rejected = z.array(z.object({ column: z.string(), reason: z.string() }))

const step = z.object({
  step: z.enum(['fetch', 'main', 'offset', 'post_processing']),
  sql: z.string().optional(),
  /** A table of another database. */
  table: z.string().optional(),
  offset: z.string().optional(),
  operation: z.string().optional(),
  options: record.optional(),
})

const explainedFilter = z.object({
  column: z.string().nullable(),
  op: z.string(),
  val: z.unknown(),
  from: z.enum(['chart', 'dashboard', 'dataset', 'row_level_security']),
  applied: z.boolean(),
  reason: z.string().optional(),
})

const lastRun = z.object({
  ran_on: z.string(),
  phases_ms: z.record(z.string(), z.number()),
  rows: z.number(),
  rows_scanned: z.number().nullable(),
  shared: z.boolean(),
})

/** Why a number is what it is and what it took. */
export const explanation = z.object({
  steps: z.array(step),
  filters: z.array(explainedFilter),
  applied_filters: applied,
  rejected_filters: rejected,
  applied_template_filters: z.array(z.string()),
  cache: z.object({
    key: z.string(),
    state: z.enum(['fresh', 'stale', 'none']),
    stored_on: z.string().nullable(),
    age_seconds: z.number().nullable(),
    timeout: z.number(),
  }),
  last_run: lastRun.nullable(),
})
export type Explanation = z.infer<typeof explanation>
export type ExplainedFilter = z.infer<typeof explainedFilter>
export type LastRun = z.infer<typeof lastRun>

/** The answer of one query; which fields it has depends on the result type. */
export const queryAnswer = z.object({
  /** Rows, or the columns or grains of the dataset; of post-processed results columns by name, each with its values by row. */
  data: z.union([z.array(record), z.record(z.string(), record)]).optional(),
  /** Names of several levels are lists: those of a pivot table. */
  colnames: z.array(z.union([z.string(), z.array(z.unknown())])).optional(),
  coltypes: z.array(z.number()).optional(),
  indexnames: z.array(z.unknown()).optional(),
  label_map: z.record(z.string(), z.array(z.string())).optional(),
  /** After post-processing. */
  rowcount: z.number().optional(),
  /** As the database returned them. */
  sql_rowcount: z.number().optional(),
  /** What the rows leave out, when they were cut. */
  warning: z.string().optional(),
  detected_currency: z.null().optional(),
  result_format: z.enum(['json']).optional(),
  query: z.string().optional(),
  language: z.literal('sql').optional(),
  explain: explanation.optional(),
  error: z.string().nullish(),
  stacktrace: z.null().optional(),
  status: z.literal('success').optional(),
  is_cached: z.literal(true).nullish(),
  cache_key: z.string().optional(),
  cache_timeout: z.number().optional(),
  cached_dttm: z.string().nullish(),
  queried_dttm: z.string().optional(),
  /** Of materialized tables: when their rows were read from the source. */
  data_dttm: z.string().optional(),
  /** Epoch ms on the wall clock of the range. */
  from_dttm: z.number().nullish(),
  to_dttm: z.number().nullish(),
  annotation_data: record.optional(),
  applied_filters: applied.optional(),
  rejected_filters: rejected.optional(),
  applied_template_filters: z.array(z.string()).optional(),
})
export type WireQueryAnswer = z.infer<typeof queryAnswer>

export const chartAnswer = z.object({ result: z.array(queryAnswer) })
