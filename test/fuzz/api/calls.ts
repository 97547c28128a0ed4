import type { Random } from '../random.ts'
import { multipart } from './multipart.ts'
import { oddValue, valueOf, type Schema } from './values.ts'

type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema?: Schema; content?: Record<string, { schema: Schema }> }

type Described = {
  parameters?: readonly Parameter[]
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
}

export type Operation = Described & { method: Method; path: string }

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = Uppercase<(typeof methods)[number]>

export type OpenApi = { paths: Readonly<Record<string, Readonly<Partial<Record<(typeof methods)[number], Described>>>>> }

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, described]) =>
    methods.flatMap((method) => {
      const operation = described[method]
      return operation ? [{ ...operation, path, method: method.toUpperCase() as Method }] : []
    }),
  )

export type Call = { method: Method; url: string; headers: Record<string, string>; payload?: string | Buffer }

/** A request of that operation that is right, as a starting point. */
export type Example = { parts: Readonly<Record<string, string>>; query: string; body: unknown }

const oddParts = [
  '0',
  '-1',
  '999999',
  '2147483648',
  '9007199254740993',
  'x',
  '%00',
  '%ED%A0%80',
  '..%2f..%2f',
  "'",
  '%27%20OR%201=1',
  'a'.repeat(3_000),
]

const oddHeaders: readonly (readonly [string, string])[] = [
  ['accept-language', 'xx-YY;q=nope, *'],
  ['accept-encoding', 'br;q=0, x'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-user', 'admin'],
  ['referer', 'https://elsewhere.example/'],
  ['if-none-match', '"x"'],
  ['if-match', '*'],
  ['range', 'bytes=0-'],
  ['x-tab-id', "'"],
  ['x-guesttoken', 'a.b.c'],
]

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const encoded = (value: string) => encodeURIComponent(value.toWellFormed())

/** The value with one of its parts, at any depth, replaced or left out. */
const changed = (value: unknown, random: Random): unknown => {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.9)) {
    const at = random.below(value.length)
    return value.map((item: unknown, i) => (i === at ? changed(item, random) : item))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.9)) {
    const entries = Object.entries(value)
    if (entries.length === 0) return oddValue(random)
    const at = random.below(entries.length)
    if (random.chance(0.15)) return Object.fromEntries(entries.filter((_, i) => i !== at))
    return Object.fromEntries(entries.map(([key, item], i) => [key, i === at ? changed(item, random) : item]))
  }
  return oddValue(random)
}

const queryOf = ({ parameters = [] }: Operation, random: Random): string => {
  const wanted = parameters.filter((one) => one.in === 'query' && random.chance(one.required ? 0.95 : 0.4))
  const pairs = wanted.map(({ name, schema, content }) => {
    const shape = content?.['application/json']?.schema ?? schema ?? {}
    return `${encoded(name)}=${encoded(text(valueOf(shape, random)))}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const addressOf = (operation: Operation, random: Random, example: Example): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    random.chance(0.8) ? encoded(example.parts[name] ?? '1') : random.pick(oddParts),
  )
  return path + (random.chance(0.4) ? example.query : queryOf(operation, random))
}

const bodyOf = ({ requestBody }: Operation, random: Random, example: Example): Pick<Call, 'headers' | 'payload'> => {
  const [type, { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? ['application/json']
  const start = example.body !== undefined && random.chance(0.5) ? example.body : valueOf(schema, random)
  let body: unknown = start
  for (let changes = random.below(3); changes > 0; changes--) body = changed(body, random)
  if (random.chance(0.02)) return { headers: { 'content-type': 'text/plain' }, payload: text(body) }
  if (random.chance(0.02)) return { headers: { 'content-type': type }, payload: text(body).slice(0, random.below(60)) }
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : { x: body })
  if (type === 'multipart/form-data') {
    const files: Parameters<typeof multipart>[1] = random.chance(0.8)
      ? { file: { name: random.pick(['a.csv', 'a.zip', '../x', '']), bytes: Buffer.from(text(oddValue(random))) } }
      : {}
    return multipart(Object.fromEntries(fields.filter(([name]) => name !== 'file').map(([name, value]) => [name, text(value)])), files)
  }
  if (type === 'application/x-www-form-urlencoded')
    return {
      headers: { 'content-type': type },
      payload: fields.map(([name, value]) => `${encoded(name)}=${encoded(text(value))}`).join('&'),
    }
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) ?? 'null' }
}

/** One call of an operation, as the random numbers decide. */
export const callOf = (operation: Operation, random: Random, example: Example): Call => {
  const { method } = operation
  const hasBody = method !== 'GET' && (operation.requestBody !== undefined || random.chance(0.05))
  const body = hasBody ? bodyOf(operation, random, example) : { headers: {} }
  const odd = random.chance(0.1) ? Object.fromEntries([random.pick(oddHeaders)]) : {}
  return {
    method,
    url: addressOf(operation, random, example),
    ...body,
    headers: { 'sec-fetch-site': 'same-origin', ...body.headers, ...odd },
  }
}
