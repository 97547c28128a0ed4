import { requireDigits, requirePower, floatOf } from '../bounds.ts'
import { formatPercent } from './format.ts'
import type { Budget } from '../scope.ts'
import { failed } from '../template-error.ts'
import { isNumber, text, Tuple, typeName, Undefined, type Value } from './value.ts'

export type Operator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '~'

const unsupported = (operator: string, a: Value, b: Value) =>
  failed(`unsupported operand type(s) for ${operator}: '${typeName(a)}' and '${typeName(b)}'`)

const whole = (value: bigint | number | boolean): bigint | number => (typeof value === 'boolean' ? BigInt(value) : value)

const dividedByZero = () => failed('division by zero', 'ZeroDivisionError')

const floorDivide = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)

const decimalLog = (value: bigint): number => {
  const near = Math.log10(Math.abs(Number(value)))
  return Number.isFinite(near) ? near : value.toString().length - 1
}

const power = (a: bigint, b: bigint): bigint | number => {
  if (b < 0n) return floatOf(a) ** floatOf(b)
  if (a !== 0n && b > 1n) requirePower(decimalLog(a) * Number(b))
  return a ** b
}

const bitsOf = (value: bigint): number => value.toString(2).length

const divide = (a: bigint, b: bigint): number => {
  const [left, right] = [Number(a), Number(b)]
  if (Number.isFinite(left) && Number.isFinite(right)) return left / right
  // Where no float holds one of them, the quotient of wholes is taken to 64 bits and more.
  const shift = 64 + bitsOf(b) - bitsOf(a)
  const quotient = shift < 0 ? a / (b << BigInt(-shift)) : (a << BigInt(shift)) / b
  const float = Number(quotient) * 2 ** -shift
  if (!Number.isFinite(float)) throw failed('integer division result too large for a float', 'OverflowError')
  return float
}

const ofWhole = (operator: Operator, a: bigint, b: bigint): bigint | number => {
  if ((operator === '/' || operator === '//' || operator === '%') && b === 0n) throw dividedByZero()
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return divide(a, b)
    case '//':
      return floorDivide(a, b)
    case '%':
      return a - floorDivide(a, b) * b
    default:
      return power(a, b)
  }
}

const ofFloat = (operator: Operator, a: number, b: number): number => {
  if ((operator === '/' || operator === '//' || operator === '%') && b === 0) throw dividedByZero()
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '//':
      return Math.floor(a / b)
    case '%':
      return a - Math.floor(a / b) * b
    default:
      return a ** b
  }
}

const timesOf = (length: number, count: bigint, budget: Budget): number => {
  const times = Number(count < 0n ? 0n : count)
  budget.text(Math.min(length * times, Number.MAX_SAFE_INTEGER))
  return times
}

const repeated = (sequence: Value[], count: bigint, budget: Budget): Value[] =>
  Array.from({ length: timesOf(sequence.length, count, budget) }, () => sequence).flat()

/** One operation of two values, as Python does it. */
export const operate = (operator: Operator, a: Value, b: Value, budget: Budget): Value => {
  if (operator === '~') {
    const result = text(a) + text(b)
    budget.text(result.length)
    return result
  }
  for (const value of [a, b]) if (value instanceof Undefined) throw failed(value.message, 'UndefinedError')
  if (operator === '%' && typeof a === 'string') return formatPercent(a, b, budget)
  if (isNumber(a) && isNumber(b)) {
    const [left, right] = [whole(a), whole(b)]
    return typeof left === 'bigint' && typeof right === 'bigint'
      ? requireDigits(ofWhole(operator, left, right))
      : ofFloat(operator, floatOf(left), floatOf(right))
  }
  if (operator === '+') {
    if (typeof a === 'string' && typeof b === 'string') {
      budget.text(a.length + b.length)
      return a + b
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      budget.step(a.length + b.length)
      return [...a, ...b]
    }
    if (a instanceof Tuple && b instanceof Tuple) return new Tuple([...a.items, ...b.items])
  }
  if (operator === '*') {
    const [sequence, count] = typeof b === 'bigint' ? [a, b] : [b, a]
    if (typeof count === 'bigint' && sequence instanceof Tuple) return new Tuple(repeated(sequence.items, count, budget))
    if (typeof count === 'bigint' && Array.isArray(sequence)) return repeated(sequence, count, budget)
    if (typeof count === 'bigint' && typeof sequence === 'string') return sequence.repeat(timesOf(sequence.length, count, budget))
  }
  throw unsupported(operator, a, b)
}
