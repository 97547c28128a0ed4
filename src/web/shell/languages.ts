import { changePreferencesRoute } from '#api/me.ts'
import { locales, type Locale } from '#core/i18n/locales.ts'
import { call } from '../data/call.ts'
import { textOf } from '../data/call-error.ts'
import { say } from '../ui/feedback/toast.ts'

/** By their own names. */
export const languages = Object.entries(locales).map(([locale, { name }]) => ({ locale: locale as Locale, name }))

/** Keeps the person's language at the account and draws the page anew in it; null = as the browser asks. */
export const chooseLanguage = async (locale: Locale | null): Promise<void> => {
  try {
    await call(changePreferencesRoute, { body: { locale } })
    window.location.reload()
  } catch (error) {
    say(textOf(error), { kind: 'bad' })
  }
}
