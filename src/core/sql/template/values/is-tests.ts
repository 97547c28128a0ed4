import { isLower, isUpper } from './string-methods.ts'
import { failed } from '../template-error.ts'
import { compare, iterate, same, text, Tuple, typeName, Undefined, Callable, isNumber, type Value } from './value.ts'

type Test = (value: Value, given: Value[]) => boolean

const equal: Test = (value, [other]) => same(value, other ?? null)
const different: Test = (value, given) => !equal(value, given)
const order =
  (holds: (difference: number) => boolean): Test =>
  (value, [other]) =>
    holds(compare(value, other ?? null))
const greater = order((d) => d > 0)
const less = order((d) => d < 0)
const atLeast = order((d) => d >= 0)
const atMost = order((d) => d <= 0)
const walkable: Test = (value) => typeof value === 'string' || Array.isArray(value) || value instanceof Tuple || value instanceof Map

const requireNumber = (value: Value): number => {
  if (!isNumber(value)) throw failed(`unsupported operand type(s) for %: '${typeName(value)}' and 'int'`)
  return Number(value)
}

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
  odd: (value) => Math.abs(requireNumber(value) % 2) === 1,
  even: (value) => requireNumber(value) % 2 === 0,
  divisibleby: (value, [by]) => requireNumber(value) % requireNumber(by ?? null) === 0,
  in: (value, [container]) => {
    if (typeof container !== 'string') return iterate(container ?? null).some((member) => same(member, value))
    if (typeof value !== 'string') throw failed(`'in <string>' requires string as left operand, not ${typeName(value)}`)
    return container.includes(value)
  },
  escaped: () => false,
  eq: equal,
  '==': equal,
  equalto: equal,
  sameas: equal,
  ne: different,
  '!=': different,
  gt: greater,
  greaterthan: greater,
  '>': greater,
  ge: atLeast,
  '>=': atLeast,
  lt: less,
  lessthan: less,
  '<': less,
  le: atMost,
  '<=': atMost,
  lower: (value) => isLower(text(value)),
  upper: (value) => isUpper(text(value)),
}

export const findTest = (name: string): Test | undefined => (Object.hasOwn(tests, name) ? tests[name] : undefined)
