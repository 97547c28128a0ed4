import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

type Guard = {
  /** Quoted texts, quoted names and comments. */
  opaque: RegExp
  /** Words that begin a statement that reads. */
  reading: RegExp
  /** Words that only statements have that do more. */
  writing: RegExp
}

/** For engines without a transaction that only reads: statements are recognized by their words. */
export const readOnlyWords =
  ({ opaque, reading, writing }: Guard) =>
  (sql: string): void => {
    const plain = sql.replace(opaque, (found) => (/^['"`[]/.test(found) ? "''" : ' '))
    if (!reading.test(plain) || writing.test(plain)) throw new AppError('DML_NOT_ALLOWED_ERROR', t('Only SELECT statements may be run.'))
  }
