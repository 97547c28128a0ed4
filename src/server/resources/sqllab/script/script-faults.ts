import type { ScriptFault } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { checkQuery, maxTextLength } from '#core/sql/check.ts'
import { UnclosedToken } from '#core/sql/lexer.ts'
import { splitScript, type Statement } from '#core/sql/script.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { SqlParser } from '../../../sql/client.ts'
import { kindOf } from './kinds.ts'

/** Templates are rendered before they are SQL: places in the rendered text are not those of the script. */
const template = /\{[{%#]/

const textOfFault = (near: string) => (near ? t('Syntax error near “%(near)s”', { near }) : t('Syntax error'))

type Place = { line: number; column: number; near: string }

/** A place in a statement as one in the script: the word it names, or else one character. */
const inScript = (script: string, start: number, { line, column, near }: Place): ScriptFault => {
  const before = script.slice(0, start).split('\n')
  const scriptLine = before.length + line - 1
  const text = script.split('\n')[scriptLine - 1] ?? ''
  const at = Math.min(text.length, column + (line === 1 ? (before.at(-1)?.length ?? 0) : 0))
  const named = near === '' ? -1 : text.lastIndexOf(near, at)
  const from = named < 0 ? Math.max(0, Math.min(at, text.length - 1)) : named
  return { message: textOfFault(near), line: scriptLine, from, to: named < 0 ? from + 1 : from + near.length }
}

const faultIn = async (parser: SqlParser, { text }: Statement, dialect: Dialect): Promise<Place | null> => {
  const verdict = checkQuery(text, dialect.parser, dialect.deny)
  if ('refusal' in verdict) {
    const { reason, near = '', line = 1, column = 0 } = verdict.refusal
    return reason === 'syntax' ? { near, line, column } : null
  }
  if (!('question' in verdict)) return null
  const parsed = await parser.parse({ text: verdict.question, dialect: dialect.parser })
  return 'fault' in parsed ? parsed.fault : null
}

const split = (script: string, dialect: Dialect): Statement[] | ScriptFault => {
  try {
    return splitScript(script, dialect.parser)
  } catch (error) {
    if (!(error instanceof UnclosedToken)) throw error
    const place = inScript(script, error.start, { line: 1, column: 0, near: '' })
    return { ...place, message: t('This text or name is not closed.') }
  }
}

/** Where the queries of a script cannot be parsed, without running anything. Nothing is said of templates and of very long texts. */
export const scriptFaults = async (parser: SqlParser, script: string, dialect: Dialect): Promise<ScriptFault[]> => {
  if (template.test(script) || script.length > maxTextLength) return []
  const statements = split(script, dialect)
  if (!Array.isArray(statements)) return [statements]
  const faults: ScriptFault[] = []
  let from = 0
  for (const statement of statements) {
    const start = script.indexOf(statement.text, from)
    from = start + statement.text.length
    const place = kindOf(statement) === 'query' ? await faultIn(parser, statement, dialect) : null
    if (place) faults.push(inScript(script, start, place))
  }
  return faults
}
