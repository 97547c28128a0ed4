// Our own before polyglot: that refuses `a // 2` and fifty parentheses in each other, and a first chart would wait for its process.
import { nameOf, tokenize, type Token } from './lexer.ts'
import type { Lexicon } from './lexicon.ts'
import { arithmetic, callableReserved, comparisons, literalPrefixes, reserved, signs, truths, typeNames, typeTail } from './simple-words.ts'

/**
 * An expression that a small strict grammar accepts whole: literals, names, operators, plain function calls, CASE, CAST, EXTRACT.
 * It contains no sub-query, statement, comment or escape, so it cannot leave the parentheses around it, on any engine.
 */
export type SimpleExpression = {
  /** Functions called, in lower case. */
  functions: string[]
  /** A literal, name or call: needs no parentheses around it. */
  primary: boolean
  /** True, false or null: a comparison, or several joined by AND and OR. */
  condition: boolean
  /** Type named by an outermost CAST, in lower case: `timestamp`. */
  castTo: string | null
}

class NotSimple extends Error {}

const deepest = 64

class Reader {
  private at = 0
  private depth = 0
  readonly functions = new Set<string>()
  castTo: string | null = null
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  /** Whether the whole is a single primary, and whether it is a condition. */
  whole(): { primary: boolean; condition: boolean } {
    const primary = this.isPrimary()
    this.at = 0
    this.castTo = null
    const condition = this.expression()
    if (this.at < this.tokens.length) throw new NotSimple()
    return { primary, condition }
  }

  private isPrimary(): boolean {
    try {
      this.primary()
      return this.at === this.tokens.length
    } catch {
      return false
    }
  }

