import { z } from 'zod'
import { connectionTrial, databasePatch, newDatabase, parametersToCheck } from './bodies/database.ts'
import { body, mapping, text } from './declare/field.ts'
import {
  deleteRoute,
  infoRoute,
  listRoute,
  message,
  person,
  pk,
  relatedObjects,
  relatedRoute,
  restoreRoute,
  versionsRoute,
} from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'database'
const named = { tag, view: 'Database' } as const
const read = ['can_read', 'Database'] as const
const write = ['can_write', 'Database'] as const

/** A database as lists show it. */
const databaseRow = z.object({
  id: z.number(),
  uuid: z.string(),
  database_name: z.string(),
  backend: z.string(),
  configuration_method: z.string(),
  extra: z.string(),
  force_ctas_schema: z.string().nullable(),
  expose_in_sqllab: z.boolean(),
  allow_run_async: z.boolean(),
  allow_file_upload: z.boolean(),
  allow_ctas: z.boolean(),
  allow_cvas: z.boolean(),
  allow_dml: z.boolean(),
  allow_multi_catalog: z.boolean(),
  allows_cost_estimate: z.boolean().nullable(),
  allows_subquery: z.boolean(),
  allows_virtual_table_explore: z.boolean(),
  disable_data_preview: z.boolean(),
  disable_drill_to_detail: z.boolean(),
  explore_database_id: z.number(),
  engine_information: z.record(z.string(), z.unknown()),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  changed_by: person.omit({ id: true }).nullable(),
  created_by: person.omit({ id: true }).nullable(),
})

export const databaseList = listRoute({ ...named, row: databaseRow })
export const databaseInfo = infoRoute(named)
export const databaseRelated = relatedRoute(named)
export const databaseVersions = versionsRoute(named)
export const databaseDelete = deleteRoute({ ...named, ids: 'digits' })
export const databaseRestore = restoreRoute(named)

const saved = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) })

const about = <const P extends string, const S extends z.ZodType>(path: P, summary: string, result: S) =>
  route({ method: 'GET', path: `/api/v1/database/:pk${path}`, access: read, summary, tag, ids: 'digits', params: pk, result })

const databaseRecord = databaseRow
  .pick({
    id: true,
    uuid: true,
    database_name: true,
    backend: true,
    configuration_method: true,
    force_ctas_schema: true,
    expose_in_sqllab: true,
    allow_run_async: true,
    allow_file_upload: true,
    allow_ctas: true,
    allow_cvas: true,
    allow_dml: true,
    engine_information: true,
  })
  .extend({
    cache_timeout: z.number().nullable(),
    driver: z.string().nullable(),
    impersonate_user: z.boolean(),
    is_managed_externally: z.boolean(),
  })

const connectionRecord = databaseRecord.extend({
  extra: z.string(),
  masked_encrypted_extra: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  parameters_schema: z.record(z.string(), z.unknown()),
  server_cert: z.string().nullable(),
  sqlalchemy_uri: z.string(),
  ssh_tunnel: z.record(z.string(), z.unknown()).nullable(),
})
/** The response for a database that does not exist. */
const noConnection = z.object({ is_managed_externally: z.literal(false) })
const parameterField = z.object({ type: z.string().optional(), description: z.string().nullable().optional() }).catchall(z.unknown())

export type ParameterField = z.output<typeof parameterField>

const availableEngine = z.object({
  name: z.string(),
  engine: z.string(),
  available_drivers: z.array(z.string()),
  preferred: z.boolean(),
  engine_information: z.record(z.string(), z.unknown()),
  supports_oauth2: z.boolean(),
  sqlalchemy_uri_placeholder: z.string(),
  /** Ours: it has not been tried against a real server. */
  is_untried: z.boolean().optional(),
  /** Ours: the driver that has to be installed before it can be connected. */
  missing_driver: z.object({ name: z.string(), version: z.string(), size_mb: z.number() }).optional(),
  default_driver: z.string().optional(),
  /** For engines with a form: a JSON schema of its fields. */
  parameters: z
    .object({ properties: z.record(z.string(), parameterField).optional(), required: z.array(z.string()).optional() })
    .catchall(z.unknown())
    .optional(),
})
export type AvailableEngine = z.output<typeof availableEngine>

