import type { Deny } from './deny.ts'
import { nameOf, type Token } from './lexer.ts'
import type { Lexicon } from './lexicon.ts'

/** A text whose tokens an engine may part otherwise than we do, or that reads a table without a word that says so. */
export type Trap = { token: Token; relation?: string }

type Words = readonly Token[]
type TrapContext = Pick<Deny, 'tablesAfterIn'> & Partial<Pick<Lexicon, 'hashComments' | 'dottedNames'>> & { text: string }
type Finder = (words: Words, i: number, context: TrapContext) => Trap | null

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.text.toLowerCase() : '')

/** Quotes and blanks of other scripts are quotes and blanks to some engines, letters to others. */
const foreign: Finder = (tokens, i) => {
  const token = tokens[i] as Token
  return token.kind === 'operator' && !/^[!-~]+$/.test(token.text) ? { token } : null
}

/** Alone, a backslash or a dollar sign opens or escapes something for one engine only; a mark before a name is its parameter or variable, as a lone one may be. */
const loneMarks: Finder = (tokens, i) => {
  const token = tokens[i] as Token
  return token.kind === 'variable' || token.kind === 'parameter' || (token.kind === 'operator' && /^[\\$]$/.test(token.text))
    ? { token }
    : null
}

/**
 * Version comments run in MySQL. Comments in comments end where each engine likes; not all think that a carriage return ends a line, nor
 * that a hash begins a comment.
 */
const comments: Finder = (tokens, i, { text, hashComments }) => {
  const token = tokens[i] as Token
  if (token.kind !== 'comment') return null
  if (hashComments === 'new' && token.text.startsWith('#')) return { token }
  const isTrap = token.text.startsWith('/*') ? /^\/\*(?:!|\+|M!)|.\/\*/s.test(token.text) : /^\r(?!\n)/.test(text.slice(token.end))
  return isTrap ? { token } : null
}

/** `E'a' 'b\'c'` goes on in the first one's manner. */
const continued: Finder = (tokens, i) => {
  const [token, next] = [tokens[i] as Token, tokens[i + 1]]
  return token.kind === 'string' && /^e'/i.test(token.text) && next?.kind === 'string' ? { token: next } : null
}

