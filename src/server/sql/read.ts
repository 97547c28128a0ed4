import { getDialects, parse, type Dialect } from '@polyglot-sql/sdk'
import type { Parsed } from '#core/sql/check.ts'
import { needsOf } from '#core/sql/foreign/needs.ts'
import { inspectStatement, type StatementFacts } from '#core/sql/inspect.ts'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import { tokenize, UnclosedToken } from '#core/sql/lexer.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import type { ParseRequest } from './client.ts'

const dialects = new Set<string>(getDialects())

type Fault = { errorLine?: number; errorColumn?: number; errorStart?: number }
type ParseResult = { trees: unknown[] } | { fault: { line: number; column: number; near: string } }

/** The parser knows no `# …` comments: they become spaces, so that all places stay as they are. It counts characters, not units. */
const withoutHashComments = (text: string, dialect: string): string => {
  const lexicon = lexiconOf(dialect)
  if (lexicon.hashComments !== true || !text.includes('#')) return text
  try {
    const comments = tokenize(text, lexicon).filter(({ kind, text: written }) => kind === 'comment' && written.startsWith('#'))
    const kept = [...comments, null].map((comment, i) => text.slice(comments[i - 1]?.end ?? 0, comment?.start))
    return kept.map((part, i) => `${part}${comments[i]?.text.replaceAll(/[^\n]/gu, ' ') ?? ''}`).join('')
  } catch (error) {
    if (error instanceof UnclosedToken) return text
    throw error
  }
}

const parseTrees = (request: ParseRequest): ParseResult => {
  const { dialect } = request
  const text = withoutHashComments(request.text, dialect)
  const known = (dialects.has(dialect) ? dialect : 'generic') as Dialect
  const { success, ast, errorLine, errorColumn, errorStart } = parse(text, known) as ReturnType<typeof parse> & Fault
  if (success && ast) return { trees: ast as unknown as unknown[] }
  const near = /\w+|\S/.exec(text.slice(errorStart ?? 0))?.[0] ?? ''
  return { fault: { line: errorLine ?? 1, column: Math.max(0, (errorColumn ?? 1) - 1), near } }
}

/** Wraps a single statement. Unless the result is this union with the same sources, the parser ignored part of the statement. */
const [prefix, suffix] = ['SELECT 1 FROM (', '\n) AS x UNION ALL SELECT 1']

const countSources = ({ places, tableFunctions }: StatementFacts): number => places.length + tableFunctions.length

/**
 * Parses the statements of a text. The parser ignores unknown trailing clauses of ClickHouse statements, except inside parentheses:
 * a single statement must therefore also parse inside of them.
 */
export const readStatements = (question: ParseRequest): Parsed => {
  const read = parseTrees(question)
  if ('fault' in read) return read
  const statements = read.trees.map((tree) => inspectStatement(tree, question.dialect))
  const namesCatalogs = statements.some(({ places }) => places.some(({ catalog }) => catalog !== null))
  const found: Parsed = { statements, ...(namesCatalogs && { needs: read.trees.flatMap(needsOf) }) }
  const [alone, ...more] = statements
  if (!alone || more.length || alone.writes) return found
  const enclosed = parseTrees({ ...question, text: `${prefix}${trimmedEnd(question.text, /[;\s]/)}${suffix}` })
  if ('trees' in enclosed) {
    const [whole] = enclosed.trees.map((tree) => inspectStatement(tree, question.dialect))
    const isWhole = whole?.kind === 'union' && !whole.writes && countSources(whole) === countSources(alone)
    return isWhole ? found : { fault: { line: 1, column: 0, near: '' } }
  }
  const { line, column } = enclosed.fault
  return { fault: { ...enclosed.fault, column: line === 1 ? Math.max(0, column - prefix.length) : column } }
}
