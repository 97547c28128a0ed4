import { nameOf, tokenize, UnclosedToken, type Token } from './lexer.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import type { StatementFacts } from './inspect.ts'
import { readSimple } from './simple.ts'

/** Why a person's SQL is refused. `near`, `line` and `column` say where, when that is known. */
export type Refusal = {
  reason: 'syntax' | 'statements' | 'subquery' | 'write' | 'function' | 'relation'
  /** The function or relation at fault, or the text near the fault. */
  near?: string
  line?: number
  column?: number
}

/** What an engine forbids in a person's SQL. */
export type Deny = {
  functions: ReadonlySet<string>
  relations?: ReadonlySet<string> | undefined
  /** The only functions that may stand in FROM; absent = any that is not denied. */
  tableFunctions?: ReadonlySet<string> | undefined
}

/** What the parser says about a text: the facts of its statements, or where it stopped. */
export type Parsed = { statements: StatementFacts[] } | { fault: { line: number; column: number; near: string } }

/** Decided from the text alone, or to be asked of the parser with `question`. */
export type Verdict = { allowed: true } | { refusal: Refusal } | { question: string }

const allowed = { allowed: true } as const

const refused = (reason: Refusal['reason'], details: Omit<Refusal, 'reason'> = {}) => ({ refusal: { reason, ...details } })

const placeOf = (text: string, offset: number) => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: before.at(-1)?.length ?? 0 }
}

const deniedCall = (tokens: Token[], deny: Deny): string | null => {
  for (const [i, token] of tokens.entries()) {
    if (tokens[i + 1]?.kind !== 'open') continue
    const name = nameOf(token)?.toLowerCase()
    if (name && deny.functions.has(name)) return name
  }
  return null
}

/** Version comments run in MySQL; a null character ends a text for some drivers; a lone `$` may open a string for the engine alone. */
const isTreacherous = (token: Token, text: string): boolean =>
  (token.kind === 'comment' && /^\/\*[!+M]/.test(token.text)) || (token.kind === 'operator' && token.text === '$') || text.includes('\0')

/** Parentheses must close what they opened, and nothing else; statements must not end inside. */
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

const longest = 100_000

const lexed = (text: string, lexicon: Lexicon): { tokens: Token[] } | { refusal: Refusal } => {
  if (text.length > longest) return refused('syntax', { near: text.slice(0, 20) })
  try {
    const tokens = tokenize(text, lexicon)
    const bad = tokens.find((token) => isTreacherous(token, text))
    return bad ? refused('syntax', { near: bad.text.slice(0, 20), ...placeOf(text, bad.end) }) : { tokens }
  } catch (error) {
    if (error instanceof UnclosedToken)
      return refused('syntax', { near: text.slice(error.start, error.start + 20), ...placeOf(text, error.start) })
    throw error
  }
}

/**
 * An expression (condition, column, metric): it must stay inside the parentheses it is put into. Simple ones are decided here.
 * The question, when there is one, is the expression as the only output of a SELECT.
 */
export const checkExpression = (text: string, dialect: string, deny: Deny): Verdict => {
  const lexicon = lexiconOf(dialect)
  const simple = readSimple(text, lexicon)
  if (simple) {
    const denied = simple.functions.find((name) => deny.functions.has(name))
    return denied ? refused('function', { near: denied }) : allowed
  }
  const read = lexed(text, lexicon)
  if ('refusal' in read) return read
  const fault = unbalanced(text, read.tokens)
  if (fault) return { refusal: fault }
  if (read.tokens.every((token) => token.kind === 'comment')) return refused('syntax', { near: text.slice(0, 20) })
  const denied = deniedCall(read.tokens, deny)
  if (denied) return refused('function', { near: denied })
  return { question: `SELECT (${text}\n)` }
}

/** The answer to the question about an expression. */
export const judgeExpression = (parsed: Parsed, allowSubqueries: boolean): Refusal | null => {
  if ('fault' in parsed) return { reason: 'syntax', ...parsed.fault }
  const [statement, ...more] = parsed.statements
  if (!statement || more.length) return { reason: 'statements' }
  if (statement.kind !== 'select' || !statement.isEnclosed) return { reason: 'syntax' }
  if (statement.writes || statement.locks) return { reason: 'write' }
  return statement.hasSubquery && !allowSubqueries ? { reason: 'subquery' } : null
}

/** A whole statement that may only read: a virtual dataset. The parser is always asked. */
export const checkQuery = (text: string, dialect: string, deny: Deny): Verdict => {
  const read = lexed(text, lexiconOf(dialect))
  if ('refusal' in read) return read
  const fault = unbalanced(text, read.tokens)
  if (fault) return { refusal: fault }
  const denied = deniedCall(read.tokens, deny)
  return denied ? refused('function', { near: denied }) : { question: text }
}

export const judgeQuery = (parsed: Parsed, deny: Deny): Refusal | null => {
  if ('fault' in parsed) return { reason: 'syntax', ...parsed.fault }
  const [statement, ...more] = parsed.statements
  if (!statement || more.length) return { reason: 'statements' }
  if (statement.writes || statement.locks) return { reason: 'write' }
  const call = statement.tableFunctions.find((name) => deny.functions.has(name) || (deny.tableFunctions && !deny.tableFunctions.has(name)))
  if (call) return { reason: 'function', near: call }
  const relation = statement.places.find(({ table }) => deny.relations?.has(table.toLowerCase()))
  return relation ? { reason: 'relation', near: relation.table } : null
}
