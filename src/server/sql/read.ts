import { getDialects, parse, type Dialect } from '@polyglot-sql/sdk'
import type { Parsed } from '#core/sql/check.ts'
import { inspectStatement, type StatementFacts } from '#core/sql/inspect.ts'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import type { Question } from './client.ts'

const dialects = new Set<string>(getDialects())

type Fault = { errorLine?: number; errorColumn?: number; errorStart?: number }
type Read = { trees: unknown[] } | { fault: { line: number; column: number; near: string } }

const treesOf = ({ text, dialect }: Question): Read => {
  const known = (dialects.has(dialect) ? dialect : 'generic') as Dialect
  const { success, ast, errorLine, errorColumn, errorStart } = parse(text, known) as ReturnType<typeof parse> & Fault
  if (success && ast) return { trees: ast as unknown as unknown[] }
  const near = /\w+|\S/.exec(text.slice(errorStart ?? 0))?.[0] ?? ''
  return { fault: { line: errorLine ?? 1, column: Math.max(0, (errorColumn ?? 1) - 1), near } }
}

/** Around a statement that stands alone: where the union is not found again, or more within it, something was forgotten. */
const [before, behind] = ['SELECT 1 FROM (', '\n) AS x UNION ALL SELECT 1']

const sourcesIn = ({ places, tableFunctions }: StatementFacts): number => places.length + tableFunctions.length

/**
 * The statements of a text. The parser forgets what it does not know behind a statement of ClickHouse, but not inside parentheses:
 * a statement that stands alone has to be readable there, and what follows it, too.
 */
export const readStatements = (question: Question): Parsed => {
  const read = treesOf(question)
  if ('fault' in read) return read
  const statements = read.trees.map((tree) => inspectStatement(tree, question.dialect))
  const [alone, ...more] = statements
  if (!alone || more.length || alone.writes) return { statements }
  const enclosed = treesOf({ ...question, text: `${before}${trimmedEnd(question.text, /[;\s]/)}${behind}` })
  if ('trees' in enclosed) {
    const [whole] = enclosed.trees.map((tree) => inspectStatement(tree, question.dialect))
    const isWhole = whole?.kind === 'union' && !whole.writes && sourcesIn(whole) === sourcesIn(alone)
    return isWhole ? { statements } : { fault: { line: 1, column: 0, near: '' } }
  }
  const { line, column } = enclosed.fault
  return { fault: { ...enclosed.fault, column: line === 1 ? Math.max(0, column - before.length) : column } }
}
