import { getDialects, parse, type Dialect } from '@polyglot-sql/sdk'
import type { Parsed } from '#core/sql/check.ts'
import { inspectStatement } from '#core/sql/inspect.ts'
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

/**
 * The statements of a text. The parser forgets what it does not know behind a statement of ClickHouse, but not inside parentheses:
 * a statement that stands alone has to be readable there, too.
 */
export const readStatements = (question: Question): Parsed => {
  const read = treesOf(question)
  if ('fault' in read) return read
  const statements = read.trees.map(inspectStatement)
  if (statements.length !== 1 || statements[0]?.writes) return { statements }
  const enclosed = treesOf({ ...question, text: `(${question.text.replace(/[;\s]+$/, '')}\n)` })
  if ('trees' in enclosed) return { statements }
  const { line, column } = enclosed.fault
  return { fault: { ...enclosed.fault, column: line === 1 ? Math.max(0, column - 1) : column } }
}
