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

/** Reads one formula from the tokens; throws where they make none. */
const read = (tokens: string[]): Formula => {
  let at = 0
  const peek = (): string | undefined => tokens[at]
  const take = (expected?: string): string => {
    const found = tokens[at]
    if (found === undefined || (expected !== undefined && found !== expected)) throw new Error('formula')
    at += 1
    return found
  }

  const inputs = (): Formula[] => {
    const list = [expression(0)]
    while (peek() === ',') {
      take()
      list.push(expression(0))
    }
    return list
  }

  const named = (name: string): Formula => {
    const call = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (call && peek() === '(') {
      take()
      const list = inputs()
      take(')')
      return (x) => call(...list.map((input) => input(x)))
    }
    if (name === 'x') return (x) => x
    const constant = Object.hasOwn(constants, name) ? constants[name] : undefined
    if (constant === undefined) throw new Error('formula')
    return () => constant
  }

  const operand = (): Formula => {
    const found = take()
    if (found === '-' || found === '+') {
      const inner = expression(unaryBinding)
      return found === '-' ? (x) => -inner(x) : inner
    }
    if (found === '(') {
      const inner = expression(0)
      take(')')
      return inner
    }
    return isNumber(found) ? () => Number(found) : named(found.toLowerCase())
  }

  const expression = (least: number): Formula => {
    let left = operand()
    for (;;) {
      const operator = peek()
      if (operator === undefined || operator === ')' || operator === ',') return left
      const implicit = isNumber(operator) || isName(operator) || operator === '('
      const strength = implicit ? 2 : (binding[operator] ?? 0)
      if (strength <= least) return left
      if (!implicit) take()
      const right = expression(operator === '^' ? strength - 1 : strength)
      const apply = operate[implicit ? '*' : operator] as (a: number, b: number) => number
      const before = left
      left = (x) => apply(before(x), right(x))
    }
  }

  const formula = expression(0)
  if (at < tokens.length) throw new Error('formula')
  return formula
}

/** Reads `2x + sin(x / 10)`, also after `y =` or `f(x) =`; null when it is no formula of x. */
export const parseFormula = (text: string): Formula | null => {
  const tokens = split(text.replace(/^\s*[a-z]\w*\s*(?:\(\s*x\s*\))?\s*=(?!=)/i, ''))
  if (!tokens || tokens.length === 0) return null
  try {
    return read(tokens)
  } catch {
    return null
  }
}
