import type { Lexicon } from './lexicon.ts'

export type TokenKind =
  | 'word'
  | 'name'
  | 'string'
  | 'number'
  | 'operator'
  | 'open'
  | 'close'
  | 'comma'
  | 'dot'
  | 'semicolon'
  | 'comment'
  | 'parameter'
  | 'variable'

/** `start` and `end` are offsets into the text; `text` is what is there, quotes included. */
export type Token = { kind: TokenKind; text: string; start: number; end: number }

/** A text whose end came inside a string, name or comment. */
export class UnclosedToken extends Error {
  readonly start: number
  constructor(what: string, start: number) {
    super(`Unclosed ${what}`)
    this.start = start
  }
}

/** Engines disagree about any white space beyond these. */
const space = /[\t\n\v\f\r ]/
const digit = /[0-9]/
const wordStart = /[\p{L}_]/u
const wordPart = /[\p{L}\p{M}\p{N}_$]/u
const operators = ['<=>', '->>', '::', '||', '<=', '>=', '<>', '!=', '->', '=>', ':=', '==', '<<', '>>', '**', '!~', '~*', '//', '&&']

/** Ends after the closing quote; a doubled quote is one quote where the dialect allows it. */
const quotedEnd = (
  text: string,
  start: number,
  { quote, backslash, doubled = true, what }: { quote: string; backslash: boolean; doubled?: boolean; what: string },
): number => {
  for (let i = start + 1; i < text.length; i++) {
    if (backslash && text[i] === '\\') i++
    else if (text[i] === quote) {
      if (!doubled || text[i + 1] !== quote) return i + 1
      i++
    }
  }
  throw new UnclosedToken(what, start)
}

const blockEnd = (text: string, start: number, nested: boolean): number => {
  let depth = 1
  for (let i = start + 2; i < text.length; i++) {
    if (text.startsWith('*/', i)) {
      if (--depth === 0) return i + 2
      i++
    } else if (nested && text.startsWith('/*', i)) {
      depth++
      i++
    }
  }
  throw new UnclosedToken('comment', start)
}

const lineEnd = (text: string, start: number): number => {
  const end = text.slice(start).search(/[\n\r]/)
  return end < 0 ? text.length : start + end
}

const wordEnd = (text: string, start: number): number => {
  let i = start
  while (i < text.length && wordPart.test(text[i] as string)) i++
  return i
}

