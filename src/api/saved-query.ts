import { z } from 'zod'
import { savedQueryBody } from './bodies/saved-query.ts'
import { idsQ } from './declare/q.ts'
import {
  bulkDeleteRoute,
  deleteRoute,
  distinctRoute,
  infoRoute,
  listRoute,
  person,
  pk,
  recordRoute,
  relatedRoute,
  tagOnObject,
} from './declare/resource.ts'
import { route } from './declare/route.ts'

/** Queries that users keep; each is only for its creator, and for admins. */
const named = { tag: 'saved_query', view: 'SavedQuery' } as const
const { tag, view } = named
const path = '/api/v1/saved_query/'

const table = z.object({ catalog: z.string().nullable(), schema: z.string().nullable(), table: z.string() })

const savedQueryRow = z.object({
  id: z.number(),
  label: z.string().nullable(),
  description: z.string().nullable(),
  sql: z.string().nullable(),
  sql_tables: z.array(table),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  db_id: z.number().nullable(),
  database: z.object({ id: z.number(), database_name: z.string() }).nullable(),
  template_parameters: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()),
  rows: z.number().nullable(),
  tags: z.array(tagOnObject),
  created_on: z.string(),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  last_run_delta_humanized: z.string(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
})

const saved = z.object({ id: z.number().optional(), result: z.record(z.string(), z.unknown()) })

export const savedQueryList = listRoute({ ...named, row: savedQueryRow })
export const savedQueryInfo = infoRoute(named)
export const savedQueryRelated = relatedRoute(named)
export const savedQueryDistinct = distinctRoute(named)
export const savedQueryDelete = deleteRoute(named)
export const savedQueryBulkDelete = bulkDeleteRoute(named)

/** Stars of saved queries are our own: Superset has no route for them. */
const stars = '/api/v1/sqllab/stars/'
const starResult = z.object({ result: z.string() })

export const savedQueryStars = route({
  method: 'GET',
  path: stars,
  access: ['can_read', view],
  summary: 'Which saved queries of ids are starred',
  tag,
  q: idsQ,
  result: z.object({ result: z.array(z.object({ id: z.number(), value: z.boolean() })) }),
})

export const savedQueryStar = route({
  method: 'POST',
  path: `${stars}:pk`,
  access: ['can_read', view],
  summary: 'Star a saved query',
  tag,
  params: pk,
  result: starResult,
})

export const savedQueryUnstar = route({
  method: 'DELETE',
  path: `${stars}:pk`,
  access: ['can_read', view],
  summary: 'Take the star off a saved query',
  tag,
  params: pk,
  result: starResult,
})

export const savedQueryGet = recordRoute({ ...named, row: savedQueryRow, summary: 'One saved query' })

export const savedQueryCreate = route({
  method: 'POST',
  path,
  access: ['can_write', view],
  summary: 'Create',
  tag,
  body: savedQueryBody,
  faultStatus: 422,
  unreadableAs: 'error',
  result: saved,
})

export const savedQueryUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_write', view],
  summary: 'Update',
  tag,
  params: pk,
  body: savedQueryBody,
  faultStatus: 422,
  unreadableAs: 'error',
  result: saved,
})
