/** What a literal of JavaScript may hold here: data, and no code. */
export type Literal = null | boolean | number | string | Literal[] | { [key: string]: Literal }

const maxDepth = 16
const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const atom = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|([a-z_$][\w$]*)|([{}[\],:])/iy

type Token = { text: string; kind: 'string' | 'number' | 'name' | 'sign' }

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' }
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, letter: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[letter] ?? letter),
  )

const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    space.lastIndex = at
    space.exec(source)
    at = space.lastIndex
    if (at >= source.length) return tokens
    atom.lastIndex = at
    const match = atom.exec(source)
    if (!match) throw new SyntaxError('not a literal')
    const [, single, double, number, name, sign] = match
    const string = single ?? double
    if (string !== undefined) tokens.push({ text: unescaped(string), kind: 'string' })
    else tokens.push({ text: number ?? name ?? sign ?? '', kind: number ? 'number' : name ? 'name' : 'sign' })
    at = atom.lastIndex
  }
}

const words = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Reads `{ title: { text: 'Sales' } }`: JSON, and what JavaScript allows beside it in a literal. Throws where it is anything else. */
export const parseLiteral = (source: string): Literal => {
  const tokens = tokensOf(source)
  let next = 0
  const isSign = (sign: string) => tokens[next]?.kind === 'sign' && tokens[next]?.text === sign
  const take = (): Token => {
    const token = tokens[next]
    if (!token) throw new SyntaxError('unexpected end')
    next += 1
    return token
  }
  const expect = (sign: string) => {
    if (!isSign(sign)) throw new SyntaxError(`expected ${sign}`)
    next += 1
  }
  /** Items up to the closing sign; a comma may stand behind the last one. */
  const readItems = (closing: string, readItem: () => void) => {
    while (!isSign(closing)) {
      readItem()
      if (!isSign(closing)) expect(',')
    }
    next += 1
  }
  const readValue = (depth: number): Literal => {
    if (depth > maxDepth) throw new SyntaxError('too deep')
    const { kind, text } = take()
    if (kind === 'string') return text
    if (kind === 'number') return Number(text)
    if (kind === 'name' && words.has(text)) return words.get(text) ?? null
    if (text === '[') {
      const list: Literal[] = []
      readItems(']', () => list.push(readValue(depth + 1)))
      return list
    }
    if (text !== '{') throw new SyntaxError(`unexpected ${text}`)
    const entries: [string, Literal][] = []
    readItems('}', () => {
      const key = take()
      if (key.kind === 'sign') throw new SyntaxError('expected a name')
      expect(':')
      entries.push([key.text, readValue(depth + 1)])
    })
    return Object.fromEntries(entries)
  }
  const value = readValue(0)
  if (next < tokens.length) throw new SyntaxError('unexpected words')
  return value
}
