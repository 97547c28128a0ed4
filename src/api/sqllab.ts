import { z } from 'zod'
import { body, flag, integer, mapping, text } from './declare/field.ts'
import { pathId } from './declare/resource.ts'
import { route } from './declare/route.ts'
import { queryState } from './query.ts'

/** SQL Lab: statements, their results, links to them, and the tabs of the editor. */
const tag = 'sqllab'
const view = 'SQLLab'

/** Scripts may be long; the handler rejects what is too long to run, with the bound in the message. */
export const scriptBodyBytes = 8 * 1024 * 1024

const optionalText = (max?: number) =>
  text(max === undefined ? {} : { max })
    .nullable()
    .optional()

/** Longer waits are for `sqllabFollow`, which tells how far a query is. */
const maxWaitMs = 10_000

const waitedMs = () =>
  integer().refine((ms) => ms >= 0 && ms <= maxWaitMs, {
    error: `Must be greater than or equal to 0 and less than or equal to ${maxWaitMs}.`,
  })

const executeBody = body({
  database_id: integer(),
  sql: text(),
  client_id: optionalText(11),
  queryLimit: integer().nullable().optional(),
  sql_editor_id: optionalText(256),
  catalog: optionalText(256),
  schema: optionalText(256),
  tab: optionalText(256),
  ctas_method: optionalText(),
  templateParams: optionalText(),
  tmp_table_name: optionalText(256),
  select_as_cta: flag().nullable().optional(),
  json: flag().nullable().optional(),
  runAsync: flag().nullable().optional(),
  /** With `runAsync`: how long to wait for the result, in ms; one that comes by then is the answer. */
  wait_ms: waitedMs().optional(),
  expand_data: flag().nullable().optional(),
})
export type ExecuteBody = z.output<typeof executeBody>

const resultColumn = z.object({
  column_name: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  type_generic: z.number(),
  is_dttm: z.boolean(),
})
export type ResultColumn = z.output<typeof resultColumn>

const queryResult = z.object({
  query_id: z.number(),
  status: z.string(),
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(resultColumn),
  selected_columns: z.array(resultColumn),
  expanded_columns: z.array(resultColumn),
  query: queryState,
})

/** The result of a query, or how far it is. */
const resultOrQuery = z.union([queryResult, z.object({ query: queryState })])

const opening = {
  method: 'POST',
  access: ['can_read', view],
  summary: 'The page, with a query that a form asks to open',
  tag,
  accepts: 'form',
  maxBodyBytes: scriptBodyBytes,
  body: z.record(z.string(), z.string()).nullish(),
  answers: 'page',
} as const

export const sqllabOpen = route({ ...opening, path: '/sqllab/' })
export const sqllabOpenLegacy = route({ ...opening, path: '/superset/sqllab/' })

export const sqllabExecute = route({
  method: 'POST',
  path: '/api/v1/sqllab/execute/',
  access: ['can_execute_sql_query', view],
  summary: 'Run a script: the result of its last statement, or with `runAsync` the started query unless it ends within `wait_ms`',
  tag,
  maxBodyBytes: scriptBodyBytes,
  body: executeBody,
  typedFaults: 'format',
  answers: 'bytes',
  result: resultOrQuery,
})

export const sqllabResults = route({
  method: 'GET',
  path: '/api/v1/sqllab/results/',
  access: ['can_get_results', view],
  summary: 'A stored result',
  tag,
  q: z.object({ key: z.string() }),
  answers: 'bytes',
  result: queryResult,
})

export const sqllabFollow = route({
  method: 'GET',
  path: '/api/v1/sqllab/follow/:client_id/',
  access: ['can_get_results', view],
  summary: 'The result of a query; its state while it runs, where it has failed, and where its result is not kept',
  tag,
  params: z.object({ client_id: z.string() }),
  /** `wait_ms`: how long to wait for its end. */
  q: z.object({ wait_ms: waitedMs() }),
  answers: 'bytes',
  result: resultOrQuery,
})

