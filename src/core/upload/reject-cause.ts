import { msg, type Translate, translator } from '../i18n/t.ts'

/** Why a line of a file did not become a row. */
export type RejectCause =
  | { code: 'fields'; found: number; expected: number }
  /** `value`: as it is in the file, null where it is not known. `type`: that of the column, by its DuckDB name. */
  | { code: 'value'; column: string; value: string | null; type: string }
  | { code: 'open-quote' | 'behind-quote' | 'encoding' | 'length' | 'json' | 'unreadable' }

const misfits: Record<string, string> = {
  BIGINT: msg('“%(value)s” in %(column)s is not a whole number'),
  HUGEINT: msg('“%(value)s” in %(column)s is not a whole number'),
  INTEGER: msg('“%(value)s” in %(column)s is not a whole number'),
  DOUBLE: msg('“%(value)s” in %(column)s is not a number'),
  DATE: msg('“%(value)s” in %(column)s is not a date'),
  TIME: msg('“%(value)s” in %(column)s is not a time'),
  TIMESTAMP: msg('“%(value)s” in %(column)s is not a date and time'),
  BOOLEAN: msg('“%(value)s” in %(column)s is not true or false'),
}

const others: Record<Exclude<RejectCause['code'], 'fields' | 'value'>, string> = {
  'open-quote': msg('A quote is opened and never closed'),
  'behind-quote': msg('There is text after a closing quote'),
  encoding: msg('The line holds bytes that are no text in this encoding'),
  length: msg('The line is longer than 32 MB'),
  json: msg('The line is no JSON'),
  unreadable: msg('The line cannot be read'),
}

/** The cause as a sentence without the final full stop. */
export const causeText = (cause: RejectCause, t: Translate): string => {
  if (cause.code === 'fields') {
    const { found, expected } = cause
    return t('The line has %(found)s fields; %(expected)s are expected', { found, expected })
  }
  if (cause.code !== 'value') return t(others[cause.code])
  const { column, value, type } = cause
  if (value === null) return t('The value of %(column)s does not fit its type', { column })
  if (!(type in misfits)) return t('“%(value)s” in %(column)s is not a %(type)s', { value, column, type })
  return t(misfits[type] ?? '', { value, column })
}

/** The message in API responses: always English. */
export const wireText = (cause: RejectCause): string => causeText(cause, translator())
