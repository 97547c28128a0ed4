import type { z } from 'zod'
import type { ListQ } from '#api/declare/q.ts'
import { csrfTokenRoute } from '#api/security.ts'
import type { ColumnOf, RouteOptions, RouteResult, RowOf } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { addressOf } from '#core/encoding/url/route-address.ts'
import { basePath } from './base-path.ts'
import { guestHeaders, guestTokenHeader, isGuest, renewGuestToken } from './guest.ts'
import { CallError, isAbort } from './call-error.ts'
import { parseJson } from './wire/parse-json.ts'
import { readAnswerOf } from './wire/read-answer.ts'

type Input<S> = S extends z.ZodType ? z.input<S> : never

/** The input of a request, typed by the route's schemas. A form, `Blob` or text body is sent unchanged. */
export type CallInput<R extends RouteOptions> = {
  params?: [Input<R['params']>] extends [never] ? Record<string, string | number> : Input<R['params']>
  query?: [Input<R['query']>] extends [never] ? Record<string, string | number | boolean | undefined> : Input<R['query']>
  q?: [Input<R['q']>] extends [never] ? unknown : Input<R['q']>
  body?: [Input<R['body']>] extends [never] ? unknown : Input<R['body']> | FormData | URLSearchParams | Blob
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  /** It is sent also when the page is left meanwhile. */
  keepalive?: boolean
}

/** The URL of a route with its arguments, also for links and images. */
export const urlOf = (route: Pick<RouteOptions, 'path'>, input: { params?: unknown; query?: unknown; q?: unknown } = {}): string =>
  basePath() + addressOf(route, input)

type WithEtag<A> = {
  data: A
  /** Version of the object, for `If-Match` of a later write. */ etag: string | null
}

/** The only place where a response gets its type. The server checks it against the route's schema. */
const request = async <A>(route: RouteOptions, input: CallInput<RouteOptions>, options: CallOptions): Promise<WithEtag<A>> => {
  const response = await callRaw(route, input, options)
  const text = await response.text()
  const etag = response.headers.get('etag')
  if (!text) return { data: undefined as A, etag }
  try {
    return { data: parseJson(text) as A, etag }
  } catch {
    throw new CallError(response.status, text, t('The response of the server could not be read.'))
  }
}

/** Like `call`, with the version of the object. */
export const callWithEtag = <const R extends RouteOptions>(
  route: R,
  input: CallInput<R> = {},
  options: CallOptions = {},
): Promise<WithEtag<RouteResult<R>>> => request(route, input, options)

/** Sends a request. Throws CallError with the server's message; an AbortError is rethrown. */
export const call = async <const R extends RouteOptions>(
  route: R,
  input: CallInput<R> = {},
  options: CallOptions = {},
): Promise<RouteResult<R>> => (await callWithEtag(route, input, options)).data

/** Query of a list. The columns determine the type of the rows. */
export type ListQuery<C extends string> = Omit<ListQ, 'columns'> & { columns: readonly C[] }

/** Reads the given columns of one object, with its version. */
export const callRecord = <const R extends RouteOptions, const C extends ColumnOf<R>>(
  route: R,
  { columns, ...input }: Pick<CallInput<R>, 'params'> & { columns: readonly C[] },
  options: CallOptions = {},
): Promise<WithEtag<{ result: RowOf<R, C> }>> => request(route, { ...input, q: { columns } }, options)

export type ListResponse<R extends RouteOptions, C extends string> = { count: number; result: RowOf<R, C>[] }

/** Reads the given columns of a list. */
export const callList = async <const R extends RouteOptions, const C extends ColumnOf<R>>(
  route: R,
  q: ListQuery<C>,
  { params, ...options }: CallOptions & { params?: CallInput<R>['params'] } = {},
): Promise<ListResponse<R, C>> => (await request<ListResponse<R, C>>(route, { params, q }, options)).data

