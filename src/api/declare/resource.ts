import { z } from 'zod'
import { largestInteger, text } from './field.ts'
import { getQ, idsQ, infoQ, listQ, relatedQ } from './q.ts'
import { route, type Access } from './route.ts'

/** The routes that every resource has, made from its wire name and its permission view. */
type Named<T extends string> = { tag: T; view: string; ids?: 'digits' }
type Listed<T extends string, R extends z.ZodObject> = Named<T> & { row: R }

const read = (view: string): Access => ['can_read', view]
const write = (view: string): Access => ['can_write', view]

/** An id in a path: digits only, no other notation of a number. */
export const pathId = () =>
  z.preprocess((part: string | number) => (/^\d+$/.test(String(part)) ? Number(part) : part), z.int().max(largestInteger))

/** An id in the query string; any other text there is ignored. */
export const queryId = () =>
  z.preprocess((part: string | number | undefined) => {
    const id = /^\d+$/.test(String(part)) ? Number(part) : NaN
    return id <= largestInteger ? id : undefined
  }, z.int().optional())

/** The browser tab that something is kept for: any text of its own. */
export const tab = z.object({
  tab_id: z.preprocess((part: string | number | undefined) => (part === '' ? undefined : part?.toString()), z.string().max(200).optional()),
})

const yes = new Set(['y', 'yes', 't', 'true', 'on', '1'])

/** A switch in the query string: anything but an explicit yes is no. */
export const querySwitch = () =>
  z.preprocess((part: string | boolean | undefined) => part !== undefined && yes.has(String(part).toLowerCase()), z.boolean())

export const pk = z.object({ pk: pathId() })

export const message = z.object({ message: z.string() })

const option = z.object({ text: z.string(), value: z.union([z.string(), z.number()]), extra: z.record(z.string(), z.unknown()).optional() })
const options = z.object({ count: z.number(), result: z.array(option) })

/** The schema of a value of which only some parts were asked for: whatever is there is as declared. */
const inParts = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodObject) return partsOf(schema)
  if (schema instanceof z.ZodArray) return z.array(inParts(schema.element))
  return schema instanceof z.ZodNullable ? z.nullable(inParts(schema.unwrap())) : schema
}

export const partsOf = ({ shape }: z.ZodObject): z.ZodType =>
  z.object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.optional(inParts(field))])))

const words = z.record(z.string(), z.string())

/** Metadata around the rows of a list or next to a record; `keys` selects from it. */
const columnNotes = { label_columns: words.optional(), description_columns: words.optional() }

/** The answer of a list. Rows hold the columns that were asked for. */
export const listResult = (row: z.ZodObject) =>
  z.object({
    count: z.number(),
    ids: z.array(z.number()),
    result: z.array(partsOf(row)),
    ...columnNotes,
    list_columns: z.array(z.string()).optional(),
    order_columns: z.array(z.string()).optional(),
    list_title: z.string().optional(),
  })

/** The answer about one record of those that nobody owns. */
export const recordResult = (row: z.ZodObject) =>
  z.object({
    id: z.number(),
    result: partsOf(row),
    ...columnNotes,
    show_columns: z.array(z.string()).optional(),
    show_title: z.string().optional(),
  })

const bodyColumn = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  type: z.string(),
  required: z.boolean(),
  unique: z.boolean(),
  validate: z.array(z.string()).readonly().optional(),
})

export const infoResult = z.object({
  add_columns: z.array(bodyColumn).optional(),
  add_title: z.string().optional(),
  edit_columns: z.array(bodyColumn).optional(),
  edit_title: z.string().optional(),
  filters: z.record(z.string(), z.array(z.object({ name: z.string(), operator: z.string() }))).optional(),
  permissions: z.array(z.string()).optional(),
})

/** Users as lists and records show them; the email address is empty for readers who may not see it. */
export const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })
export const owner = person.extend({ email: z.string() })

/** What a chart was configured with; see `FormData` in `core/query`. */
export const formData = z.object({ viz_type: z.string(), datasource: z.string() }).catchall(z.unknown())

