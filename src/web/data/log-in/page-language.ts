import { negotiate, translatorFor, type Room } from '#core/i18n/locales.ts'
import { speak } from '#core/i18n/t.ts'

/** The server writes into the page which language it is read in. */
const pageLocale = () => negotiate(document.documentElement.lang, undefined)

/** Loads the texts that a part of the product needs beyond those of every page. Where they do not come, it speaks English. */
export const loadTexts = async (rooms: readonly Room[]): Promise<void> => {
  await translatorFor(pageLocale(), rooms)?.catch(() => undefined)
}

/** Makes every text of the page one of its language, whose catalogue is loaded before anything is drawn; English needs none. */
export const speakPageLanguage = async (): Promise<void> => {
  const translate = await translatorFor(pageLocale(), ['frame'])?.catch(() => undefined)
  if (translate) speak(() => translate)
}
