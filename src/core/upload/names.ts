import { t } from '../i18n/t.ts'

/** Without control characters, which end a name for some programs and not for others, and without half characters. */
const isText = (name: string): boolean => !/\p{Cc}/u.test(name) && name.isWellFormed()

/** Why a text is not a valid name of a schema or table, or null. */
export const nameFault = (name: string): string | null =>
  isText(name) ? null : t('The name holds a character that cannot stand in names.')

/** Why texts are not valid column names of one table, or null. Names must differ by more than case. */
export const columnsFault = (names: readonly string[]): string | null => {
  const folded = names.map((name) => name.toLowerCase())
  const repeated = names.find((_, i) => folded.indexOf(folded[i] ?? '') !== i)
  if (repeated !== undefined) return t('The column "%(name)s" is there twice.', { name: repeated })
  if (names.includes('')) return t('A column has no name.')
  const broken = names.find((name) => name.includes('\0') || !name.isWellFormed())
  return broken === undefined
    ? null
    : t('The column "%(name)s" holds a character that cannot stand in names.', { name: broken.replaceAll('\0', '').toWellFormed() })
}
