import type { Random } from '../random.ts'

/** The OpenAPI document's schema of a value. */
export type Schema = {
  type?: string
  format?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
}

const hostileTexts: readonly string[] = [
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  '\u202Etxt.exe',
  "' OR '1'='1",
  '1; DROP TABLE users; --',
  'select * from sqlite_master',
  "select * from read_text('/etc/passwd')",
  '1 = 1) OR (1 = 1',
  '{{ 1/0 }}',
  '{% for x in range(10**9) %}x{% endfor %}',
  "{{ ''.constructor.constructor('return process')() }}",
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '=HYPERLINK("http://127.0.0.1/")',
  '../../../../etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '//elsewhere.example/',
  'postgresql://u:p@127.0.0.1:1/x',
  'sqlite:////etc/passwd',
  'duckdb:///:memory:',
  '(a:!n)',
  '!(1,2,3)',
  '{"a":{"__proto__":{"x":1}}}',
  '[[[[[[]]]]]]',
  '{',
  'null',
  '-1',
  '1e999',
  '2147483648',
  '9007199254740993',
  '2020-99-99',
  'Last week',
  '2020-01-01 : 2019-01-01',
  'P1D',
  'P1000000000D',
  '* * * * *',
  '(a+)+$',
  '%'.repeat(200),
  'a'.repeat(5_000),
  'line\r\nSet-Cookie: a=b',
  'user\n{"level":50,"msg":"forged"}',
]

const decentTexts = ['name', 'count', 'table', 'public', 'main', 'gapminder', 'world', 'id', 'changed_on', 'asc', 'eq', 'en', 'admin']

const numbers: readonly number[] = [0, 1, 2, 5, 100, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, -1e300]

const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'x', 'id', 'password', 'roles', '\u0000']

/** Any JSON, regardless of what is asked for. */
export const oddValue = (random: Random, depth = 0): unknown => {
  const kind = random.below(depth > 3 ? 5 : 8)
  if (kind <= 1) return random.pick(hostileTexts)
  if (kind === 2) return random.pick(numbers)
  if (kind === 3) return random.pick([null, true, false])
  if (kind === 4) return random.pick([[], {}, [null], [[]], { '': '' }])
  if (kind === 5) return Array.from({ length: random.below(4) }, () => oddValue(random, depth + 1))
  return Object.fromEntries(Array.from({ length: 1 + random.below(3) }, () => [random.pick(keys), oddValue(random, depth + 1)]))
}

const formats: Record<string, readonly string[]> = {
  uuid: ['00000000-0000-4000-8000-000000000001'],
  date: ['2024-02-29'],
  'date-time': ['2024-02-29T12:00:00Z'],
  email: ['somebody@example.org'],
  uri: ['https://example.org/'],
}

const textOf = ({ format }: Schema, random: Random): string => {
  const known = formats[format ?? '']
  return known && random.chance(0.8) ? random.pick(known) : random.pick(random.chance(0.6) ? decentTexts : hostileTexts)
}

const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema, random: Random, depth: number): object => {
  const named = Object.entries(properties).filter(([name]) => random.chance(required.includes(name) ? 0.97 : depth > 2 ? 0.15 : 0.4))
  const free = typeof additionalProperties === 'object' ? additionalProperties : {}
  const more = additionalProperties !== false && Object.keys(properties).length === 0 ? random.below(3) : Number(random.chance(0.04))
  return Object.fromEntries([
    ...named.map(([name, schema]) => [name, valueOf(schema, random, depth + 1)] as const),
    ...Array.from({ length: more }, () => [random.pick(keys), valueOf(free, random, depth + 1)] as const),
  ])
}

/** A value that mostly has the shape of the schema, with something odd at any depth. */
export const valueOf = (schema: Schema, random: Random, depth = 0): unknown => {
  if (random.chance(0.06)) return oddValue(random)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return valueOf(random.pick(choices), random, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, random, depth)))
  if (schema.enum?.length) return random.pick(schema.enum)
  if (schema.type === 'object') return objectOf(schema, random, depth)
  if (schema.type === 'array')
    return Array.from({ length: random.chance(0.01) ? 300 : random.below(4) }, () => valueOf(schema.items ?? {}, random, depth + 1))
  if (schema.type === 'string') return textOf(schema, random)
  if (schema.type === 'integer' || schema.type === 'number') return random.chance(0.7) ? 1 + random.below(20) : random.pick(numbers)
  if (schema.type === 'boolean') return random.chance(0.5)
  return oddValue(random, depth)
}