/** File formats of a download. */
export const exportFormats = ['csv', 'xlsx', 'json', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const sqllabExport = route({
  method: 'GET',
  path: '/api/v1/sqllab/export/:client_id/',
  access: ['can_export_csv', view],
  summary: 'Download of a query: its result, or with `full` all rows that its statement gives',
  tag,
  params: z.object({ client_id: z.string() }),
  query: z.object({ format: z.enum(exportFormats).default('csv'), full: z.stringbool().optional() }),
  answers: 'bytes',
  result: z.array(z.record(z.string(), z.unknown())),
})

export const sqllabExportStreaming = route({
  method: 'POST',
  path: '/api/v1/sqllab/export_streaming/',
  access: ['can_read', view],
  summary: 'Download of a query as streamed CSV',
  tag,
  accepts: 'form',
  body: z.object({ client_id: z.string().optional(), filename: z.string().optional(), expected_rows: z.string().optional() }).nullish(),
  answers: 'stream',
})

const profileValue = z.union([z.string(), z.number()]).nullable()

const columnProfile = z.object({
  rows: z.number(),
  blank: z.number(),
  /** Null where the engine cannot compare the values. */
  distinct: z.number().nullable(),
  /** Of numbers and times. */
  lowest: profileValue,
  highest: profileValue,
  mean: z.number().nullable(),
  /** The most frequent values first. */
  top: z.array(z.object({ value: profileValue, count: z.number() })),
  /** Numbers of rows in equal steps from the lowest to the highest number. */
  bins: z.array(z.number()),
})
export type ColumnProfile = z.output<typeof columnProfile>

export const sqllabProfile = route({
  method: 'POST',
  path: '/api/v1/sqllab/profile/',
  access: ['can_execute_sql_query', view],
  summary: "Facts about a column of a query's rows, computed by the engine over all rows that its statement gives",
  tag,
  body: body({ client_id: text(), column: text() }),
  result: z.object({ result: columnProfile }),
})

export const sqllabFormat = route({
  method: 'POST',
  path: '/api/v1/sqllab/format_sql/',
  access: ['can_read', view],
  summary: 'Format a script; with `template_params`, its templates are rendered first',
  tag,
  maxBodyBytes: scriptBodyBytes,
  body: body({
    sql: text(),
    engine: optionalText(),
    database_id: integer().nullable().optional(),
    template_params: optionalText(),
  }),
  result: z.object({ result: z.string() }),
})

export const sqllabCatalogs = route({
  method: 'GET',
  path: '/api/v1/sqllab/catalogs/',
  access: ['can_read', view],
  summary: 'The catalogs of a database that the caller may look into, and the one that it is connected to',
  tag,
  q: z.object({ database_id: z.number(), force: z.boolean().optional() }),
  result: z.object({ result: z.array(z.string()), default: z.string().nullable() }),
})

const scriptFault = z.object({
  message: z.string(),
  /** From 1. */
  line: z.number(),
  /** Columns from 0. */
  from: z.number(),
  to: z.number(),
})
export type ScriptFault = z.output<typeof scriptFault>

export const sqllabCheck = route({
  method: 'POST',
  path: '/api/v1/sqllab/check/',
  access: ['can_execute_sql_query', view],
  summary: 'Where the queries of a script cannot be parsed, without running them',
  tag,
  maxBodyBytes: scriptBodyBytes,
  body: body({ database_id: integer(), sql: text() }),
  result: z.object({ result: z.array(scriptFault) }),
})

export const sqllabEstimate = route({
  method: 'POST',
  path: '/api/v1/sqllab/estimate/',
  access: ['can_estimate_query_cost', view],
  summary: "The engine's estimate of what each statement costs",
  tag,
  maxBodyBytes: scriptBodyBytes,
  body: body({
    database_id: integer(),
    sql: text(),
    template_params: mapping().nullable().optional(),
    catalog: optionalText(),
    schema: optionalText(),
  }),
  result: z.object({ result: z.array(z.record(z.string(), z.string())) }),
})

const planStep = z.object({
  /** 0 for what gives the result; the steps that it reads from are one deeper. */
  depth: z.number(),
  name: z.string(),
  detail: z.string().nullable(),
  rows: z.number().nullable(),
  timeMs: z.number().nullable(),
})
export type PlanStep = z.output<typeof planStep>

export const sqllabExplain = route({
  method: 'POST',
  path: '/api/v1/sqllab/explain/',
  access: ['can_execute_sql_query', view],
  summary: 'How the engine runs the last statement of a script, step by step',
  tag,
  maxBodyBytes: scriptBodyBytes,
  body: body({
    database_id: integer(),
    sql: text(),
    templateParams: optionalText(),
    catalog: optionalText(),
    schema: optionalText(),
  }),
  result: z.object({ result: z.array(planStep) }),
})

const linkState = body({
  dbId: integer(),
  name: text(),
  sql: text(),
  schema: optionalText(),
  catalog: optionalText(),
  autorun: flag().optional(),
  templateParams: optionalText(),
})

export const sqllabPermalinkCreate = route({
  method: 'POST',
  path: '/api/v1/sqllab/permalink',
  access: ['can_write', 'SqlLabPermalinkRestApi'],
  summary: 'A link that opens a script',
  tag,
  maxBodyBytes: scriptBodyBytes,
  body: linkState,
  result: z.object({ key: z.string(), url: z.string() }),
})

export const sqllabPermalinkGet = route({
  method: 'GET',
  path: '/api/v1/sqllab/permalink/:key',
  access: ['can_read', 'SqlLabPermalinkRestApi'],
  summary: 'What a link opens',
  tag,
  params: z.object({ key: z.string() }),
  result: z.object({ dbId: z.number(), name: z.string(), sql: z.string() }).catchall(z.unknown()),
})

const tableSchema = z.object({
  id: z.number(),
  tab_state_id: z.number(),
  database_id: z.number(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table: z.string(),
  description: z.unknown(),
  expanded: z.boolean(),
})

const tabState = z.object({
  id: z.number(),
  user_id: z.number(),
  label: z.string().nullable(),
  active: z.boolean(),
  database_id: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table_schemas: z.array(tableSchema),
  sql: z.string().nullable(),
  query_limit: z.number().nullable(),
  latest_query: queryState.nullable(),
  autorun: z.boolean(),
  template_params: z.string().nullable(),
  hide_left_bar: z.boolean(),
  saved_query: z.object({ id: z.number() }).nullable(),
  extra_json: z.record(z.string(), z.unknown()),
})
export type TabState = z.output<typeof tabState>

const tabTitle = z.object({ id: z.number(), label: z.string().nullable() })

export const sqllabBootstrap = route({
  method: 'GET',
  path: '/api/v1/sqllab/',
  access: ['can_read', view],
  summary: 'What the page starts with: tabs in their order, the active one, databases, and latest queries',
  tag,
  result: z.object({
    result: z.object({
      active_tab: tabState.nullable(),
      databases: z.record(z.string(), z.record(z.string(), z.unknown())),
      queries: z.record(z.string(), queryState),
      tab_state_ids: z.array(tabTitle),
    }),
  }),
})

export const sqllabClosedTabs = route({
  method: 'GET',
  path: '/api/v1/sqllab/closed_tabs',
  access: ['can_get', 'TabStateView'],
  summary: 'Closed tabs, the last one first',
  tag,
  result: z.object({ result: z.array(tabTitle.extend({ sql: z.string().nullable(), closed_on: z.string() })) }),
})

/** The old views, whose errors have their own shape. Every field of their forms is JSON. */
const old = { refuses: 'as old views', tag } as const
const tabParams = z.object({ tab_state_id: pathId() })
const form = z.record(z.string(), z.string()).nullish()

export const tabCreate = route({
  ...old,
  method: 'POST',
  path: '/tabstateview/',
  access: ['can_post', 'TabStateView'],
  summary: 'Open a tab, which becomes the active one',
  accepts: 'form',
  maxBodyBytes: scriptBodyBytes,
  body: form,
  result: z.object({ id: z.number() }),
})

export const tabGet = route({
  ...old,
  method: 'GET',
  path: '/tabstateview/:tab_state_id',
  access: ['can_get', 'TabStateView'],
  summary: 'One tab',
  params: tabParams,
  result: tabState,
})

export const tabUpdate = route({
  ...old,
  method: 'PUT',
  path: '/tabstateview/:tab_state_id',
  access: ['can_put', 'TabStateView'],
  summary: 'Change fields of a tab; `sql_splice` (from, to, insert) changes a part of the text that the version of `If-Match` has',
  accepts: 'form',
  maxBodyBytes: scriptBodyBytes,
  params: tabParams,
  body: form,
  result: z.number(),
})

export const tabDelete = route({
  ...old,
  method: 'DELETE',
  path: '/tabstateview/:tab_state_id',
  access: ['can_delete', 'TabStateView'],
  summary: 'Close a tab',
  params: tabParams,
  result: z.string(),
})

export const tabActivate = route({
  ...old,
  method: 'POST',
  path: '/tabstateview/:tab_state_id/activate',
  access: ['can_activate', 'TabStateView'],
  summary: 'Make a tab the active one; a closed one is opened again',
  accepts: 'form',
  params: tabParams,
  result: z.number(),
})

export const tabMigrateQuery = route({
  ...old,
  method: 'POST',
  path: '/tabstateview/:tab_state_id/migrate_query',
  access: ['can_migrate_query', 'TabStateView'],
  summary: 'Attach a query to a tab',
  accepts: 'form',
  params: tabParams,
  body: form,
  result: z.number(),
})

export const tabDeleteQuery = route({
  ...old,
  method: 'DELETE',
  path: '/tabstateview/:tab_state_id/query/:client_id',
  access: ['can_delete_query', 'TabStateView'],
  summary: 'Remove a query from the history of a tab',
  params: tabParams.extend({ client_id: z.string() }),
  result: z.string(),
})

const tableParams = z.object({ table_schema_id: pathId() })

export const tableSchemaCreate = route({
  ...old,
  method: 'POST',
  path: '/tableschemaview/',
  access: ['can_post', 'TableSchemaView'],
  summary: 'Keep a table open in a tab',
  accepts: 'form',
  body: form,
  result: z.object({ id: z.number() }),
})

export const tableSchemaDelete = route({
  ...old,
  method: 'DELETE',
  path: '/tableschemaview/:table_schema_id',
  access: ['can_delete', 'TableSchemaView'],
  summary: 'Forget a table of a tab',
  params: tableParams,
  result: z.string(),
})

export const tableSchemaExpanded = route({
  ...old,
  method: 'POST',
  path: '/tableschemaview/:table_schema_id/expanded',
  access: ['can_expanded', 'TableSchemaView'],
  summary: 'Show or hide the columns of a table',
  accepts: 'form',
  params: tableParams,
  body: form,
  result: z.object({ id: z.number(), expanded: z.boolean() }),
})
