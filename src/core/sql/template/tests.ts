import { compare, iterate, same, Tuple, Undefined, Callable, isNumber, type Value } from './value.ts'

type Test = (value: Value, given: Value[]) => boolean

const equal: Test = (value, [other]) => same(value, other ?? null)
const order =
  (holds: (difference: number) => boolean): Test =>
  (value, [other]) =>
    holds(compare(value, other ?? null))
const greater = order((d) => d > 0)
const less = order((d) => d < 0)
const walkable: Test = (value) => typeof value === 'string' || Array.isArray(value) || value instanceof Tuple || value instanceof Map

/** The tests of `is`. */
const tests: Record<string, Test> = {
  defined: (value) => !(value instanceof Undefined),
  undefined: (value) => value instanceof Undefined,
  none: (value) => value === null,
  true: (value) => value === true,
  false: (value) => value === false,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => isNumber(value),
  integer: (value) => typeof value === 'bigint',
  float: (value) => typeof value === 'number',
  mapping: (value) => value instanceof Map,
  sequence: walkable,
  iterable: walkable,
  callable: (value) => value instanceof Callable,
  odd: (value) => Number(value) % 2 !== 0,
  even: (value) => Number(value) % 2 === 0,
  divisibleby: (value, [by]) => Number(value) % Number(by) === 0,
  in: (value, [container]) =>
    typeof container === 'string' ? container.includes(String(value)) : iterate(container ?? null).some((m) => same(m, value)),
  eq: equal,
  equalto: equal,
  sameas: equal,
  ne: (value, given) => !equal(value, given),
  gt: greater,
  greaterthan: greater,
  ge: order((d) => d >= 0),
  lt: less,
  lessthan: less,
  le: order((d) => d <= 0),
  lower: (value) => typeof value === 'string' && value === value.toLowerCase(),
  upper: (value) => typeof value === 'string' && value === value.toUpperCase(),
}

export const findTest = (name: string): Test | undefined => (Object.hasOwn(tests, name) ? tests[name] : undefined)
