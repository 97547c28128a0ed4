import type { Received } from './compare.ts'
import type { Answer, Exchange } from './record.ts'

/** Differences that conformance/README.md, "better on purpose", asks for: told by the exchange alone, whatever it is named. */
export const wants = [
  'a clean 4xx for a 500',
  'a bearer token is enough',
  'a write by nobody is 401',
  'a cookie session needs CSRF on every write',
  'an unknown filter operator is 400',
  'a dropped path exists',
] as const
export type Want = (typeof wants)[number]

type Answered = { exchange: Exchange; recorded: Answer; received: Received }

const messageOf = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return ''
  const { message, errors } = body as { message?: unknown; errors?: { message?: unknown }[] }
  return String(errors?.[0]?.message ?? message ?? '')
}

const speaksOfCsrf = ({ body }: { body?: unknown }) => /CSRF token is (missing|invalid)/.test(messageOf(body))

/** How the record refuses whoever has no cookie session with its CSRF token. */
const demandsSession = ({ status, headers, body }: Answer) =>
  (status === 400 && speaksOfCsrf({ body })) ||
  (status === 302 && String(headers?.['location']).startsWith('/login/')) ||
  (status === 401 && messageOf(body) === 'Access is Denied')

/** JSON that says what is wrong, as the neighbours say it. */
const isCleanRefusal = ({ status, contentType, body }: Received) =>
  status >= 400 &&
  status < 500 &&
  contentType.startsWith('application/json') &&
  typeof body === 'object' &&
  body !== null &&
  ['message', 'errors', 'error', 'msg'].some((key) => key in body)

const isWrite = ({ request }: Exchange) => request.method !== 'GET'

const droppedPath =
  /^\/superset\/(favstar|copy_dash|annotation_json)\/|^\/datasource\/(get|save)\/|^\/dynamic-plugins\/|^\/api\/v1\/dashboard\/[^/]+\/filtersets/

const holds: Record<Want, (answered: Answered) => boolean> = {
  'a clean 4xx for a 500': ({ recorded, received }) => recorded.status >= 500 && isCleanRefusal(received),
  'a bearer token is enough': ({ exchange: { request }, recorded, received }) =>
    (request.auth?.startsWith('bearer') ?? Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'authorization')) &&
    demandsSession(recorded) &&
    received.status !== 302 &&
    !speaksOfCsrf(received),
  'a write by nobody is 401': ({ exchange, recorded, received }) =>
    exchange.as === 'public' && isWrite(exchange) && demandsSession(recorded) && received.status === 401,
  'a cookie session needs CSRF on every write': ({ exchange, received }) =>
    exchange.request.csrf === false && isWrite(exchange) && received.status === 400 && speaksOfCsrf(received),
  'an unknown filter operator is 400': ({ recorded, received }) =>
    recorded.status === 200 && received.status === 400 && /^Filter operation: .* not allowed on column: /.test(messageOf(received.body)),
  'a dropped path exists': ({ exchange: { request }, recorded, received }) =>
    recorded.status === 404 && droppedPath.test(request.path) && received.status !== 404,
}

/** The want that explains why an answer differs from the record, if one does. */
export const wantOf = (answered: Answered): Want | null => wants.find((want) => holds[want](answered)) ?? null
