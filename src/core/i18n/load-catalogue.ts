import { formatLocaleFromIntl } from '../format/intl-locale.ts'
import { addFormatLocale, formatLocaleOf } from '../format/locale.ts'
import type { Locale, Room } from './locales.ts'
import { tagOf } from './tag-of.ts'
import type { Catalogue } from './t.ts'

/** Makes known how a language writes numbers and times. */
export const loadFormats = (locale: Locale): void => {
  const tag = tagOf(locale)
  if (formatLocaleOf(tag).tag !== tag) addFormatLocale(formatLocaleFromIntl(tag))
}

/**
 * The texts of a room. Languages other than English load them with this module, which holds the list of all catalogues and how a language
 * writes numbers and times.
 */
export const loadCatalogue = async (locale: Locale, room: Room): Promise<Catalogue['texts']> => {
  loadFormats(locale)
  const file: { default: Catalogue['texts'] } = await import(`./${locale}/${room}.json`, { with: { type: 'json' } })
  return file.default
}
