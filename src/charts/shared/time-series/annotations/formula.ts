/** A formula of an annotation layer as a function of x. */
export type Formula = (x: number) => number

const functions: Record<string, (...values: number[]) => number> = {
  abs: Math.abs,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  max: Math.max,
  min: Math.min,
  mod: (a = 0, b = 1) => a - b * Math.floor(a / b),
  pow: (a = 0, b = 1) => a ** b,
  round: Math.round,
  sign: Math.sign,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
}
const constants: Record<string, number> = { pi: Math.PI, e: Math.E }

const token = /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|([a-z_]\w*)|([-+*/%^(),]))/iy

const split = (text: string): string[] | null => {
  const found: string[] = []
  token.lastIndex = 0
  const source = text.trimEnd()
  while (token.lastIndex < source.length) {
    const match = token.exec(source)
    if (!match) return null
    found.push((match[1] ?? match[2] ?? match[3]) as string)
  }
  return found
}

const binding: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '^': 4 }
const unaryBinding = 3
const isNumber = (text: string) => /^[\d.]/.test(text)
const isName = (text: string) => /^[a-z_]/i.test(text)

const operate: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '^': (a, b) => a ** b,
}

/** The tokens of a formula, read from left to right. */
type Tokens = {
  peek: () => string | undefined
  /** The next token; throws at the end, and where another one is expected. */
  take: (expected?: string) => string
}

const readerOf = (tokens: readonly string[]): Tokens => {
  let at = 0
  return {
    peek: () => tokens[at],
    take: (expected) => {
      const found = tokens[at]
      if (found === undefined || (expected !== undefined && found !== expected)) throw new Error('formula')
      at += 1
      return found
    },
  }
}

const readArguments = (tokens: Tokens): Formula[] => {
  tokens.take('(')
  const list = [readExpression(tokens)]
  while (tokens.peek() === ',') {
    tokens.take()
    list.push(readExpression(tokens))
  }
  tokens.take(')')
  return list
}

const readNamed = (name: string, tokens: Tokens): Formula => {
  const call = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (call && tokens.peek() === '(') {
    const list = readArguments(tokens)
    return (x) => call(...list.map((argument) => argument(x)))
  }
  if (name === 'x') return (x) => x
  const constant = Object.hasOwn(constants, name) ? constants[name] : undefined
  if (constant === undefined) throw new Error('formula')
  return () => constant
}

const readOperand = (tokens: Tokens): Formula => {
  const found = tokens.take()
  if (found === '+') return readExpression(tokens, unaryBinding)
  if (found === '-') {
    const inner = readExpression(tokens, unaryBinding)
    return (x) => -inner(x)
  }
  if (found === '(') {
    const inner = readExpression(tokens)
    tokens.take(')')
    return inner
  }
  return isNumber(found) ? () => Number(found) : readNamed(found.toLowerCase(), tokens)
}

/** Reads operators that bind more strongly than `least`, by precedence climbing; `2x` is a product. */
const readExpression = (tokens: Tokens, least = 0): Formula => {
  let left = readOperand(tokens)
  for (;;) {
    const next = tokens.peek()
    if (next === undefined || next === ')' || next === ',') return left
    const isProduct = isNumber(next) || isName(next) || next === '('
    const strength = isProduct ? 2 : (binding[next] ?? 0)
    if (strength <= least) return left
    if (!isProduct) tokens.take()
    const right = readExpression(tokens, next === '^' ? strength - 1 : strength)
    const apply = operate[isProduct ? '*' : next] as (a: number, b: number) => number
    const before = left
    left = (x) => apply(before(x), right(x))
  }
}

/** The formula that all of the tokens make; throws where they make none. */
const readFormula = (list: readonly string[]): Formula => {
  const tokens = readerOf(list)
  const formula = readExpression(tokens)
  if (tokens.peek() !== undefined) throw new Error('formula')
  return formula
}

/** Reads `2x + sin(x / 10)`, also after `y =` or `f(x) =`; null when it is no formula of x. */
export const parseFormula = (text: string): Formula | null => {
  const tokens = split(text.replace(/^\s*[a-z]\w*\s*(?:\(\s*x\s*\))?\s*=(?!=)/i, ''))
  if (!tokens || tokens.length === 0) return null
  try {
    return readFormula(tokens)
  } catch {
    return null
  }
}
