import { readDateTime } from './date-time.ts'
import { attribute, callValue, item, titleCase } from './attributes.ts'
import { formatPercent } from './format.ts'
import type { Budget } from './scope.ts'
import { failed } from './template-error.ts'
import { findTest } from './tests.ts'
import {
  compare,
  DateTime,
  isNumber,
  iterate,
  same,
  text,
  toPlain,
  truth,
  Tuple,
  typeName,
  Undefined,
  type Arguments,
  type Value,
} from './value.ts'

export type Filter = (value: Value, given: Arguments, budget: Budget) => Value

/** An argument by place or name. */
export const argument = ({ positional, named }: Arguments, at: number, name: string, fallback: Value = null): Value => {
  const given = at < positional.length ? positional[at] : named.get(name)
  return given === undefined ? fallback : given
}

const onText =
  (change: (value: string) => Value): Filter =>
  (value) =>
    change(text(value))

const withAttribute = (value: Value, path: Value): Value =>
  path === null
    ? value
    : text(path)
        .split('.')
        .reduce<Value>((found, part) => (/^\d+$/.test(part) ? item(found, BigInt(part)) : attribute(found, part)), value)

const ordered = (values: Value[], { path, caseSensitive, reverse }: { path: Value; caseSensitive: boolean; reverse: boolean }): Value[] => {
  const key = (value: Value) => {
    const found = withAttribute(value, path)
    return typeof found === 'string' && !caseSensitive ? found.toLowerCase() : found
  }
  const result = values.toSorted((a, b) => compare(key(a), key(b)))
  return reverse ? result.toReversed() : result
}

const best =
  (sign: number): Filter =>
  (value, given) => {
    const path = argument(given, 1, 'attribute')
    const [first, ...rest] = iterate(value)
    if (first === undefined) return new Undefined('', { hint: 'No aggregated item, sequence was empty.' })
    return rest.reduce((a, b) => (Math.sign(compare(withAttribute(b, path), withAttribute(a, path))) === sign ? b : a), first)
  }

const defaulted: Filter = (value, given) => {
  const wanted = value instanceof Undefined || (truth(argument(given, 1, 'boolean', false)) && !truth(value))
  return wanted ? argument(given, 0, 'default_value', '') : value
}

const size: Filter = (value) => {
  if (value instanceof Map) return BigInt(value.size)
  return BigInt(typeof value === 'string' ? [...value].length : iterate(value).length)
}

const joined: Filter = (value, given, budget) => {
  const path = argument(given, 1, 'attribute')
  const result = iterate(value)
    .map((member) => text(withAttribute(member, path)))
    .join(text(argument(given, 0, 'd', '')))
  budget.text(result.length)
  return result
}

const toInt: Filter = (value, given) => {
  if (typeof value === 'bigint') return value
  const number = isNumber(value) ? Number(value) : Number.parseFloat(text(value))
  return Number.isFinite(number) && /^\s*[-+]?[\d.]+/.test(text(value === true ? 1n : value === false ? 0n : value))
    ? BigInt(Math.trunc(number))
    : argument(given, 0, 'default', 0n)
}

const toFloat: Filter = (value, given) => {
  const number = isNumber(value) ? Number(value) : Number(text(value).trim() || 'x')
  return Number.isNaN(number) ? argument(given, 0, 'default', 0) : number
}

const rounded: Filter = (value, given) => {
  const precision = Number(argument(given, 0, 'precision', 0n))
  const method = argument(given, 1, 'method', 'common')
  const scale = 10 ** precision
  const scaled = Number(value) * scale
  const bankers = Math.abs(scaled % 1) === 0.5 ? 2 * Math.round(scaled / 2) : Math.round(scaled)
  return (method === 'ceil' ? Math.ceil(scaled) : method === 'floor' ? Math.floor(scaled) : bankers) / scale
}

const chosen =
  ({ keep, byAttribute }: { keep: boolean; byAttribute: boolean }): Filter =>
  (value, given) => {
    const [path, rest] = byAttribute ? [given.positional[0] ?? null, given.positional.slice(1)] : [null, given.positional]
    const [name, ...args] = rest
    const test = name === undefined ? null : findTest(text(name))
    if (test === undefined) throw failed(`No test named '${text(name ?? null)}'.`)
    return iterate(value).filter((member) => {
      const found = withAttribute(member, path)
      return (test ? test(found, args) : truth(found)) === keep
    })
  }

