import { attribute, callValue, item, slice } from '../values/attributes.ts'
import { readWhole } from '../bounds.ts'
import { comparisons, type Comparison, type ComparisonOperator } from '../values/comparisons.ts'
import {
  acceptOp,
  acceptWord,
  current,
  expectedExpression,
  expectName,
  expectOp,
  isOp,
  isWord,
  take,
  unexpected,
  type Cursor,
} from './cursor.ts'
import { findFilter } from '../filters/filters.ts'
import { operate, type Operator } from '../values/operators.ts'
import type { Names } from '../scope.ts'
import { TemplateError } from '../template-error.ts'
import { findTest } from '../values/is-tests.ts'
import { text, truth, Tuple, Undefined, type Value } from '../values/value.ts'

/** An expression, ready to be evaluated. */
export type Node = (names: Names) => Value

export type NamedNode = [name: string, node: Node]

const counted =
  (node: Node): Node =>
  (names) => {
    names.budget.step()
    return node(names)
  }

/** `a if b else c`, and everything that binds tighter. */
export const readExpression = (cursor: Cursor): Node => {
  const value = readOr(cursor)
  if (!acceptWord(cursor, 'if')) return value
  const condition = readOr(cursor)
  const otherwise = acceptWord(cursor, 'else')
    ? readExpression(cursor)
    : () => new Undefined('', { hint: 'the inline if-expression evaluated to false and no else section was defined.', isSilent: true })
  return counted((names) => (truth(condition(names)) ? value(names) : otherwise(names)))
}

/** An expression, or several with commas between: a tuple. */
export const readTuple = (cursor: Cursor): Node => {
  if (current(cursor).kind === 'end' || isOp(cursor, ')')) throw expectedExpression(cursor)
  const first = readExpression(cursor)
  if (!isOp(cursor, ',')) return first
  const nodes = [first]
  while (acceptOp(cursor, ',')) {
    if (current(cursor).kind === 'end' || isOp(cursor, ')', '=')) break
    nodes.push(readExpression(cursor))
  }
  return (names) => new Tuple(nodes.map((node) => node(names)))
}

const readOr = (cursor: Cursor): Node => {
  const left = readAnd(cursor)
  if (!acceptWord(cursor, 'or')) return left
  const right = readOr(cursor)
  return counted((names) => {
    const value = left(names)
    return truth(value) ? value : right(names)
  })
}

const readAnd = (cursor: Cursor): Node => {
  const left = readNot(cursor)
  if (!acceptWord(cursor, 'and')) return left
  const right = readAnd(cursor)
  return counted((names) => {
    const value = left(names)
    return truth(value) ? right(names) : value
  })
}

const readNot = (cursor: Cursor): Node => {
  if (!acceptWord(cursor, 'not')) return readComparison(cursor)
  const node = readNot(cursor)
  return (names) => !truth(node(names))
}

const comparisonAt = (cursor: Cursor): ComparisonOperator | null => {
  if (isOp(cursor, '==', '!=', '<', '<=', '>', '>=')) return take(cursor).text as ComparisonOperator
  if (acceptWord(cursor, 'in')) return 'in'
  const next = cursor.tokens[cursor.at + 1]
  if (isWord(cursor, 'not') && next?.kind === 'name' && next.text === 'in') {
    cursor.at += 2
    return 'not in'
  }
  return null
}

const readComparison = (cursor: Cursor): Node => {
  const first = readBinary(cursor, 0)
  const rest: { test: Comparison; node: Node }[] = []
  for (let operator = comparisonAt(cursor); operator; operator = comparisonAt(cursor)) {
    rest.push({ test: comparisons[operator], node: readBinary(cursor, 0) })
  }
  if (!rest.length) return first
  return counted((names) => {
    let left = first(names)
    return rest.every(({ test, node }) => {
      const right = node(names)
      const holds = test(left, right)
      left = right
      return holds
    })
  })
}

const levels: string[][] = [['+', '-'], ['~'], ['*', '/', '//', '%']]

const readBinary = (cursor: Cursor, level: number): Node => {
  const operators = levels[level]
  if (!operators) return readPower(cursor)
  let left = readBinary(cursor, level + 1)
  while (isOp(cursor, ...operators)) {
    const operator = take(cursor).text as Operator
    const [a, b] = [left, readBinary(cursor, level + 1)]
    left = counted((names) => operate(operator, a(names), b(names), names.budget))
  }
  return left
}

/** Filters and tests take the number with its sign: `-2 | abs`. */
const readUnary = (cursor: Cursor, withFilters: boolean): Node => {
  const sign = isOp(cursor, '-', '+') ? (take(cursor).text as Operator) : null
  const operand = sign ? readUnary(cursor, false) : readPrimary(cursor)
  const node = readPostfix(cursor, sign ? (names) => operate(sign, 0n, operand(names), names.budget) : operand)
  return withFilters ? readFilters(cursor, node) : node
}

/** From the left, and the sign first: `-2 ** 2` is 4. */
const readPower = (cursor: Cursor): Node => {
  let left = readUnary(cursor, true)
  while (acceptOp(cursor, '**')) {
    const [base, exponent] = [left, readUnary(cursor, true)]
    left = counted((names) => operate('**', base(names), exponent(names), names.budget))
  }
  return left
}

type CallNodes = { positional: Node[]; named: NamedNode[] }

const readArguments = (cursor: Cursor): CallNodes => {
  const given: CallNodes = { positional: [], named: [] }
  expectOp(cursor, '(')
  while (!isOp(cursor, ')')) {
    const next = cursor.tokens[cursor.at + 1]
    if (current(cursor).kind === 'name' && next?.kind === 'op' && next.text === '=') {
      const name = take(cursor).text
      take(cursor)
      given.named.push([name, readExpression(cursor)])
    } else {
      if (given.named.length)
        throw new TemplateError('syntax', 'invalid syntax for function call expression', { line: current(cursor).line })
      given.positional.push(readExpression(cursor))
    }
    if (!acceptOp(cursor, ',')) break
  }
  expectOp(cursor, ')')
  return given
}

