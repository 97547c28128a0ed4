import { getDialects, parse, type Dialect } from '@polyglot-sql/sdk'
import { inspectStatement } from '#core/sql/inspect.ts'
import type { Parsed } from '#core/sql/check.ts'
import type { Answer, Question } from './client.ts'

const dialects = new Set(getDialects())

/** The process that holds the SQL parser: reads texts, tells facts, keeps nothing. */
const read = ({ text, dialect }: Question): Parsed => {
  const { success, ast, errorLine, errorColumn, errorStart } = parse(
    text,
    (dialects.has(dialect) ? dialect : 'generic') as Dialect,
  ) as ReturnType<typeof parse> & {
    errorLine?: number
    errorColumn?: number
    errorStart?: number
  }
  if (!success || !ast) {
    const start = errorStart ?? 0
    const near = /\w+|\S/.exec(text.slice(start))?.[0] ?? ''
    return { fault: { line: errorLine ?? 1, column: Math.max(0, (errorColumn ?? 1) - 1), near } }
  }
  return { statements: (ast as unknown as unknown[]).map(inspectStatement) }
}

process.on('message', ({ id, question }: { id: number; question: Question }) => {
  const answer: Answer = (() => {
    try {
      return { id, parsed: read(question) }
    } catch {
      return { id, parsed: { fault: { line: 1, column: 0, near: '' } } }
    }
  })()
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))

// The first text takes longest: the parser is compiled for it.
read({ text: 'SELECT 1', dialect: 'generic' })
process.send?.('ready')
