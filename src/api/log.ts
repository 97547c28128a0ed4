import { z } from 'zod'
import { body } from './declare/field.ts'
import { getQ, listQ } from './declare/q.ts'
import { listResult, pk, recordResult } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'LogRestApi'

const row = z.object({
  user: z.object({ first_name: z.string(), last_name: z.string(), username: z.string() }).nullable(),
  user_id: z.number().nullable(),
  action: z.string(),
  dttm: z.string(),
  json: z.string().nullable(),
  slice_id: z.number().nullable(),
  dashboard_id: z.number().nullable(),
  duration_ms: z.number().nullable(),
  referrer: z.string().nullable(),
})

export const logList = route({
  method: 'GET',
  path: '/api/v1/log/',
  access: ['can_read', 'Log'],
  summary: 'The action log',
  tag,
  q: listQ,
  row,
  result: listResult(row),
})

export const logGet = route({
  method: 'GET',
  path: '/api/v1/log/:pk',
  access: ['can_read', 'Log'],
  summary: 'One line of the action log',
  tag,
  ids: 'digits',
  params: pk,
  q: getQ,
  result: recordResult(row),
})

export const logExport = route({
  method: 'GET',
  path: '/api/v1/log/export/',
  access: ['can_read', 'Log'],
  summary: 'The lines of the action log that match the filters of q as CSV, newest first',
  tag,
  q: listQ,
  answers: 'bytes',
})

export const logActions = route({
  method: 'GET',
  path: '/api/v1/log/actions/',
  access: ['can_read', 'Log'],
  summary: 'The actions that the log has lines of',
  tag,
  result: z.object({ result: z.array(z.string()) }),
})

export const logCreate = route({
  method: 'POST',
  path: '/api/v1/log/',
  access: ['can_write', 'Log'],
  summary: 'Add an empty line',
  tag,
  body: body({}),
  faultStatus: 422,
  unreadableAs: 'error',
  result: z.object({ id: z.number(), result: z.object({ id: z.number() }) }),
})

const number = () => z.number({ error: 'number' })

export const recentActivity = route({
  method: 'GET',
  path: '/api/v1/log/recent_activity/',
  access: ['can_recent_activity', 'Log'],
  summary: 'Charts and dashboards that the caller was at, newest first',
  tag,
  q: z.object({
    actions: z.array(z.string()).optional(),
    distinct: z.boolean().optional(),
    page: number().optional(),
    page_size: number().optional(),
  }),
  result: z.object({
    result: z.array(
      z.object({
        action: z.string(),
        item_title: z.string(),
        item_type: z.enum(['slice', 'dashboard']),
        item_url: z.string(),
        /** In milliseconds since 1970. */
        time: z.number(),
        time_delta_humanized: z.string(),
      }),
    ),
  }),
})

/** Events that a page reports: visits, and queries that were aborted or timed out. */
export const clientLog = route({
  method: 'POST',
  path: '/superset/log/',
  access: ['can_log', 'Superset'],
  refuses: 'as old views',
  csrfExempt: true,
  summary: 'Report events of a page',
  tag,
  /** Superset's own pages send `explode=events`, the name of the field. */
  query: z.object({ explode: z.string().optional(), dashboard_id: z.string().optional() }),
  accepts: 'form',
  body: z.object({ events: z.string().max(100_000).optional() }).optional(),
  answers: 'bytes',
})