const evaluated = ({ positional, named }: CallNodes, names: Names) => ({
  positional: positional.map((node) => node(names)),
  named: new Map(named.map(([name, node]) => [name, node(names)])),
})

const readSubscript = (cursor: Cursor, target: Node): Node => {
  const part = (): Node | null => (isOp(cursor, ':', ']') ? null : readExpression(cursor))
  const first = part()
  if (!isOp(cursor, ':')) {
    expectOp(cursor, ']')
    if (!first) throw unexpected(cursor)
    return counted((names) => item(target(names), first(names)))
  }
  const bounds = [first]
  while (acceptOp(cursor, ':')) bounds.push(part())
  expectOp(cursor, ']')
  return counted((names) =>
    slice(
      target(names),
      bounds.map((node) => (node ? node(names) : null)),
    ),
  )
}

const readPostfix = (cursor: Cursor, start: Node): Node => {
  let node = start
  for (;;) {
    const target = node
    if (acceptOp(cursor, '.')) {
      const token = take(cursor)
      if (token.kind === 'name') node = counted((names) => attribute(target(names), token.text))
      else if (token.kind === 'int') node = counted((names) => item(target(names), readWhole(token.text)))
      else throw new TemplateError('syntax', 'expected name or number', { line: token.line })
    } else if (acceptOp(cursor, '[')) node = readSubscript(cursor, target)
    else if (isOp(cursor, '(')) {
      const given = readArguments(cursor)
      node = counted((names) => names.budget.enter(() => names.budget.whole(callValue(target(names), evaluated(given, names)))))
    } else return node
  }
}

const readFilters = (cursor: Cursor, start: Node): Node => {
  let node = start
  for (;;) {
    const target = node
    if (acceptOp(cursor, '|')) {
      const { line } = current(cursor)
      const name = expectName(cursor)
      const given = isOp(cursor, '(') ? readArguments(cursor) : { positional: [], named: [] }
      node = counted((names) => {
        const own = names.get(`| ${name}`)
        const args = evaluated(given, names)
        if (!(own instanceof Undefined)) return callValue(own, { ...args, positional: [target(names), ...args.positional] })
        const filter = findFilter(name)
        if (!filter) throw new TemplateError('syntax', `No filter named '${name}'.`, { line, pythonType: 'TemplateAssertionError' })
        return filter(names.budget.whole(target(names)), args, names.budget)
      })
    } else if (acceptWord(cursor, 'is')) node = readTest(cursor, target)
    else if (isOp(cursor, '(', '.', '[')) node = readPostfix(cursor, target)
    else return node
  }
}

const readTest = (cursor: Cursor, target: Node): Node => {
  const negated = acceptWord(cursor, 'not')
  const { line } = current(cursor)
  const name = expectName(cursor)
  const test = findTest(name)
  if (!test) throw new TemplateError('syntax', `No test named '${name}'.`, { line, pythonType: 'TemplateAssertionError' })
  const starts = ['name', 'string', 'int', 'float'].includes(current(cursor).kind) && !isWord(cursor, 'else', 'or', 'and', 'is', 'if')
  const given = isOp(cursor, '(')
    ? readArguments(cursor)
    : { positional: starts || isOp(cursor, '[', '{') ? [readPostfix(cursor, readPrimary(cursor))] : [], named: [] }
  return counted((names) => test(target(names), evaluated(given, names).positional) !== negated)
}

const constants: Record<string, Value> = { true: true, True: true, false: false, False: false, none: null, None: null }

const readPrimary = (cursor: Cursor): Node => {
  const token = current(cursor)
  if (token.kind === 'name') {
    take(cursor)
    const constant = constants[token.text]
    return constant === undefined ? (names) => names.get(token.text) : () => constant
  }
  if (token.kind === 'string') {
    let value = ''
    while (current(cursor).kind === 'string') value += take(cursor).text
    return () => value
  }
  if (token.kind === 'int' || token.kind === 'float') {
    take(cursor)
    const value = token.kind === 'int' ? readWhole(token.text) : Number(token.text)
    return () => value
  }
  if (acceptOp(cursor, '(')) return readParenthesised(cursor)
  if (acceptOp(cursor, '[')) return readList(cursor)
  if (acceptOp(cursor, '{')) return readDict(cursor)
  throw unexpected(cursor)
}

const readParenthesised = (cursor: Cursor): Node => {
  if (acceptOp(cursor, ')')) return () => new Tuple([])
  const node = readTuple(cursor)
  expectOp(cursor, ')')
  return node
}

const readList = (cursor: Cursor): Node => {
  const nodes: Node[] = []
  while (!isOp(cursor, ']')) {
    nodes.push(readExpression(cursor))
    if (!acceptOp(cursor, ',')) break
  }
  expectOp(cursor, ']')
  return (names) => nodes.map((node) => node(names))
}

const readDict = (cursor: Cursor): Node => {
  const pairs: [Node, Node][] = []
  while (!isOp(cursor, '}')) {
    const key = readExpression(cursor)
    expectOp(cursor, ':')
    pairs.push([key, readExpression(cursor)])
    if (!acceptOp(cursor, ',')) break
  }
  expectOp(cursor, '}')
  return (names) => new Map(pairs.map(([key, node]) => [key(names), node(names)]))
}

export const printed =
  (node: Node): ((names: Names) => string) =>
  (names) =>
    text(node(names))