/** `r'\\'`: in a raw string nothing is escaped. BigQuery's strings may begin with three quotes. */
const rawText: Finder = (tokens, i, { dottedNames }) => {
  const [token, next] = [tokens[i] as Token, tokens[i + 1]]
  const isQuoted = next?.kind === 'string' || next?.kind === 'name'
  if (/^(r|rb|br)$/.test(wordOf(token)) && isQuoted && token.end === next.start) return { token: next }
  return dottedNames && token.kind === 'string' && /^('''|""")/.test(token.text) ? { token } : null
}

/** `U&"pg\005fsleep"` is a name that says something else. */
const escapedName: Finder = (tokens, i) => {
  const [token, and, name] = [tokens[i], tokens[i + 1], tokens[i + 2]]
  const isAdjacent = wordOf(token) === 'u' && and?.text === '&' && token?.end === and.start && and.end === name?.start
  return isAdjacent && name?.kind === 'name' ? { token: name } : null
}

const statements = new Set(['table', 'show', 'describe', 'desc', 'summarize', 'explain', 'call', 'execute'])
const goesOn = new Set(['in', 'not', 'is', 'like', 'ilike', 'between', 'and', 'or', 'as', 'order', 'filter', 'collate'])

/** `(TABLE t)`, `(SHOW TABLES)`: reads without a SELECT. */
const hiddenStatement: Finder = (tokens, i) => {
  const [open, verb, next] = [tokens[i] as Token, tokens[i + 1], tokens[i + 2]]
  if (open.kind !== 'open' || !verb || !statements.has(wordOf(verb))) return null
  const isName = next?.kind === 'name' || next?.kind === 'string' || (next?.kind === 'word' && !goesOn.has(wordOf(next)))
  return isName ? { token: verb } : null
}

const constants = new Set(['null', 'true', 'false'])

/** The last part of the name that the tokens are, parentheses around it left out; null when they are more. */
const nameIn = (tokens: Words): string | null => {
  const chain = tokens.slice(
    tokens.findIndex(({ kind }) => kind !== 'open'),
    tokens.findLastIndex(({ kind }) => kind !== 'close') + 1,
  )
  const isName = chain.length > 0 && chain.every((token, i) => (i % 2 ? token.kind === 'dot' : nameOf(token) !== null))
  const last = chain.at(-1)
  return isName && last && !constants.has(wordOf(last)) ? nameOf(last) : null
}

/** What is between the parenthesis at `open` and the one that closes it, parted by commas. */
const elementsIn = (tokens: Words, open: number): Words[] => {
  const elements: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(open)) {
    if (token.kind === 'close' && --depth === 0) break
    if (token.kind === 'comma' && depth === 1) elements.push([])
    else if (depth > 0) elements.at(-1)?.push(token)
    if (token.kind === 'open') depth++
  }
  return elements
}

const tableAfterIn: Finder = (tokens, i, { tablesAfterIn }) => {
  if (!tablesAfterIn || wordOf(tokens[i]) !== 'in' || tokens[i - 1]?.kind === 'dot') return null
  const next = tokens[i + 1]
  if (!next) return null
  if (next.kind !== 'open') {
    const name = nameOf(next) ?? (tablesAfterIn === 'bare' && next.kind === 'string' ? next.text.slice(1, -1) : null)
    return name === null ? null : { token: next, relation: name }
  }
  const names = tablesAfterIn === 'enclosed' ? elementsIn(tokens, i + 1).map(nameIn) : []
  const relation = names.find((name) => name !== null)
  return relation === undefined || relation === null ? null : { token: next, relation }
}

/** `*`, `t.*`, `COLUMNS(…)`: many columns in the place of one. `count(*)` and `a * b` are not. */
const manyColumns: Finder = (tokens, i) => {
  const [before, token, next] = [tokens[i - 1], tokens[i] as Token, tokens[i + 1]]
  const isColumns = wordOf(token) === 'columns' && next?.kind === 'open'
  if (token.text !== '*' || token.kind !== 'operator') return isColumns ? { token } : null
  const isFirst = before === undefined || before.kind === 'comma' || before.kind === 'dot'
  const isOnlyArgument = before?.kind === 'open' && nameOf(tokens[i - 2] ?? before) !== null && next?.kind === 'close'
  return isFirst || (before.kind === 'open' && !isOnlyArgument) ? { token } : null
}

const inText: readonly Finder[] = [foreign, loneMarks, comments]
const inWords: readonly Finder[] = [continued, rawText, escapedName, hiddenStatement, tableAfterIn]

const found = (list: Words, finders: readonly Finder[], context: TrapContext): Trap | null => {
  for (let i = 0; i < list.length; i++) {
    for (const find of finders) {
      const trap = find(list, i, context)
      if (trap) return trap
    }
  }
  return null
}

const withoutComments = (tokens: Words): Words => tokens.filter(({ kind }) => kind !== 'comment')

/** The first trap of a text, whose comments are among the tokens. */
export const trapIn = (
  text: string,
  tokens: Words,
  { tablesAfterIn, hashComments, dottedNames }: Omit<TrapContext, 'text'>,
): Trap | null => {
  const context = {
    text,
    ...(tablesAfterIn && { tablesAfterIn }),
    ...(hashComments && { hashComments }),
    ...(dottedNames && { dottedNames }),
  }
  return found(tokens, inText, context) ?? found(withoutComments(tokens), inWords, context)
}

/** Where an expression is more than one column. */
export const expansionIn = (tokens: Words): Trap | null => found(withoutComments(tokens), [manyColumns], { text: '' })
