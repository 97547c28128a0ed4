import { failed } from '../template-error.ts'
import { compare, iterate, same, type Value } from './value.ts'

const contains = (container: Value, value: Value): boolean => {
  if (typeof container === 'string') {
    if (typeof value !== 'string') throw failed("'in <string>' requires string as left operand")
    return container.includes(value)
  }
  return iterate(container).some((member) => same(member, value))
}

export type Comparison = (a: Value, b: Value) => boolean

/** Python's comparisons, by their operator. */
export const comparisons = {
  '==': same,
  '!=': (a, b) => !same(a, b),
  '<': (a, b) => compare(a, b, '<') < 0,
  '<=': (a, b) => compare(a, b, '<=') <= 0,
  '>': (a, b) => compare(a, b, '>') > 0,
  '>=': (a, b) => compare(a, b, '>=') >= 0,
  in: (a, b) => contains(b, a),
  'not in': (a, b) => !contains(b, a),
} satisfies Record<string, Comparison>

export type ComparisonOperator = keyof typeof comparisons
