import { requireDigits, floatOf } from '../bounds.ts'
import { joinBounded } from '../bounds.ts'
import { readDateTime } from '../values/date-time.ts'
import { attribute, item } from '../values/attributes.ts'
import { argument, type Filter } from './filter.ts'
import { numberFilters } from './number-filters.ts'
import { failed } from '../template-error.ts'
import { findTest } from '../values/is-tests.ts'
import { textFilters } from './text-filters.ts'
import { compare, DateTime, isNumber, iterate, same, text, truth, Tuple, typeName, Undefined, type Value } from '../values/value.ts'

const withAttribute = (value: Value, path: Value): Value =>
  path === null
    ? value
    : text(path)
        .split('.')
        .reduce<Value>((found, part) => (/^\d+$/.test(part) ? item(found, BigInt(part)) : attribute(found, part)), value)

/** Texts are compared case-insensitively by default. */
const folded = (value: Value, caseSensitive: boolean): Value => (typeof value === 'string' && !caseSensitive ? value.toLowerCase() : value)

const ordered = (values: Value[], { path, caseSensitive, reverse }: { path: Value; caseSensitive: boolean; reverse: boolean }): Value[] => {
  const paths = path === null ? [null] : text(path).split(',')
  const keys = new Map(
    values.map((value) => [value, paths.map((each) => folded(withAttribute(value, each?.trim() ?? null), caseSensitive))]),
  )
  const order = (a: Value, b: Value): number => {
    const [left, right] = [keys.get(a) ?? [], keys.get(b) ?? []]
    const at = left.findIndex((key, i) => !same(key, right[i] ?? null) && !(key instanceof Undefined && right[i] instanceof Undefined))
    return at < 0 ? 0 : compare(left[at] ?? null, right[at] ?? null)
  }
  return values.toSorted(reverse ? (a, b) => order(b, a) : order)
}

const best =
  (sign: number): Filter =>
  (value, given) => {
    const caseSensitive = truth(argument(given, 0, 'case_sensitive', false))
    const path = argument(given, 1, 'attribute')
    const key = (member: Value) => folded(withAttribute(member, path), caseSensitive)
    const [first, ...rest] = iterate(value)
    if (first === undefined) return new Undefined('', { hint: 'No aggregated item, sequence was empty.' })
    return rest.reduce((a, b) => (Math.sign(compare(key(b), key(a))) === sign ? b : a), first)
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
  const members = iterate(value).values()
  const result = joinBounded(
    members.map((member) => text(withAttribute(member, path))),
    text(argument(given, 0, 'd', '')),
  )
  budget.text(result.length)
  return result
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
  const path = argument(given, 1, 'attribute')
  const key = (member: Value) => folded(withAttribute(member, path), sensitive)
  const result: Value[] = []
  for (const member of iterate(value)) if (!result.some((known) => same(key(known), key(member)))) result.push(member)
  return result
}

const summed: Filter = (value, given) => {
  const path = argument(given, 0, 'attribute')
  const start = argument(given, 1, 'start', 0n)
  let total: bigint | number = typeof start === 'number' ? start : BigInt(isNumber(start) ? start : 0n)
  for (const member of iterate(value)) {
    const found = withAttribute(member, path)
    if (!isNumber(found)) throw failed(`unsupported operand type(s) for +: 'int' and '${typeName(found)}'`)
    total =
      typeof total === 'bigint' && typeof found !== 'number'
        ? requireDigits(total + BigInt(found))
        : floatOf(total) + floatOf(typeof found === 'boolean' ? BigInt(found) : found)
  }
  return total
}

const batched: Filter = (value, given) => {
  const count = Math.max(1, Number(argument(given, 0, 'linecount', 1n)))
  const fill = argument(given, 1, 'fill_with')
  const members = iterate(value)
  return Array.from({ length: Math.ceil(members.length / count) }, (_, i) => {
    const part = members.slice(i * count, (i + 1) * count)
    return fill === null ? part : [...part, ...Array.from({ length: Math.min(count - part.length, 1000) }, () => fill)]
  })
}