  private peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead]
  }

  private word(ahead = 0): string | null {
    const token = this.peek(ahead)
    return token?.kind === 'word' ? token.text.toLowerCase() : null
  }

  private accept(...words: string[]): boolean {
    const ok = words.every((word, i) => this.word(i) === word)
    if (ok) this.at += words.length
    return ok
  }

  private expect(kind: Token['kind']): Token {
    const token = this.peek()
    if (token?.kind !== kind) throw new NotSimple()
    this.at++
    return token
  }

  private operator(set: Set<string>): boolean {
    const token = this.peek()
    if (token?.kind !== 'operator' || !set.has(token.text)) return false
    this.at++
    return true
  }

  /** These tell whether what they read is a condition. */
  expression(): boolean {
    if (++this.depth > deepest) throw new NotSimple()
    let condition = this.negation()
    while (this.accept('and') || this.accept('or')) {
      this.negation()
      condition = true
    }
    this.depth--
    return condition
  }

  private negation(): boolean {
    let condition = false
    while (this.accept('not')) condition = true
    if (this.sum()) condition = true
    while (this.predicate()) condition = true
    return condition
  }

  private predicate(): boolean {
    if (this.operator(comparisons)) return (this.sum(), true)
    if (this.accept('is')) {
      this.accept('not')
      if (this.accept('distinct', 'from')) this.sum()
      else if (!['null', 'true', 'false'].some((word) => this.accept(word))) throw new NotSimple()
      return true
    }
    const negated = this.word() === 'not' && ['like', 'ilike', 'in', 'between'].includes(this.word(1) ?? '')
    if (negated) this.at++
    if (this.accept('like') || this.accept('ilike')) return (this.sum(), true)
    if (this.accept('in')) return (this.list(), true)
    if (this.accept('between')) {
      this.sum()
      if (!this.accept('and')) throw new NotSimple()
      this.sum()
      return true
    }
    return false
  }

  private sum(): boolean {
    let condition = this.operand()
    while (this.operator(arithmetic)) {
      this.operand()
      condition = false
    }
    return condition
  }

  private operand(): boolean {
    while (this.operator(signs));
    return this.primary()
  }

  private primary(): boolean {
    let condition = this.atom()
    while (this.peek()?.kind === 'operator' && this.peek()?.text === '::') {
      this.at++
      this.castTo = this.type()
      condition = false
    }
    return condition
  }

  private list(): void {
    this.expect('open')
    do this.expression()
    while (this.comma())
    this.expect('close')
  }

  private comma(): boolean {
    if (this.peek()?.kind !== 'comma') return false
    this.at++
    return true
  }

  private atom(): boolean {
    const token = this.peek()
    if (!token) throw new NotSimple()
    if (token.kind === 'open') {
      this.at++
      const condition = this.expression()
      this.expect('close')
      return condition
    }
    if (token.kind === 'number' || token.kind === 'string') this.at++
    else if (token.kind === 'name') this.chain()
    else if (token.kind === 'word') this.worded(token.text.toLowerCase())
    else throw new NotSimple()
    return token.kind === 'word' && truths.has(token.text.toLowerCase())
  }

  private worded(word: string): void {
    if (word === 'null' || word === 'true' || word === 'false') this.at++
    else if (word === 'case') this.caseWhen()
    else if ((word === 'cast' || word === 'try_cast') && this.peek(1)?.kind === 'open') this.cast()
    else if (word === 'extract' && this.peek(1)?.kind === 'open') this.extract()
    else if (word === 'interval' && this.peek(1)?.kind === 'string') this.interval()
    else if (literalPrefixes.has(word) && this.peek(1)?.kind === 'string') this.at += 2
    else if (this.peek(1)?.kind === 'open') this.call(word)
    else this.chain()
  }

  /** `a`, `t.a`, `s.t.a` */
  private chain(): void {
    for (;;) {
      const token = this.peek()
      if (token?.kind !== 'name' && (token?.kind !== 'word' || reserved.has(token.text.toLowerCase()))) throw new NotSimple()
      this.at++
      if (this.peek()?.kind !== 'dot') break
      this.at++
    }
    if (this.peek()?.kind === 'open' || this.peek()?.kind === 'string') throw new NotSimple()
  }

  private call(name: string): void {
    if (reserved.has(name) && !callableReserved.has(name)) throw new NotSimple()
    this.functions.add(name)
    this.at++
    this.expect('open')
    if (this.peek()?.kind === 'operator' && this.peek()?.text === '*') this.at++
    else if (this.peek()?.kind !== 'close') {
      this.accept('distinct')
      do this.expression()
      while (this.comma())
    }
    this.expect('close')
    if (this.word() === 'filter' && this.peek(1)?.kind === 'open') {
      this.at += 2
      if (!this.accept('where')) throw new NotSimple()
      this.expression()
      this.expect('close')
    }
  }

  private caseWhen(): void {
    this.at++
    if (this.word() !== 'when') this.expression()
    while (this.accept('when')) {
      this.expression()
      if (!this.accept('then')) throw new NotSimple()
      this.expression()
    }
    if (this.accept('else')) this.expression()
    if (!this.accept('end')) throw new NotSimple()
  }

  private cast(): void {
    this.at++
    this.expect('open')
    this.expression()
    if (!this.accept('as')) throw new NotSimple()
    const type = this.type()
    this.expect('close')
    this.castTo = type
  }

  private extract(): void {
    this.at++
    this.expect('open')
    this.expect('word')
    if (!this.accept('from')) throw new NotSimple()
    this.expression()
    this.expect('close')
    this.castTo = null
  }

  private interval(): void {
    this.at += 2
    if (/^(second|minute|hour|day|week|month|quarter|year)s?$/.test(this.word() ?? '')) this.at++
  }

  private type(): string {
    const words = [this.expect('word').text.toLowerCase()]
    if (!typeNames.has(words[0] as string)) throw new NotSimple()
    while (typeTail.has(this.word() ?? '')) words.push(this.expect('word').text.toLowerCase())
    if (this.peek()?.kind === 'open') {
      this.at++
      do this.expect('number')
      while (this.comma())
      this.expect('close')
      while (typeTail.has(this.word() ?? '')) words.push(this.expect('word').text.toLowerCase())
    }
    return words.join(' ')
  }
}

const plainOnEveryEngine = ({ kind, text }: Token): boolean => {
  if (kind === 'comment' || kind === 'semicolon' || kind === 'parameter' || text.includes('\\') || text.includes('\0')) return false
  if (kind === 'string') return text.startsWith("'") || text.startsWith('"')
  if (kind === 'word') return !text.includes('$')
  return true
}

const maxTextLength = 4000

/** Null when the text is not provably simple and has to be parsed. */
export const readSimple = (text: string, lexicon: Lexicon): SimpleExpression | null => {
  if (text.length > maxTextLength) return null
  try {
    const tokens = tokenize(text, lexicon)
    if (!tokens.length || !tokens.every(plainOnEveryEngine)) return null
    const reader = new Reader(tokens)
    const { primary, condition } = reader.whole()
    return { functions: [...reader.functions], primary, condition, castTo: primary ? reader.castTo : null }
  } catch {
    return null
  }
}

/** The name when the whole text is a single name, quoted or not; else null. */
export const readName = (text: string, lexicon: Lexicon): string | null => {
  try {
    const [token, ...rest] = tokenize(text, lexicon)
    return token && !rest.length ? nameOf(token) : null
  } catch {
    return null
  }
}
