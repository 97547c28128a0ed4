import { getDialects, parse, type Dialect } from '@polyglot-sql/sdk'
import { checkExpression, checkQuery, judgeExpression, judgeQuery, type Refusal } from '../../src/core/sql/check.ts'
import type { Deny } from '../../src/core/sql/deny.ts'
import { readStatements } from '../../src/server/sql/read.ts'

/** What the checks say of a person's SQL, all steps together, as the server takes them. */

const parsers = new Set<string>(getDialects())

/** The statements as the parser sees them; null when it cannot read them. */
export const treesOf = (text: string, dialect: string): Record<string, unknown>[] | null => {
  const { success, ast } = parse(text, (parsers.has(dialect) ? dialect : 'generic') as Dialect)
  return success ? (ast as unknown as Record<string, unknown>[]) : null
}

type Engine = { parser: string; deny: Deny }

/** Why an expression is refused; null when it is let in. */
export const expressionRefusal = (text: string, { parser, deny }: Engine, allowSubqueries = false): Refusal | null => {
  const verdict = checkExpression(text, parser, deny)
  if ('refusal' in verdict) return verdict.refusal
  return 'question' in verdict ? judgeExpression(readStatements({ text: verdict.question, dialect: parser }), deny, allowSubqueries) : null
}

/** The same of a whole query. */
export const queryRefusal = (text: string, { parser, deny }: Engine): Refusal | null => {
  const verdict = checkQuery(text, parser, deny)
  if ('refusal' in verdict) return verdict.refusal
  return 'question' in verdict ? judgeQuery(readStatements({ text: verdict.question, dialect: parser }), deny) : null
}