const numberPattern = /(?:0[xX][0-9a-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?|\d+\.)/y

const numberEnd = (text: string, start: number): number => {
  numberPattern.lastIndex = start
  return numberPattern.test(text) ? numberPattern.lastIndex : start + 1
}

const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy

const dollarEnd = (text: string, start: number): number | null => {
  dollarTag.lastIndex = start
  const tag = dollarTag.exec(text)?.[0]
  if (!tag) return null
  const end = text.indexOf(tag, start + tag.length)
  if (end < 0) throw new UnclosedToken('string', start)
  return end + tag.length
}

const punctuation: Record<string, TokenKind> = { '(': 'open', ')': 'close', ',': 'comma', '.': 'dot', ';': 'semicolon' }

const startsComment = (text: string, at: number, { dashNeedsSpace, hashComments, isKql }: Lexicon): boolean => {
  if (isKql) return text.startsWith('//', at)
  return (
    (text.startsWith('--', at) && (!dashNeedsSpace || at + 2 >= text.length || space.test(text[at + 2] as string))) ||
    (hashComments !== false && text[at] === '#' && (hashComments === true || /[\s!]/.test(text[at + 1] ?? '')))
  )
}

/** After a string of KQL in which nothing is escaped. */
const verbatimEnd = (text: string, at: number): number | null => {
  const quote = text[at + 1]
  if (text[at] === '@' && (quote === "'" || quote === '"')) return quotedEnd(text, at + 1, { quote, backslash: false, what: 'string' })
  if (!text.startsWith('```', at)) return null
  const end = text.indexOf('```', at + 3)
  if (end < 0) throw new UnclosedToken('string', at)
  return end + 3
}

/** The longest operator in which no comment begins: in front of `/*`, `//` is one slash. */
const operatorEnd = (text: string, at: number, lexicon: Lexicon): number => {
  const length = operators.find((candidate) => text.startsWith(candidate, at))?.length ?? 1
  for (let i = at + 1; i < at + length; i++) if (text.startsWith('/*', i) || startsComment(text, i, lexicon)) return i
  return at + length
}

const variable = /[@:#]{1,2}(?:[\p{L}\p{M}\p{N}_$.]+|(?=['"`]))/uy

/** After a parameter or variable with its mark; null when there is none. */
const variableEnd = (text: string, at: number): number | null => {
  variable.lastIndex = at
  return variable.test(text) ? variable.lastIndex : null
}

const tokenAt = (text: string, at: number, lexicon: Lexicon): { kind: TokenKind; end: number } => {
  const char = text[at] as string
  if (startsComment(text, at, lexicon)) return { kind: 'comment', end: lineEnd(text, at) }
  const verbatim = lexicon.isKql ? verbatimEnd(text, at) : null
  if (verbatim !== null) return { kind: 'string', end: verbatim }
  if (!lexicon.isKql && text.startsWith('/*', at)) return { kind: 'comment', end: blockEnd(text, at, lexicon.nestedComments) }
  if (char === "'") return { kind: 'string', end: quotedEnd(text, at, { quote: "'", backslash: lexicon.backslashEscapes, what: 'string' }) }
  if (lexicon.escapeStrings && (char === 'e' || char === 'E') && text[at + 1] === "'")
    return { kind: 'string', end: quotedEnd(text, at + 1, { quote: "'", backslash: true, what: 'string' }) }
  if (char === '"') {
    const string = lexicon.doubleQuote === 'string'
    const backslash = string ? lexicon.backslashEscapes : lexicon.backslashInNames
    const end = quotedEnd(text, at, { quote: '"', backslash, what: string ? 'string' : 'name' })
    return { kind: string ? 'string' : 'name', end }
  }
  if (lexicon.backquote && char === '`')
    return { kind: 'name', end: quotedEnd(text, at, { quote: '`', backslash: lexicon.backslashInNames, what: 'name' }) }
  if (lexicon.brackets && char === '[')
    return {
      kind: 'name',
      end: quotedEnd(text, at, { quote: ']', backslash: false, doubled: lexicon.brackets === 'doubled', what: 'name' }),
    }
  const dollar = lexicon.dollarStrings && char === '$' ? dollarEnd(text, at) : null
  if (dollar !== null) return { kind: 'string', end: dollar }
  if (digit.test(char) || (char === '.' && digit.test(text[at + 1] ?? ''))) return { kind: 'number', end: numberEnd(text, at) }
  if (wordStart.test(char)) return { kind: 'word', end: wordEnd(text, at) }
  const mark = punctuation[char]
  if (mark) return { kind: mark, end: at + 1 }
  if (char === '?') return { kind: lexicon.questionMark, end: at + 1 }
  const end = lexicon.variables.includes(char) ? variableEnd(text, at) : null
  return end === null ? { kind: 'operator', end: operatorEnd(text, at, lexicon) } : { kind: 'variable', end }
}

/**
 * The tokens of a text, white space left out.
 * @throws UnclosedToken
 */
export const tokenize = (text: string, lexicon: Lexicon): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    if (space.test(text[at] as string)) {
      at++
      continue
    }
    const { kind, end } = tokenAt(text, at, lexicon)
    tokens.push({ kind, text: text.slice(at, end), start: at, end })
    at = end
  }
  return tokens
}

/** The name that a token means: unquoted; null when it is neither a word nor a quoted name. */
export const nameOf = ({ kind, text }: Token): string | null => {
  if (kind === 'word') return text
  if (kind !== 'name') return null
  const quote = text.at(-1) as string
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}
