import { formatPercent } from './format.ts'
import type { Budget } from './scope.ts'
import { failed, TemplateError } from './template-error.ts'
import { isNumber, text, Tuple, typeName, Undefined, type Value } from './value.ts'

export type Operator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '~'

const unsupported = (operator: string, a: Value, b: Value) =>
  failed(`unsupported operand type(s) for ${operator}: '${typeName(a)}' and '${typeName(b)}'`)

const whole = (value: bigint | number | boolean): bigint | number => (typeof value === 'boolean' ? BigInt(value) : value)

const dividedByZero = () => failed('division by zero', 'ZeroDivisionError')

const floorDivide = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)

/** No type of an engine that is compared exactly has more digits (Decimal256 of ClickHouse). */
const maxDigits = 76

const tooLarge = () => new TemplateError('limit', `The number is too large: at most ${maxDigits} digits.`)

const power = (a: bigint, b: bigint): bigint | number => {
  if (b < 0n) return Number(a) ** Number(b)
  if (a !== 0n && Math.log10(Math.abs(Number(a))) * Number(b) >= maxDigits) throw tooLarge()
  return a ** b
}

const ofWhole = (operator: Operator, a: bigint, b: bigint): bigint | number => {
  if ((operator === '/' || operator === '//' || operator === '%') && b === 0n) throw dividedByZero()
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      if (a.toString().length + b.toString().length > maxDigits) throw tooLarge()
      return a * b
    case '/':
      return Number(a) / Number(b)
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
      ? ofWhole(operator, left, right)
      : ofFloat(operator, Number(left), Number(right))
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
