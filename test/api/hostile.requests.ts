import { z } from 'zod'
import type { RouteOptions } from '../../src/api/declare/route.ts'

/** Requests of a route with one value that nobody expects there. */
export type HostileRequest = { what: string; url: string; payload?: string; type?: string }

const large = [2 ** 31, 2 ** 53, 1e300] as const
const nothings = ['\u0000', '\ud800'] as const
const values: unknown[] = [
  null,
  '',
  'x',
  -1,
  1.5,
  ...large,
  ...nothings,
  true,
  [],
  [null],
  ['\u0000'],
  [2 ** 31],
  {},
  { a: '\u0000' },
  '{',
  '[1]',
]
const parts = ['0', '-1', '999999', '2147483648', '9007199254740993', 'x', '%00', '%ED%A0%80', '..%2f', "'"]
const questions = `
  ( !n 'x' () !() !(x) !(-1) !(2147483648) (a:%00) %00
  (page:-1) (page:9007199254740993,page_size:100) (page_size:99999999999999) (columns:!(%00)) (keys:!(none))
  (filters:!n) (filters:!((col:id,opr:eq,value:2147483648))) (filters:!((col:x,opr:eq,value:(a:1))))
  (filter:'%00') (include_ids:!(2147483648)) (window_size:!(99999,99999)) (type:port,values:!((a:1)))`
  .trim()
  .split(/\s+/)
const texts = ['', 'x', '\u0000', '-1', '2147483648', '{', '[]']
const bodies: unknown[] = [null, [], 'x', 1, {}, [{}]]

type Shape = {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

const shapeOf = (schema: z.ZodType | undefined): Shape => {
  if (!schema) return {}
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  return shape.properties ? shape : (shape.anyOf?.find(({ properties }) => properties) ?? {})
}

/** A value that may be where the shape says. */
const fitting = (shape: Shape | undefined): unknown => {
  if (shape?.anyOf) return fitting(shape.anyOf[0])
  if (shape?.enum) return shape.enum[0]
  if (shape?.type === 'string') return shape.format === 'uuid' ? '00000000-0000-4000-8000-000000000001' : 'x'
  if (shape?.type === 'integer' || shape?.type === 'number') return 1
  if (shape?.type === 'boolean') return true
  return shape?.type === 'array' ? [] : {}
}

const required = ({ required: names = [], properties = {} }: Shape) =>
  Object.fromEntries(names.map((name) => [name, fitting(properties[name])]))

/** The body with each field, and each field of its items, in turn replaced by every value. */
function* mangled(shape: Shape, body: object): Generator<object> {
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    for (const value of values) yield { ...body, [name]: value }
    const inner = field.items ?? field
    for (const below of Object.keys(inner.properties ?? {}))
      for (const value of values) {
        const item = { ...required(inner), [below]: value }
        yield { ...body, [name]: field.items ? [item] : item }
      }
  }
}

/** `part` fills a parameter of the path as it should be, `body` and `query` are what the route asks for. */
export type Decent = { part(name: string): string; body: object; query: string }

export function* hostileRequests(route: RouteOptions, decent: Decent): Generator<HostileRequest> {
  const hasBody = route.method === 'POST' || route.method === 'PUT'
  const shape = shapeOf(route.body)
  const body = { ...required(shape), ...decent.body }
  const address = (changed: Record<string, string> = {}) =>
    route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => changed[name] ?? decent.part(name))
  const request = (what: string, url: string, sent: unknown = body): HostileRequest => ({
    what,
    url,
    ...(hasBody && { payload: JSON.stringify(sent) }),
  })
  for (const [, name = ''] of route.path.matchAll(/:(\w+)/g))
    for (const part of parts) yield request(`${name}=${part}`, address({ [name]: part }) + decent.query)
  if (route.q) for (const q of questions) yield request(`q=${q}`, `${address()}?q=${q}`)
  for (const name of Object.keys(shapeOf(route.query).properties ?? {}))
    for (const text of [...texts, `&${name}=2`])
      yield request(`${name}=${text}`, `${address()}?${name}=${text.startsWith('&') ? `1${text}` : encodeURIComponent(text)}`)
  if (!hasBody) return
  for (const sent of bodies) yield request(`body ${JSON.stringify(sent)}`, address(), sent)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
    for (const payload of ['', '{', 'a=b']) yield { what: `${type} ${payload}`, url: address(), payload, type }
  for (const sent of mangled(shape, body)) yield request(`body ${JSON.stringify(sent)}`, address() + decent.query, sent)
}
