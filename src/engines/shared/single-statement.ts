import { AppError } from '#core/errors.ts'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import { t } from '#core/i18n/t.ts'

/** Quoted text, quoted names, comments; what is left is the statement's own. */
const opaque = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g

/** For drivers that run the first statement of a text and forget the rest in silence. */
export const refuseSeveral = (sql: string): void => {
  const rest = trimmedEnd(sql.replace(opaque, ' '), /[;\s]/)
  if (rest.includes(';')) throw new AppError('INVALID_SQL_ERROR', t('Only one statement may be run at a time.'))
}
