import { z } from 'zod'
import { body, flag, text } from './declare/field.ts'
import { distinctRoute, listRoute, recordRoute, relatedRoute } from './declare/resource.ts'
import { route } from './declare/route.ts'

/** What people ran in SQL Lab: their own queries; who has `all_query_access` sees everybody's. */
const named = { tag: 'query', view: 'Query' } as const
const { tag, view } = named

/** Epoch milliseconds, as a number or as the text of one. */
const moment = z.union([z.number(), z.string()]).nullable()

/** A query as SQL Lab follows it. */
export const queryState = z.object({
  changed_on: z.string(),
  dbId: z.number(),
  db: z.string().nullable(),
  endDttm: moment,
  errorMessage: z.string().nullable(),
  executedSql: z.string().nullable(),
  /** The name that the client gave it. */
  id: z.string(),
  queryId: z.number(),
  limit: z.number().nullable(),
  limitingFactor: z.string(),
  progress: z.number(),
  rows: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  ctas: z.boolean(),
  serverId: z.number(),
  sql: z.string(),
  sqlEditorId: z.string().nullable(),
  startDttm: moment,
  state: z.string(),
  tab: z.string().nullable(),
  tempSchema: z.string().nullable(),
  tempTable: z.string().nullable(),
  userId: z.number().nullable(),
  user: z.string(),
  resultsKey: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Once it has run, `columns`; meanwhile `queue_place` or `rows_so_far`; of a failed one, `errors`. */
  extra: z.record(z.string(), z.unknown()),
})
export type QueryState = z.output<typeof queryState>

const table = z.object({ catalog: z.string().nullable(), schema: z.string().nullable(), table: z.string() })

const queryRow = z.object({
  id: z.number(),
  client_id: z.string(),
  changed_on: z.string(),
  database: z.object({ id: z.number(), database_name: z.string() }).nullable(),
  end_result_backend_time: moment,
  end_time: moment,
  error_message: z.string().nullable(),
  executed_sql: z.string().nullable(),
  limit: z.number().nullable(),
  limiting_factor: z.string(),
  progress: z.number(),
  results_key: z.string().nullable(),
  rows: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  select_as_cta: z.boolean(),
  select_as_cta_used: z.boolean(),
  select_sql: z.string().nullable(),
  sql: z.string(),
  sql_editor_id: z.string().nullable(),
  sql_tables: z.array(table),
  start_running_time: moment,
  start_time: moment,
  status: z.string(),
  tab_name: z.string().nullable(),
  template_params: z.string().nullable(),
  tmp_schema_name: z.string().nullable(),
  tmp_table_name: z.string().nullable(),
  tracking_url: z.string().nullable(),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
})

export const queryList = listRoute({ ...named, row: queryRow })
export const queryRelated = relatedRoute(named)
export const queryDistinct = distinctRoute(named)

export const queryGet = recordRoute({ ...named, row: queryRow, summary: 'One query' })

export const queryUpdatedSince = route({
  method: 'GET',
  path: '/api/v1/query/updated_since',
  access: ['can_read', view],
  summary: 'Own queries that changed after a time, with the state of those that run',
  tag,
  q: z.object({ last_updated_ms: z.number() }),
  result: z.object({ result: z.array(queryState) }),
})

export const queryStop = route({
  method: 'POST',
  path: '/api/v1/query/stop',
  access: ['can_read', view],
  summary: 'Stop a query at its engine',
  tag,
  /** `leaving`: it is stopped only where the database's setting ends queries when their user leaves the page. */
  body: body({ client_id: text(), leaving: flag().optional() }),
  result: z.object({ result: z.string() }),
})
