import { negotiate, translatorFor, type Room } from '#core/i18n/locales.ts'
import { provideTranslator } from '#core/i18n/t.ts'

/** The server writes the language into the page. */
const pageLocale = () => negotiate(document.documentElement.lang, undefined)

/** Loads the translations of some rooms. Texts stay English if that fails. */
export const loadTexts = async (rooms: readonly Room[]): Promise<void> => {
  await translatorFor(pageLocale(), rooms)?.catch(() => undefined)
}

/** Loads the catalogue of the page's language, to be called before the first render. English needs none. */
export const applyPageLanguage = async (): Promise<void> => {
  const translate = await translatorFor(pageLocale(), ['frame'])?.catch(() => undefined)
  if (translate) provideTranslator(() => translate)
}