/** So many parts, the first ones longer by one where it does not come out even. */
const sliced: Filter = (value, given, budget) => {
  const count = Number(argument(given, 0, 'slices'))
  const fill = argument(given, 1, 'fill_with')
  const members = iterate(value)
  if (!(count >= 1)) throw failed('slices must be 1 or more')
  budget.step(count)
  const [length, longer] = [Math.floor(members.length / count), members.length % count]
  return Array.from({ length: count }, (_, i) => {
    const from = i * length + Math.min(i, longer)
    const part = members.slice(from, from + length + (i < longer ? 1 : 0))
    return fill !== null && i >= longer ? [...part, fill] : part
  })
}

/** Pairs of a value and the members that have it, in the order of the values. */
const grouped: Filter = (value, given) => {
  const path = argument(given, 0, 'attribute')
  const caseSensitive = truth(argument(given, 2, 'case_sensitive', false))
  const fallback = argument(given, 1, 'default')
  const found = (member: Value) => {
    const part = withAttribute(member, path)
    return part instanceof Undefined && fallback !== null ? fallback : part
  }
  const groups: { key: Value; members: Value[] }[] = []
  for (const member of iterate(value)) {
    const key = folded(found(member), caseSensitive)
    const known = groups.find((group) => same(group.key, key))
    if (known) known.members.push(member)
    else groups.push({ key, members: [member] })
  }
  return groups.toSorted((a, b) => compare(a.key, b.key)).map(({ members }) => new Tuple([found(members[0] ?? null), members]))
}

const pairsOf = (value: Value): [Value, Value][] => {
  if (value instanceof Undefined) return []
  if (value instanceof Map) return [...value]
  throw failed('Can only get item pairs from a mapping.')
}

const sortedPairs: Filter = (value, given) => {
  if (value instanceof Undefined) throw failed(value.message, 'UndefinedError')
  const caseSensitive = truth(argument(given, 0, 'case_sensitive', false))
  const at = argument(given, 1, 'by', 'key') === 'value' ? 1 : 0
  const sorted = pairsOf(value).toSorted((a, b) => compare(folded(a[at], caseSensitive), folded(b[at], caseSensitive)))
  return (truth(argument(given, 2, 'reverse', false)) ? sorted.toReversed() : sorted).map((pair) => new Tuple(pair))
}

const edge =
  (name: string, at: number): Filter =>
  (value) => {
    const found = iterate(value).at(at)
    return found === undefined ? new Undefined('', { hint: `No ${name} item, sequence was empty.` }) : found
  }

/** The filters of templates by name. */
const filters: Record<string, Filter> = {
  ...textFilters,
  ...numberFilters,
  join: joined,
  default: defaulted,
  d: defaulted,
  length: size,
  count: size,
  list: (value) => (typeof value === 'string' ? [...value] : [...iterate(value)]),
  first: edge('first', 0),
  last: edge('last', -1),
  reverse: (value) => (typeof value === 'string' ? [...value].toReversed().join('') : iterate(value).toReversed()),
  sort: (value, given) =>
    ordered(iterate(value), {
      reverse: truth(argument(given, 0, 'reverse', false)),
      caseSensitive: truth(argument(given, 1, 'case_sensitive', false)),
      path: argument(given, 2, 'attribute'),
    }),
  dictsort: sortedPairs,
  items: (value) => pairsOf(value).map((pair) => new Tuple(pair)),
  unique,
  min: best(-1),
  max: best(1),
  sum: summed,
  map: mapped,
  select: chosen({ keep: true, byAttribute: false }),
  reject: chosen({ keep: false, byAttribute: false }),
  selectattr: chosen({ keep: true, byAttribute: true }),
  rejectattr: chosen({ keep: false, byAttribute: true }),
  batch: batched,
  slice: sliced,
  groupby: grouped,
  attr: (value, given) => attribute(value, text(argument(given, 0, 'name', ''))),
  to_datetime: (value, given) =>
    value === null || value instanceof DateTime
      ? value
      : readDateTime(text(value), text(argument(given, 0, 'format', '%Y-%m-%d %H:%M:%S'))),
}

export const findFilter = (name: string): Filter | undefined => (Object.hasOwn(filters, name) ? filters[name] : undefined)