export const tagOnObject = z.object({ id: z.number(), name: z.string(), type: z.number() })

export const listRoute = <const T extends string, const R extends z.ZodObject>({ tag, view, row }: Listed<T, R>) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/`,
    access: read(view),
    summary: 'List, filtered by q',
    tag,
    q: listQ,
    row,
    result: listResult(row),
  })

/** One record of those that nobody owns, by its id. */
export const recordRoute = <const T extends string, const R extends z.ZodObject>({
  tag,
  view,
  row,
  summary,
}: Listed<T, R> & { summary: string }) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/:pk`,
    access: read(view),
    summary,
    tag,
    ids: 'digits',
    params: pk,
    q: getQ,
    row,
    result: recordResult(row),
  })

export const infoRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/_info`,
    access: read(view),
    summary: 'Permissions, filters and columns',
    tag,
    q: infoQ,
    result: infoResult,
  })

export const relatedRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/related/:column`,
    access: read(view),
    summary: 'Options of a relation',
    tag,
    params: z.object({ column: z.string() }),
    q: relatedQ,
    result: options,
  })

export const distinctRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/distinct/:column`,
    access: read(view),
    summary: 'Distinct values of a column',
    tag,
    params: z.object({ column: z.string() }),
    q: relatedQ,
    result: options,
  })

export const deleteRoute = <const T extends string>({ tag, view, ids }: Named<T>) =>
  route({
    method: 'DELETE',
    path: `/api/v1/${tag}/:pk`,
    access: write(view),
    summary: 'Delete',
    tag,
    ...(ids && { ids }),
    params: pk,
    result: message,
  })

export const bulkDeleteRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({ method: 'DELETE', path: `/api/v1/${tag}/`, access: write(view), summary: 'Delete several', tag, q: idsQ, result: message })

export const restoreRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({
    method: 'POST',
    path: `/api/v1/${tag}/:pk/restore`,
    access: write(view),
    summary: 'Undo a deletion, or go back to an earlier version',
    tag,
    params: pk,
    body: z.object({ version: z.int().max(largestInteger).optional() }).optional(),
    result: z.object({ id: z.number(), version: z.number() }),
  })

export const versionsRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/:pk/versions`,
    access: read(view),
    summary: 'Who changed it, when and how',
    tag,
    params: pk,
    result: z.object({ count: z.number(), result: z.array(versionEntry) }),
  })

export const versionEntry = z.object({
  version: z.number(),
  action: z.string(),
  how: z.string(),
  changed_on: z.string(),
  changed_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
})

export const favoriteStatusRoute = <const T extends string>({ tag, view }: Named<T>) =>
  route({
    method: 'GET',
    path: `/api/v1/${tag}/favorite_status/`,
    access: read(view),
    summary: 'Favourite flags of ids',
    tag,
    q: idsQ,
    result: z.object({ result: z.array(z.object({ id: z.number(), value: z.boolean() })) }),
  })

const favorites = <const T extends string, const M extends 'POST' | 'DELETE'>({ tag, view }: Named<T>, method: M, summary: string) =>
  route({
    method,
    path: `/api/v1/${tag}/:pk/favorites/`,
    access: read(view),
    summary,
    tag,
    params: pk,
    result: z.object({ result: z.string() }),
  })

export const addFavoriteRoute = <const T extends string>(named: Named<T>) => favorites(named, 'POST', 'Mark as favourite')
export const removeFavoriteRoute = <const T extends string>(named: Named<T>) => favorites(named, 'DELETE', 'Unmark as favourite')

/** `{id or uuid}`, `{id or slug}`: distinguished by the handler. */
export const idOrName = z.object({ idOrName: text() })

/** Charts and dashboards that use an object: those visible to the reader, and the count of all. */
export const relatedObjects = z.object({
  charts: z.object({ count: z.number(), result: z.array(z.object({ id: z.number(), slice_name: z.string(), viz_type: z.string() })) }),
  dashboards: z.object({
    count: z.number(),
    result: z.array(z.object({ id: z.number(), title: z.string().nullable(), slug: z.string().nullable(), json_metadata: z.unknown() })),
  }),
})
