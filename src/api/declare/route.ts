import type { z } from 'zod'

/**
 * A route is declared once: the server serves it, the web calls it, OpenAPI is made from it.
 * Access is a permission pair of conformance/api/permissions.json, or one of the words below;
 * which object may be touched is the handler's `can`.
 */
export type Access =
  | readonly [permission: string, view: string]
  /** Anybody, signed in or not. */
  | 'public'
  /** Anybody who is signed in. */
  | 'user'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How a request's body travels. */
export type BodyFormat = 'json' | 'form' | 'multipart' | 'bytes' | 'stream'

/**
 * The response: JSON of a declared shape, or by its kind what no schema describes: a page or a redirect to one, bytes that are
 * passed on as they are, a stream, or server-sent events with data of a declared shape. Bytes have a shape where they may be JSON.
 */
type Answering =
  | { answers?: 'json'; result: z.ZodType; event?: undefined }
  | { answers: 'page' | 'stream'; result?: undefined; event?: undefined }
  | { answers: 'bytes'; result?: z.ZodType; event?: undefined }
  | { answers: 'events'; event: z.ZodType; result?: undefined }

/** Bodies that may be larger than others: layouts of dashboards, and datasets with thousands of columns. In bytes. */
export const layoutBodyBytes = 8 * 1024 * 1024
export const datasetBodyBytes = 8 * 1024 * 1024

type Question = {
  method: Method
  /** Fastify form, `/api/v1/chart/:pk`; a trailing slash does not matter. */
  path: string
  access: Access
  summary: string
  /** The resource's name in the API; also the OpenAPI tag. */
  tag: string
  params?: z.ZodType
  /** Ids in its path are digits: with any other text the route does not match. */
  ids?: 'digits'
  query?: z.ZodType
  /** Shape of the Rison (or JSON) argument `q`; absent = the route takes none. */
  q?: z.ZodType
  body?: z.ZodType
  /** Fields beside the `file` of a multipart body; the handler reads them as they come. */
  form?: z.ZodType
  /** How the body arrives; `json` by default. */
  accepts?: BodyFormat
  /** Largest JSON or form body, in bytes; 2 MB by default. */
  maxBodyBytes?: number
  /** Of a list: every field that a row can have; `columns` chooses among them. */
  row?: z.ZodObject
  /** A body without any field is reported as missing. */
  needsFields?: true
  /** Status for a body with wrong fields; 400 by default. */
  faultStatus?: 400 | 422
  /** The message for a body of another type; `Request is not JSON` by default. */
  notJson?: string
  /** Invalid JSON is reported under `error`, as by the handlers of Superset's framework. */
  unreadableAs?: 'error'
  /** A body that is not JSON is rejected with a typed error; wrong fields too, with 422: one error each, or one with the whole `payload`. */
  typedFaults?: 'format' | 'fields' | 'payload'
  /** Writes that a cookie session may send without X-CSRFToken (conformance/api/README.md, surprise 1). */
  csrfExempt?: true
  /** A GET that writes: accepted from cookie sessions only when the request comes from our own page. */
  writes?: true
  /** Errors read `{"message": "Access is Denied", "severity": "danger"}`, as of the old views. */
  refuses?: 'as old views'
}

export type RouteOptions = Question & Answering

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export type Route<O extends RouteOptions = RouteOptions> = O

/** Keeps the literal types of a declaration, so that handlers and `call` infer from it. */
export const route = <const O extends RouteOptions>(options: O): Route<O> => options

export type RouteInput<R extends RouteOptions> = {
  params: Output<R['params']>
  query: Output<R['query']>
  q: Output<R['q']>
  body: Output<R['body']>
}

/** A field of a list's rows, or a part of one: `owners`, `owners.id`. */
export type ColumnOf<R extends RouteOptions> = R['row'] extends z.ZodObject
  ? keyof z.output<R['row']> extends infer K extends string
    ? K | `${K}.${string}`
    : never
  : string

type FieldOf<C> = C extends `${infer F}.${string}` ? F : C

/** A row of a list that was requested with certain columns. */
export type RowOf<R extends RouteOptions, C extends string> = R['row'] extends z.ZodObject
  ? Pick<z.output<R['row']>, Extract<FieldOf<C>, keyof z.output<R['row']>>>
  : Record<string, unknown>

export type RouteEvent<R extends RouteOptions> = R['event'] extends z.ZodType ? z.output<R['event']> : unknown

export type RouteResult<R extends RouteOptions> = R['result'] extends z.ZodType ? z.output<R['result']> : unknown
