import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { checkQuery, judgeQuery, maxTextLength, type Parsed, type Refusal } from '#core/sql/check.ts'
import type { StatementFacts } from '#core/sql/inspect.ts'
import { UnclosedToken } from '#core/sql/lexer.ts'
import { splitScript, type Statement } from '#core/sql/script.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { SqlParser } from '../../../sql/client.ts'
import { invalidSql, parsingError, refusalText } from '../../chart-data/prepare/check-fragments.ts'

export const forbiddenStatement = (message: string): AppError => new AppError('INVALID_SQL_ERROR', message, { status: 403 })

export const writeNotAllowed = (message: string): AppError => new AppError('DML_NOT_ALLOWED_ERROR', message, { status: 403 })

/** For a statement that writes to a database that is only to be read. */
export const dmlNotAllowed = (): AppError =>
  writeNotAllowed(
    t('This database does not allow for DDL/DML, but the query mutates data. Please contact your administrator for more assistance.'),
  )

const refusalError = (sql: string, refusal: Refusal, engine: string): AppError => {
  if (refusal.reason === 'write') return dmlNotAllowed()
  if (refusal.reason === 'function' || refusal.reason === 'relation') return forbiddenStatement(refusalText(refusal))
  return invalidSql(parsingError(refusal), { sql, engine, refusal })
}

/** @throws AppError 422 for an unclosed text or name, 400 for a script without a statement or with too long a one */
export const statementsOf = (script: string, { parser, id }: Dialect): Statement[] => {
  const statements = split(script, parser, id)
  if (!statements.length) throw new AppError('INVALID_SQL_ERROR', t('The query is empty.'))
  if (statements.some(({ text }) => text.length > maxTextLength))
    throw new AppError('INVALID_SQL_ERROR', t('The statement is longer than %(count)s characters.', { count: maxTextLength }))
  return statements
}

const split = (script: string, parser: string, engine: string): Statement[] => {
  try {
    return splitScript(script, parser)
  } catch (error) {
    if (!(error instanceof UnclosedToken)) throw error
    const before = script.slice(0, error.start).split('\n')
    const near = script.slice(error.start, error.start + 20)
    const refusal: Refusal = { reason: 'syntax', near, line: before.length, column: before.at(-1)?.length ?? 0 }
    throw invalidSql(parsingError(refusal), { sql: script, engine, refusal })
  }
}

/** What a query reads. @throws AppError for one that is faulty, that writes, or that reads what nobody may */
export const readQuery = async (parser: SqlParser, sql: string, dialect: Dialect): Promise<StatementFacts[]> => {
  const verdict = checkQuery(sql, dialect.parser, dialect.deny)
  const parsed: Parsed =
    'question' in verdict ? await parser.parse({ text: verdict.question, dialect: dialect.parser }) : { statements: [] }
  const refusal = 'refusal' in verdict ? verdict.refusal : judgeQuery(parsed, dialect.deny)
  if (refusal) throw refusalError(sql, refusal, dialect.id)
  return 'statements' in parsed ? parsed.statements : []
}

/** @throws AppError for a write that calls or names what nobody may, or that hides a part of itself in comments */
export const checkWrite = (sql: string, dialect: Dialect): void => {
  const verdict = checkQuery(sql, dialect.parser, dialect.deny)
  if ('refusal' in verdict) throw refusalError(sql, verdict.refusal, dialect.id)
}
