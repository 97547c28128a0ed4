import { changePreferencesRoute } from '#api/me.ts'
import { isLocale, locales, type Locale } from '#core/i18n/locales.ts'
import { call } from '../data/call.ts'
import { errorText } from '../data/call-error.ts'
import { say } from '../ui/feedback/toast.ts'

/** Each with its name in the language itself. */
export const languages = Object.entries(locales).flatMap(([locale, name]) => (isLocale(locale) ? [{ locale, name }] : []))

/** Saves the language in the account and reloads the page. Null = the browser's language. */
export const chooseLanguage = async (locale: Locale | null): Promise<void> => {
  try {
    await call(changePreferencesRoute, { body: { locale } })
    window.location.reload()
  } catch (error) {
    say(errorText(error), { kind: 'bad' })
  }
}
