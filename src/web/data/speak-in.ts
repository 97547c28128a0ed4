import { negotiate, translatorFor } from '#core/i18n/locales.ts'
import { speak } from '#core/i18n/t.ts'

/** Makes every text of the page one of this language, whose catalogue is loaded before anything is drawn; English needs none. */
export const speakIn = async (language: string): Promise<void> => {
  const translate = await translatorFor(negotiate(language, undefined))?.catch(() => undefined)
  if (translate) speak(() => translate)
}
