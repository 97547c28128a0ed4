import { strftime } from '../../../format/strftime.ts'
import { formatBraces } from './format.ts'
import { partsOf, wallOf, weekdayOf } from '../../../time/civil.ts'
import { stringMethods } from './string-methods.ts'
import { failed, TemplateError } from '../template-error.ts'
import {
  Callable,
  compare,
  DateTime,
  Fields,
  isoDateTime,
  iterate,
  repr,
  same,
  text,
  Tuple,
  typeName,
  Undefined,
  type Arguments,
  type Value,
} from './value.ts'

type Method<T> = (self: T, given: Arguments) => Value

const one = ({ positional }: Arguments, at = 0): Value => positional[at] ?? null
const textOf = (given: Arguments, at = 0): string => {
  const value = one(given, at)
  if (typeof value !== 'string') throw failed(`expected a string, not ${typeName(value)}`)
  return value
}

const strings: Record<string, Method<string>> = {
  ...stringMethods,
  format: (self, given) => formatBraces(self, given, { attribute, item }),
}

const lists: Record<string, Method<Value[]>> = {
  append: (self, given) => {
    self.push(one(given))
    return null
  },
  extend: (self, given) => {
    self.push(...iterate(one(given)))
    return null
  },
  index: (self, given) => {
    const at = self.findIndex((member) => same(member, one(given)))
    if (at < 0) throw failed(`${repr(one(given))} is not in list`, 'ValueError')
    return BigInt(at)
  },
  count: (self, given) => BigInt(self.filter((member) => same(member, one(given))).length),
  pop: (self, given) => {
    const [found] = self.splice(Number(one(given) ?? -1n), 1)
    if (found === undefined) throw failed('pop index out of range', 'IndexError')
    return found
  },
  insert: (self, given) => {
    self.splice(Number(one(given)), 0, one(given, 1))
    return null
  },
  copy: (self) => [...self],
  clear: (self) => {
    self.length = 0
    return null
  },
  reverse: (self) => {
    self.reverse()
    return null
  },
  sort: (self) => {
    self.sort((a, b) => compare(a, b))
    return null
  },
}

const dicts: Record<string, Method<Map<Value, Value>>> = {
  get: (self, given) => (self.has(one(given)) ? (self.get(one(given)) as Value) : one(given, 1)),
  keys: (self) => [...self.keys()],
  values: (self) => [...self.values()],
  items: (self) => [...self].map((pair) => new Tuple(pair)),
  copy: (self) => new Map(self),
  setdefault: (self, given) => {
    if (!self.has(one(given))) self.set(one(given), one(given, 1))
    return self.get(one(given)) ?? null
  },
  update: (self, given) => {
    const other = one(given)
    if (other instanceof Map) for (const [key, value] of other) self.set(key, value)
    for (const [key, value] of given.named) self.set(key, value)
    return null
  },
}

const dateParts = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'] as const

const dates: Record<string, Method<DateTime>> = {
  strftime: (self, given) => strftime(self.wall, textOf(given)),
  isoformat: (self) => isoDateTime(self.wall),
  date: (self) => new DateTime(Math.floor(self.wall / 86_400_000) * 86_400_000),
  weekday: (self) => BigInt(weekdayOf(self.wall)),
  isoweekday: (self) => BigInt(weekdayOf(self.wall) + 1),
  timestamp: (self) => self.wall / 1000,
  replace: (self, { named }) => {
    const parts = partsOf(self.wall)
    const part = (name: (typeof dateParts)[number]) => Number(named.get(name) ?? parts[name])
    const clock = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 + part('microsecond') / 1000
    return new DateTime(wallOf(part('year'), part('month'), part('day'), clock))
  },
}

const bound = <T>(methods: Record<string, Method<T>>, self: T, name: string): Value | undefined => {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  return method && new Callable(name, (given) => method(self, given))
}

const own = (value: Value, name: string): Value | undefined => {
  if (typeof value === 'string') return bound(strings, value, name)
  if (Array.isArray(value)) return bound(lists, value, name)
  if (value instanceof Tuple) return name === 'index' || name === 'count' ? bound(lists, value.items, name) : undefined
  if (value instanceof Map) return bound(dicts, value, name) ?? value.get(name)
  if (value instanceof Fields) return value.fields.get(name)
  if (value instanceof DateTime) {
    const part = dateParts.find((p) => p === name)
    return part ? BigInt(partsOf(value.wall)[part]) : bound(dates, value, name)
  }
  return undefined
}

const ownerOf = (value: Value): string => (value === null ? 'None' : `${typeName(value)} object`)

const requireDefined = (value: Value): void => {
  if (!(value instanceof Undefined)) return
  if (value.hint?.endsWith('is unsafe.')) throw new TemplateError('security', value.hint)
  throw failed(value.message, 'UndefinedError')
}

/** `value.name`: what the sandbox offers; inner names of Python are refused. */
export const attribute = (value: Value, name: string): Value => {
  requireDefined(value)
  if (name.startsWith('_')) return new Undefined(name, { hint: `access to attribute '${name}' of '${typeName(value)}' object is unsafe.` })
  const found = own(value, name)
  return found === undefined ? new Undefined(name, { owner: ownerOf(value) }) : found
}

/** `value[key]` */
export const item = (value: Value, key: Value): Value => {
  requireDefined(value)
  const missing = new Undefined(text(key), { owner: ownerOf(value), member: repr(key) })
  if (value instanceof Map) {
    const found = value.get(key)
    if (found !== undefined) return found
    return (typeof key === 'string' && !key.startsWith('_') ? own(value, key) : undefined) ?? missing
  }
  if (typeof key === 'bigint') {
    const members = typeof value === 'string' ? [...value] : value instanceof Tuple ? value.items : value
    if (!Array.isArray(members)) return missing
    const found = members.at(Number(key))
    return found === undefined ? missing : found
  }
  return typeof key === 'string' ? attribute(value, key) : missing
}

/** `value[start:end:step]` */
export const slice = (value: Value, [start = null, end = null, step = null]: (Value | undefined)[]): Value => {
  requireDefined(value)
  const sequence = typeof value === 'string' ? [...value] : iterate(value)
  const stride = step === null ? 1 : Number(step)
  if (!stride) throw failed('slice step cannot be zero', 'ValueError')
  const bounded = (wanted: Value, fallback: number) => {
    if (wanted === null) return fallback
    const place = Number(wanted)
    const index = place < 0 ? place + sequence.length : place
    return stride > 0 ? Math.max(0, Math.min(sequence.length, index)) : Math.max(-1, Math.min(sequence.length - 1, index))
  }
  const [from, to] = [bounded(start, stride > 0 ? 0 : sequence.length - 1), bounded(end, stride > 0 ? sequence.length : -1)]
  const result: Value[] = []
  for (let i = from; stride > 0 ? i < to : i > to; i += stride) result.push(sequence[i] as Value)
  if (typeof value === 'string') return result.join('')
  return value instanceof Tuple ? new Tuple(result) : result
}

export const callValue = (value: Value, given: Arguments): Value => {
  requireDefined(value)
  if (!(value instanceof Callable)) throw failed(`'${typeName(value)}' object is not callable`)
  return value.call(given)
}