export const databaseDriverInstall = route({
  method: 'POST',
  path: '/api/v1/database/driver/:engine',
  access: write,
  summary: 'Install the driver of an engine into the data directory',
  tag,
  params: z.object({ engine: z.string() }),
  result: z.object({ job_id: z.string() }),
})
export const databaseGet = about('', 'One database', z.object({ id: z.number(), result: databaseRecord }))
const openTab = z.object({ id: z.number(), label: z.string().nullable(), active: z.boolean() })

export const databaseRelatedObjects = about(
  '/related_objects/',
  'Charts, dashboards and tabs of SQL Lab on a database',
  relatedObjects.extend({ sqllab_tab_states: z.object({ count: z.number(), result: z.array(openTab) }) }),
)
export const databaseFunctionNames = about('/function_names/', 'Functions of the engine', z.object({ function_names: z.array(z.string()) }))
export const databaseHealth = about(
  '/health/',
  'Whether the database answers, why it last did not, how many statements run and wait on it, and its connections',
  z.object({
    is_reachable: z.boolean(),
    checked_at: z.string(),
    last_error: z.object({ message: z.string(), at: z.string() }).nullable(),
    pool: z.object({
      running: z.number(),
      waiting: z.number(),
      /** Statements that may run at once. */
      slots: z.number(),
      /** Connections; idle ones are closed after a while. */
      open: z.number(),
      idle: z.number(),
    }),
  }),
)
export const databaseUploadSchemas = about(
  '/schemas_access_for_file_upload/',
  'Schemas that take uploads',
  z.object({ schemas: z.array(z.string()) }),
)

export const databaseConnection = route({
  method: 'GET',
  path: '/api/v1/database/:pk/connection',
  access: write,
  summary: 'How a database is connected; passwords are masked',
  tag,
  ids: 'digits',
  params: pk,
  result: z.object({ id: z.number(), result: z.union([connectionRecord, noConnection]) }),
})

export const databaseCreate = route({
  method: 'POST',
  path: '/api/v1/database/',
  access: write,
  summary: 'Connect a database',
  tag,
  typedFaults: 'format',
  faultStatus: 422,
  body: newDatabase,
  result: saved,
})

export const databaseUpdate = route({
  method: 'PUT',
  path: '/api/v1/database/:pk',
  access: write,
  summary: 'Update',
  tag,
  ids: 'digits',
  params: pk,
  body: databasePatch,
  result: saved,
})

export const databaseTest = route({
  method: 'POST',
  path: '/api/v1/database/test_connection/',
  access: write,
  summary: 'Try a connection',
  tag,
  typedFaults: 'format',
  body: connectionTrial,
  /** Ours: the fingerprint of the host key of its SSH server. */
  result: message.extend({ ssh_host_key: z.string().optional() }),
})

export const databaseValidateParameters = route({
  method: 'POST',
  path: '/api/v1/database/validate_parameters/',
  access: write,
  summary: 'Check the fields of a connection form, then connect',
  tag,
  typedFaults: 'fields',
  body: parametersToCheck,
  result: message,
})

export const databaseAvailable = route({
  method: 'GET',
  path: '/api/v1/database/available/',
  access: read,
  summary: 'Engines that can be connected',
  tag,
  result: z.object({ databases: z.array(availableEngine) }),
})

const sqlFault = z.object({
  message: z.string(),
  line_number: z.number().nullable(),
  start_column: z.number().nullable(),
  end_column: z.number().nullable(),
})

export const databaseValidateSql = route({
  method: 'POST',
  path: '/api/v1/database/:pk/validate_sql/',
  access: read,
  summary: 'Faults of a statement, without running it',
  tag,
  ids: 'digits',
  params: pk,
  body: body({
    sql: text(),
    schema: text().nullable().optional(),
    catalog: text().nullable().optional(),
    template_params: mapping().nullable().optional(),
  }),
  result: z.object({ result: z.array(sqlFault) }),
})

export const databaseTunnelDelete = route({
  method: 'DELETE',
  path: '/api/v1/database/:pk/ssh_tunnel/',
  access: write,
  summary: 'Connect without the SSH tunnel from now on',
  tag,
  ids: 'digits',
  params: pk,
  result: message,
})

export const databaseSyncPermissions = route({
  method: 'POST',
  path: '/api/v1/database/:pk/sync_permissions/',
  access: write,
  summary: 'Make the permission pairs of the database again',
  tag,
  ids: 'digits',
  params: pk,
  result: message,
})