const mapped: Filter = (value, given, budget) => {
  const path = given.named.get('attribute')
  if (path !== undefined) {
    const fallback = given.named.get('default')
    return iterate(value).map((member) => {
      const found = withAttribute(member, path)
      return found instanceof Undefined && fallback !== undefined ? fallback : found
    })
  }
  const [name = null, ...positional] = given.positional
  const filter = findFilter(text(name))
  if (!filter) throw failed(`No filter named '${text(name)}'.`)
  return iterate(value).map((member) => filter(member, { positional, named: given.named }, budget))
}

const unique: Filter = (value, given) => {
  const sensitive = truth(argument(given, 0, 'case_sensitive', false))
  const key = (member: Value) => (typeof member === 'string' && !sensitive ? member.toLowerCase() : member)
  const result: Value[] = []
  for (const member of iterate(value)) if (!result.some((known) => same(key(known), key(member)))) result.push(member)
  return result
}

const summed: Filter = (value, given) => {
  const path = argument(given, 0, 'attribute')
  let total: bigint | number = 0n
  for (const member of iterate(value)) {
    const found = withAttribute(member, path)
    if (!isNumber(found)) throw failed(`unsupported operand type(s) for +: 'int' and '${typeName(found)}'`)
    total = typeof total === 'bigint' && typeof found !== 'number' ? total + BigInt(found) : Number(total) + Number(found)
  }
  return total
}

const batched: Filter = (value, given) => {
  const count = Math.max(1, Number(argument(given, 0, 'linecount', 1n)))
  const members = iterate(value)
  return Array.from({ length: Math.ceil(members.length / count) }, (_, i) => members.slice(i * count, (i + 1) * count))
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' }

const json = (value: Value): string =>
  JSON.stringify(toPlain(value), (_key, plain: unknown) => (typeof plain === 'bigint' ? Number(plain) : plain)).replaceAll(
    /[<>&']/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The filters of templates by name. */
const filters: Record<string, Filter> = {
  upper: onText((value) => value.toUpperCase()),
  lower: onText((value) => value.toLowerCase()),
  title: onText(titleCase),
  capitalize: onText((value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase()),
  trim: (value, given) => callValue(attribute(text(value), 'strip'), given),
  string: onText((value) => value),
  safe: (value) => value,
  escape: onText((value) => value.replaceAll(/[&<>'"]/g, (char) => escapes[char] ?? char)),
  replace: (value, given) => text(value).replaceAll(text(argument(given, 0, 'old', '')), () => text(argument(given, 1, 'new', ''))),
  format: (value, { positional }, budget) => formatPercent(text(value), new Tuple(positional), budget),
  wordcount: onText((value) => BigInt(value.split(/\s+/).filter(Boolean).length)),
  urlencode: onText((value) => encodeURIComponent(value)),
  join: joined,
  default: defaulted,
  d: defaulted,
  length: size,
  count: size,
  list: (value) => (typeof value === 'string' ? [...value] : [...iterate(value)]),
  first: (value) => iterate(value)[0] ?? new Undefined('', { hint: 'No first item, sequence was empty.' }),
  last: (value) => iterate(value).at(-1) ?? new Undefined('', { hint: 'No last item, sequence was empty.' }),
  reverse: (value) => (typeof value === 'string' ? [...value].toReversed().join('') : iterate(value).toReversed()),
  sort: (value, given) =>
    ordered(iterate(value), {
      reverse: truth(argument(given, 0, 'reverse', false)),
      caseSensitive: truth(argument(given, 1, 'case_sensitive', false)),
      path: argument(given, 2, 'attribute'),
    }),
  dictsort: (value) => (value instanceof Map ? [...value].toSorted(([a], [b]) => compare(a, b)).map((pair) => new Tuple(pair)) : []),
  items: (value) => (value instanceof Map ? [...value].map((pair) => new Tuple(pair)) : []),
  unique,
  min: best(-1),
  max: best(1),
  sum: summed,
  abs: (value) => (typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(Number(value))),
  round: rounded,
  int: toInt,
  float: toFloat,
  map: mapped,
  select: chosen({ keep: true, byAttribute: false }),
  reject: chosen({ keep: false, byAttribute: false }),
  selectattr: chosen({ keep: true, byAttribute: true }),
  rejectattr: chosen({ keep: false, byAttribute: true }),
  batch: batched,
  attr: (value, given) => attribute(value, text(argument(given, 0, 'name', ''))),
  tojson: (value) => json(value),
  to_datetime: (value, given) =>
    value === null || value instanceof DateTime
      ? value
      : readDateTime(text(value), text(argument(given, 0, 'format', '%Y-%m-%d %H:%M:%S'))),
}

/** Filters under a second name. */
filters['e'] = filters['escape'] as Filter

export const findFilter = (name: string): Filter | undefined => (Object.hasOwn(filters, name) ? filters[name] : undefined)
