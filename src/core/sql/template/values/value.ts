import { pythonFloat, pythonRepr } from '../../../encoding/python-text.ts'
import { partsOf } from '../../../time/civil.ts'
import { joinBounded } from '../bounds.ts'
import { failed } from '../template-error.ts'

/**
 * Values of templates, as Python has them: whole numbers are bigints, floats numbers, dictionaries maps. Nothing here is reached by
 * property names of JavaScript: attributes are what `attributes.ts` says.
 */
export type Value = null | boolean | bigint | number | string | Value[] | Tuple | Dict | Undefined | Callable | DateTime | Fields

export type Dict = Map<Value, Value>

export class Tuple {
  readonly items: Value[]
  constructor(items: Value[]) {
    this.items = items
  }
}

/** Something that is not there: prints what was asked for, fails when it is used. */
export class Undefined {
  readonly name: string
  /** Why, where more is known than that it is missing. */
  readonly hint: string | null
  /** `str object`, when a member of a value was asked for; `member` is how it was. */
  readonly owner: string | null
  readonly member: string
  /** Prints nothing. */
  readonly isSilent: boolean
  constructor(
    name: string,
    { hint, owner, member, isSilent }: { hint?: string; owner?: string; member?: string; isSilent?: boolean } = {},
  ) {
    this.name = name
    this.hint = hint ?? null
    this.owner = owner ?? null
    this.member = member ?? `'${name}'`
    this.isSilent = isSilent ?? false
  }
  get message(): string {
    if (this.hint) return this.hint
    return this.owner ? `'${this.owner}' has no attribute '${this.name}'` : `'${this.name}' is undefined`
  }
  get shown(): string {
    if (this.isSilent) return ''
    if (this.hint) return `{{ undefined value printed: ${this.hint} }}`
    return this.owner ? `{{ no such element: ${this.owner}[${this.member}] }}` : `{{ ${this.name} }}`
  }
}

export type Arguments = { positional: Value[]; named: Map<string, Value> }

export class Callable {
  readonly name: string
  readonly call: (given: Arguments) => Value
  constructor(name: string, call: (given: Arguments) => Value) {
    this.name = name
    this.call = call
  }
}

/** A naive date and time: epoch milliseconds as if UTC. */
export class DateTime {
  readonly wall: number
  constructor(wall: number) {
    this.wall = wall
  }
}

/** An object with named fields: `loop`, a time filter, a namespace. */
export class Fields {
  readonly type: string
  readonly fields: Map<string, Value>
  constructor(type: string, fields: Iterable<[string, Value]>) {
    this.type = type
    this.fields = new Map(fields)
  }
}

/** Plain data as a value of templates. */
export const toValue = (data: unknown): Value => {
  if (data === null || data === undefined) return null
  if (typeof data === 'boolean' || typeof data === 'string' || typeof data === 'bigint') return data
  if (typeof data === 'number') return Number.isSafeInteger(data) ? BigInt(data) : data
  if (Array.isArray(data)) return data.map(toValue)
  if (data instanceof Callable || data instanceof Fields || data instanceof Map || data instanceof DateTime) return data as Value
  return new Map(Object.entries(data as object).map(([key, item]) => [key, toValue(item)]))
}

/** A value as plain data, for cache keys and JSON. */
export const toPlain = (value: Value): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(toPlain)
  if (value instanceof Tuple) return value.items.map(toPlain)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [text(key), toPlain(item)]))
  if (typeof value === 'object' && value !== null) return text(value)
  return value
}

export const typeName = (value: Value): string => {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Tuple) return 'tuple'
  if (value instanceof Map) return 'dict'
  if (value instanceof DateTime) return 'datetime'
  if (value instanceof Undefined) return 'Undefined'
  return value instanceof Callable ? 'function' : value.type
}

export const truth = (value: Value): boolean => {
  if (value === null || value instanceof Undefined) return false
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Tuple) return value.items.length > 0
  if (value instanceof Map) return value.size > 0
  return typeof value === 'object' ? true : Boolean(value)
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

const dateTimeText = (wall: number, separator: string): string => {
  const p = partsOf(wall)
  const fraction = p.microsecond ? `.${pad(p.microsecond, 6)}` : ''
  return `${pad(p.year, 4)}-${pad(p.month)}-${pad(p.day)}${separator}${pad(p.hour)}:${pad(p.minute)}:${pad(p.second)}${fraction}`
}

export const isoDateTime = (wall: number): string => dateTimeText(wall, 'T')

export const repr = (value: Value): string => {
  if (typeof value === 'number') return pythonFloat(value)
  if (Array.isArray(value)) return `[${joinBounded(value.values().map(repr), ', ')}]`
  if (value instanceof Tuple) return `(${joinBounded(value.items.values().map(repr), ', ')}${value.items.length === 1 ? ',' : ''})`
  if (value instanceof Map)
    return `{${joinBounded(
      value.entries().map(([key, item]) => `${repr(key)}: ${repr(item)}`),
      ', ',
    )}}`
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof DateTime) return `datetime.datetime(${dateTimeText(value.wall, ' ')})`
  if (value instanceof Callable) return `<function ${value.name}>`
  if (value instanceof Fields) return `<${value.type}>`
  return pythonRepr(value)
}

/** What printing a value shows. */
export const text = (value: Value): string => {
  if (typeof value === 'string') return value
  if (value instanceof DateTime) return dateTimeText(value.wall, ' ')
  if (value instanceof Undefined) return value.shown
  return repr(value)
}

/** The members of what can be walked over. */
export const iterate = (value: Value): Value[] => {
  if (Array.isArray(value)) return value
  if (value instanceof Tuple) return value.items
  if (value instanceof Map) return [...value.keys()]
  if (typeof value === 'string') return [...value]
  if (value instanceof Undefined) return []
  throw failed(`'${typeName(value)}' object is not iterable`)
}

export const isNumber = (value: Value): value is bigint | number | boolean =>
  typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'

export const same = (a: Value, b: Value): boolean => {
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b)
  const [left, right] = [members(a), members(b)]
  if (left && right && Array.isArray(a) === Array.isArray(b))
    return left.length === right.length && left.every((item, i) => same(item, right[i] as Value))
  if (a instanceof Map && b instanceof Map)
    return a.size === b.size && [...a].every(([key, item]) => b.has(key) && same(item, b.get(key) as Value))
  if (a instanceof DateTime && b instanceof DateTime) return a.wall === b.wall
  return a === b
}

const members = (value: Value): Value[] | null => (Array.isArray(value) ? value : value instanceof Tuple ? value.items : null)

/** Negative, 0 or positive; what cannot be ordered fails. */
export const compare = (a: Value, b: Value, operator = '<'): number => {
  if (isNumber(a) && isNumber(b))
    return typeof a === 'bigint' && typeof b === 'bigint' ? (a < b ? -1 : a > b ? 1 : 0) : Number(a) - Number(b)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if (a instanceof DateTime && b instanceof DateTime) return a.wall - b.wall
  const [left, right] = [members(a), members(b)]
  if (left && right) {
    for (const [i, item] of left.entries()) {
      if (i >= right.length) return 1
      const order = compare(item, right[i] as Value, operator)
      if (order) return order
    }
    return left.length - right.length
  }
  throw failed(`'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`)
}
