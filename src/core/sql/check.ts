import type { Deny, Names } from './deny.ts'
import { nameOf, tokenize, UnclosedToken, type Token } from './lexer.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import type { TableNeeds } from './foreign/needs.ts'
import type { StatementFacts } from './inspect.ts'
import { readSimple } from './simple.ts'
import { expansionIn, trapIn } from './traps.ts'

/** Why user SQL is rejected. `near`, `line` and `column` say where, when that is known. */
export type Refusal = {
  reason: 'syntax' | 'statements' | 'subquery' | 'write' | 'function' | 'relation'
  /** The function or relation at fault, or the text near the fault. */
  near?: string
  line?: number
  column?: number
}

/**
 * The parser's result: the facts of the statements, or the position of the syntax error. `needs`: what the statements need of the tables
 * that are named with a catalog.
 */
export type Parsed = { statements: StatementFacts[]; needs?: TableNeeds[] } | { fault: { line: number; column: number; near: string } }

/** Decided from the text alone, or to be decided by parsing `question`. */
export type Verdict = { allowed: true } | { refusal: Refusal } | { question: string }

const allowed = { allowed: true } as const

const refused = (reason: Refusal['reason'], details: Omit<Refusal, 'reason'> = {}) => ({ refusal: { reason, ...details } })

const placeOf = (text: string, offset: number) => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: before.at(-1)?.length ?? 0 }
}

/** Called without parentheses. */
const niladic = /^(current_|session_user$|system_user$)/

const deniedCall = (tokens: Token[], deny: Deny): string | null => {
  const words = tokens.filter(({ kind }) => kind !== 'comment')
  for (const [i, token] of words.entries()) {
    const name = nameOf(token)?.toLowerCase()
    if (!name || !deny.functions.has(name)) continue
    const isCall = words[i + 1]?.kind === 'open'
    if (isCall || (token.kind === 'word' && niladic.test(name) && words[i - 1]?.kind !== 'dot' && words[i + 1]?.kind !== 'dot')) return name
  }
  return null
}

/**
 * The first of some functions, named in lower case, that a text calls; null if it calls none. `row.name` counts, too: engines that know
 * the notation of attributes call the function by it where the row has no such column.
 */
export const callIn = (text: string, dialect: string, functions: Names): string | null => {
  const words = tokenize(text, lexiconOf(dialect)).filter(({ kind }) => kind !== 'comment')
  for (const [i, token] of words.entries()) {
    const name = nameOf(token)?.toLowerCase()
    if (name && functions.has(name) && (words[i + 1]?.kind === 'open' || words[i - 1]?.kind === 'dot')) return name
  }
  return null
}

/** Parentheses must be balanced, and statements must not end inside them. */
const unbalanced = (text: string, tokens: Token[]): Refusal | null => {
  const opened: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'semicolon') return { reason: 'statements' }
    if (token.kind === 'open') opened.push(token)
    if (token.kind === 'close' && !opened.pop()) return { reason: 'syntax', near: token.text, ...placeOf(text, token.end) }
  }
  const last = tokens.findLast((token) => token.kind !== 'comment')
  return opened.length && last ? { reason: 'syntax', near: last.text, ...placeOf(text, last.end) } : null
}

/** Characters of a text; the parser is too slow for longer ones. */
export const maxTextLength = 100_000

/** Nobody nests parentheses this deep; recursive checks would visit each level again. */
const deepest = 200

const tooDeep = (tokens: Token[]): Token | null => {
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'open' && ++depth > deepest) return token
    if (token.kind === 'close') depth--
  }
  return null
}

const fault = (text: string, { text: near, end }: Pick<Token, 'text' | 'end'>) =>
  refused('syntax', { near: near.slice(0, 20), ...placeOf(text, end) })

/** The tokens of a text that every engine tokenizes like us and that calls nothing forbidden. */
const lexed = (text: string, lexicon: Lexicon, deny: Deny): { tokens: Token[] } | { refusal: Refusal } => {
  if (text.length > maxTextLength || text.includes('\0')) return refused('syntax', { near: text.slice(0, 20) })
  try {
    const tokens = tokenize(text, lexicon)
    const deep = tooDeep(tokens)
    if (deep) return fault(text, deep)
    const trap = trapIn(text, tokens, { ...deny, hashComments: lexicon.hashComments, dottedNames: lexicon.dottedNames })
    if (trap) return trap.relation === undefined ? fault(text, trap.token) : refused('relation', { near: trap.relation })
    const denied = deniedCall(tokens, deny)
    return denied ? refused('function', { near: denied }) : { tokens }
  } catch (error) {
    if (error instanceof UnclosedToken) return fault(text, { text: text.slice(error.start), end: error.start })
    throw error
  }
}

/**
 * An expression (condition, column, metric): it must stay inside the parentheses it is put into. Simple ones are decided here.
 * The question, when there is one, is the expression as the only output of a SELECT.
 */
export const checkExpression = (text: string, dialect: string, deny: Deny): Verdict => {
  const lexicon = lexiconOf(dialect)
  const read = lexed(text, lexicon, deny)
  if ('refusal' in read) return read
  const expansion = expansionIn(read.tokens)
  if (expansion) return fault(text, expansion.token)
  if (readSimple(text, lexicon)) return allowed
  const refusal = unbalanced(text, read.tokens)
  if (refusal) return { refusal }
  if (read.tokens.every((token) => token.kind === 'comment')) return refused('syntax', { near: text.slice(0, 20) })
  return { question: `SELECT (${text}\n)` }
}

/** A call in the place of a table that is not allowed there. */
export const forbiddenSource = ({ tableFunctions }: StatementFacts, deny: Deny): string | undefined =>
  tableFunctions.find((name) => deny.functions.has(name) || (deny.tableFunctions && !deny.tableFunctions.has(name)))

/** What a statement reads besides the allowed tables. */
const forbiddenRead = (statement: StatementFacts, deny: Deny): Refusal | null => {
  const { places } = statement
  const call = forbiddenSource(statement, deny)
  if (call) return { reason: 'function', near: call }
  const relation = places.find((place) => deny.relations?.(place))
  return relation ? { reason: 'relation', near: relation.table } : null
}

/** The answer to the question about an expression. */
export const judgeExpression = (parsed: Parsed, deny: Deny, allowSubqueries: boolean): Refusal | null => {
  if ('fault' in parsed) return { reason: 'syntax', ...parsed.fault }
  const [statement, ...more] = parsed.statements
  if (!statement || more.length) return { reason: 'statements' }
  if (statement.kind !== 'select' || !statement.isEnclosed) return { reason: 'syntax' }
  if (statement.writes || statement.locks) return { reason: 'write' }
  const reads = statement.hasSubquery || statement.places.length > 0
  return reads && !allowSubqueries ? { reason: 'subquery' } : forbiddenRead(statement, deny)
}

/** A whole statement that may only read: a virtual dataset. It is always parsed. */
export const checkQuery = (text: string, dialect: string, deny: Deny): Verdict => {
  const read = lexed(text, lexiconOf(dialect), deny)
  if ('refusal' in read) return read
  const refusal = unbalanced(text, read.tokens)
  return refusal ? { refusal } : { question: text }
}

export const judgeQuery = (parsed: Parsed, deny: Deny): Refusal | null => {
  if ('fault' in parsed) return { reason: 'syntax', ...parsed.fault }
  const [statement, ...more] = parsed.statements
  if (!statement || more.length) return { reason: 'statements' }
  return statement.writes || statement.locks ? { reason: 'write' } : forbiddenRead(statement, deny)
}