/** Like `call`, but returns the `Response`: for downloads, streams and headers. */
export const callRaw = async <const R extends RouteOptions>(
  route: R,
  input: CallInput<R> = {},
  options: CallOptions = {},
): Promise<Response> => {
  const first = await send(route, input, options)
  if (first.ok && !first.redirected) return first
  const error = await errorOf(first)
  if (await isRenewed(error, route, options)) {
    const second = await send(route, input, options)
    if (second.ok) return second
    throw reportSignedOut(await errorOf(second))
  }
  throw reportSignedOut(error)
}

/** Whether the request may succeed the second time: with another CSRF token, or another token of a guest. */
const isRenewed = async (error: CallError, route: RouteOptions, { headers }: CallOptions): Promise<boolean> => {
  // A request that brings its own token is the one that asks for another.
  if (error.status === 401) return headers?.[guestTokenHeader] === undefined && renewGuestToken()
  if (!isCsrfError(error) || route.method === 'GET') return false
  rememberCsrf('')
  return true
}

let knownToken = ''
let readingToken: Promise<string> | undefined

/** For requests that do not use `call`. */
export const csrfToken = async (): Promise<string> => {
  if (knownToken) return knownToken
  if (readingToken) return readingToken
  const reading = fetch(urlOf(csrfTokenRoute), { headers: { accept: 'application/json' } })
    .then(async (response) => (response.ok ? readAnswerOf(csrfTokenRoute, await response.text()).result : ''))
    .catch(() => '')
    .then((token) => {
      // A session that was read or ended meanwhile knows better.
      if (readingToken === reading) rememberCsrf(token)
      return token
    })
  readingToken = reading
  return readingToken
}

/** Stores the token of the session response. '' makes the next write fetch one, as is needed after a log-in. */
export const rememberCsrf = (token: string) => {
  knownToken = token
  readingToken = undefined
}

const send = async (route: RouteOptions, input: CallInput<RouteOptions>, options: CallOptions): Promise<Response> => {
  const headers: Record<string, string> = { accept: 'application/json', ...guestHeaders(), ...options.headers }
  const init: RequestInit = { method: route.method, headers, credentials: isGuest() ? 'omit' : 'same-origin' }
  if (options.signal) init.signal = options.signal
  if (options.keepalive) init.keepalive = true
  if (route.method !== 'GET' && !route.csrfExempt && !isGuest()) headers['x-csrftoken'] = knownToken || (await csrfToken())
  if (input.body !== undefined) {
    const isRaw = [FormData, URLSearchParams, Blob].some((kind) => input.body instanceof kind) || typeof input.body === 'string'
    if (!isRaw) headers['content-type'] = 'application/json'
    init.body = isRaw
      ? (input.body as BodyInit)
      : JSON.stringify(input.body, (_key, value: unknown) => (typeof value === 'bigint' ? rawNumber(value) : value))
  }
  try {
    return await fetch(urlOf(route, input), init)
  } catch (error) {
    if (isAbort(error) || options.signal?.aborted) throw error
    throw new CallError(0, null, t('Network error.'))
  }
}

/** Writes a big integer as a JSON number where the browser supports that, else as text. */
const rawNumber = (value: bigint): unknown => {
  const { rawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown }
  return rawJSON ? rawJSON(String(value)) : String(value)
}

const errorOf = async (response: Response): Promise<CallError> => {
  const status = response.redirected && new URL(response.url).pathname.includes('/login') ? 401 : response.status
  if (status === 401) return new CallError(401, null, t('Your session has ended.'))
  const text = await response.text().catch(() => '')
  let body: unknown = text
  try {
    body = parseJson(text)
  } catch {
    // An HTML page of a proxy: its status is enough.
  }
  return new CallError(status, body, t('The server answered %(status)s.', { status: `${status} ${response.statusText}`.trim() }))
}

const isCsrfError = (error: CallError) => error.status === 400 && /CSRF/i.test(error.message)

let signedOutListener: () => void = () => {}

/** The listener is called after every 401 response. */
export const setSignedOutListener = (listener: () => void) => {
  signedOutListener = listener
}

const reportSignedOut = (error: CallError): CallError => {
  if (error.status === 401) signedOutListener()
  return error
}
