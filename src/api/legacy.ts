import { z } from 'zod'
import { chartAnswer } from './chart-answer.ts'
import { openBody, text } from './declare/field.ts'
import { pathId } from './declare/resource.ts'
import { layoutBodyBytes, route } from './declare/route.ts'

/** Paths of older versions that clients of the specification still call. */
const tag = 'legacy'
const starred = z.object({ kind: z.enum(['Chart', 'slice', 'Dashboard']), id: pathId() })
const count = z.object({ count: z.number() })

export const favstarCount = route({
  method: 'GET',
  path: '/superset/favstar/:kind/:id/count/',
  access: 'user',
  summary: 'Whether the caller has marked it: 0 or 1',
  tag,
  params: starred,
  result: count,
})

export const favstarSelect = route({
  method: 'GET',
  path: '/superset/favstar/:kind/:id/select/',
  access: 'user',
  writes: true,
  summary: 'Mark as favourite',
  tag,
  params: starred,
  result: count,
})

export const favstarUnselect = route({
  method: 'GET',
  path: '/superset/favstar/:kind/:id/unselect/',
  access: 'user',
  writes: true,
  summary: 'Unmark as favourite',
  tag,
  params: starred,
  result: count,
})

export const oldWarmUp = route({
  method: 'GET',
  path: '/superset/warm_up_cache/',
  access: ['can_warm_up_cache', 'Superset'],
  refuses: 'as old views',
  summary: 'Runs a chart, or every chart of a dataset, and keeps the answers',
  tag,
  query: z.object({
    slice_id: text().optional(),
    db_name: text().optional(),
    table_name: text().optional(),
    dashboard_id: text().optional(),
    extra_filters: text().optional(),
  }),
  result: z.array(z.record(z.string(), z.unknown())),
})

export const oldQuery = route({
  method: 'POST',
  path: '/api/v1/query/',
  access: ['can_query', 'Api'],
  summary: 'The answers of a query context, as a bare list; `query_context` is its JSON',
  tag,
  accepts: 'form',
  body: openBody({ query_context: text().optional() }),
  answers: 'bytes',
  result: chartAnswer.shape.result,
})

export const copyDash = route({
  method: 'POST',
  path: '/superset/copy_dash/:id/',
  access: ['can_write', 'Dashboard'],
  summary: 'Copy a dashboard; `data` holds its metadata and title',
  tag,
  params: z.object({ id: pathId() }),
  accepts: 'form',
  maxBodyBytes: layoutBodyBytes,
  body: z.object({ data: z.union([z.string(), z.record(z.string(), z.unknown())]).optional() }).nullish(),
  result: z.object({
    id: z.number(),
    metadata: z.record(z.string(), z.unknown()),
    css: z.string().nullable(),
    dashboard_title: z.string(),
    published: z.boolean(),
    slug: z.string().nullable(),
    slices: z.array(z.record(z.string(), z.unknown())),
    position_json: z.record(z.string(), z.unknown()),
    last_modified_time: z.number(),
  }),
})
