import { z } from 'zod'
import { chartAnswer } from './chart-answer.ts'
import { text } from './declare/field.ts'
import { pathId } from './declare/resource.ts'
import { route } from './declare/route.ts'

/** Chart data as the charts before query contexts ask for it: form data in, one payload out (reference/query-object.md §5). */

const record = z.record(z.string(), z.unknown())
const queryAnswer = chartAnswer.shape.result.element

const flag = text().optional()
const flags = z.object({
  form_data: flag,
  slice_id: flag,
  csv: flag,
  query: flag,
  results: flag,
  samples: flag,
  force: flag,
})

const fault = z.object({ message: z.string(), error_type: z.string(), level: z.string(), extra: record.nullable() })

const payload = queryAnswer
  .pick({
    cache_key: true,
    cached_dttm: true,
    cache_timeout: true,
    query: true,
    from_dttm: true,
    to_dttm: true,
    stacktrace: true,
    rowcount: true,
    applied_filters: true,
    rejected_filters: true,
    annotation_data: true,
  })
  .extend({
    errors: z.array(fault),
    form_data: record,
    is_cached: z.boolean(),
    status: z.enum(['success', 'failed']),
    colnames: queryAnswer.shape.colnames.nullable(),
    coltypes: queryAnswer.shape.coltypes.nullable(),
    data: z.unknown().optional(),
  })
export type LegacyPayload = z.infer<typeof payload>

const statement = z.object({ query: z.string(), language: z.literal('sql') })
const rows = z.object({
  data: z.array(record),
  colnames: z.array(z.unknown()),
  coltypes: z.array(z.number()),
  rowcount: z.number(),
  sql_rowcount: z.number().nullable(),
})

const shared = {
  access: ['can_explore_json', 'Superset'],
  tag: 'legacy',
  refuses: 'as old views',
  query: flags,
  answers: 'bytes',
  result: z.union([payload, statement, rows]),
} as const
const byForm = { method: 'POST', accepts: 'form', csrfExempt: true, body: record.nullish() } as const
const place = z.object({ type: z.string(), id: pathId() })

export const exploreJsonGet = route({
  ...shared,
  method: 'GET',
  path: '/superset/explore_json/',
  summary: 'The data of a chart by its form data; an unchanged answer is 304',
})

export const exploreJson = route({
  ...shared,
  ...byForm,
  path: '/superset/explore_json/',
  summary: 'The data of a chart by its form data',
})

export const exploreJsonOfGet = route({
  ...shared,
  method: 'GET',
  path: '/superset/explore_json/:type/:id/',
  params: place,
  summary: 'The data of a chart of a dataset by its form data; an unchanged answer is 304',
})

export const exploreJsonOf = route({
  ...shared,
  ...byForm,
  path: '/superset/explore_json/:type/:id/',
  params: place,
  summary: 'The data of a chart of a dataset by its form data',
})

export const exploreJsonFromCache = route({
  ...shared,
  method: 'GET',
  path: '/superset/explore_json/data/:cache_key',
  params: z.object({ cache_key: z.string() }),
  summary: 'The data of an earlier request',
})

export const annotationJson = route({
  method: 'POST',
  path: '/superset/annotation_json/:id',
  access: ['can_read', 'Annotation'],
  tag: 'legacy',
  refuses: 'as old views',
  ids: 'digits',
  params: z.object({ id: pathId() }),
  query: z.object({ form_data: flag, force: flag }),
  accepts: 'form',
  csrfExempt: true,
  body: record.nullish(),
  summary: 'The annotations of a layer, within the time range of the form data',
  result: z.object({
    data: z.object({ columns: z.array(z.string()), records: z.array(record) }),
    form_data: record,
    errors: z.array(fault),
    status: z.literal('success'),
    rowcount: z.number(),
  }),
})
