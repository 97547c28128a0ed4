import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

const opaque = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`]|``)*`|(?:--\s|#)[^\n]*|\/\*(?![!M])[\s\S]*?\*\//g
const reading = /^[\s(]*(select|with|show|explain|describe|desc|values|table)\b/i
/** Comments that the server runs, and SELECTs that write files or variables. */
const hidden = /\/\*M?!|\binto\s+(outfile|dumpfile|@)/i

/** Before the server's read-only transaction, which lets settings and files pass. */
export const refuseWriting = (sql: string): void => {
  const plain = sql.replace(opaque, (found) => (/^['"`]/.test(found) ? "''" : ' '))
  if (!reading.test(plain) || hidden.test(plain)) throw new AppError('DML_NOT_ALLOWED_ERROR', t('Only SELECT statements may be run.'))
}
