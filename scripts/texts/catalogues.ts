import { loadCatalogue } from '../../src/core/i18n/load-catalogue.ts'
import { isLocale, locales, rooms, type Locale } from '../../src/core/i18n/locales.ts'
import type { Catalogue } from '../../src/core/i18n/t.ts'
import { readSources } from '../check/sources.ts'
import { declaredTexts } from './declared-texts.ts'
import { textsOf, type Texts } from './texts-of.ts'

/** Every user text of the product: those in calls of t, and those that charts, engines and operators declare. */
export const spokenTexts = (root: string): Texts =>
  new Map([...declaredTexts.map((text) => [text, 'plain'] as const), ...textsOf(readSources(root, ['src']))])

/** `%(name)s`, `%s`, and the `$1` of engine messages. */
const holes = (text: string) => (text.match(/%\(\w+\)[sd]|%s|\$\d(?!\d)/g) ?? []).toSorted().join(' ')

export type Review = {
  /** Texts without a translation. */
  missing: string[]
  /** Translations of removed texts, and those with placeholders that differ from the English text. */
  wrong: string[]
}

/** Compares the catalogue of a language with the texts of the product. */
export const review = ({ locale, texts }: Catalogue, spoken: Texts): Review => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.length
  const missing = [...spoken.keys()].filter((key) => !Object.hasOwn(texts, key)).toSorted()
  const wrong = Object.entries(texts).flatMap(([key, text]) => {
    const kind = spoken.get(key)
    if (!kind) return [`no longer used ${JSON.stringify(key)}`]
    const wanted = kind === 'plural' ? forms : null
    const faults = wanted === (Array.isArray(text) ? text.length : null) ? [] : [`wrong number of forms ${JSON.stringify(key)}`]
    return [text].flat().every((one) => one !== '' && holes(one) === holes(key))
      ? faults
      : [...faults, `other holes ${JSON.stringify(key)}`]
  })
  return { missing, wrong }
}

/** Languages in which every text must be translated, which a test requires. In all others a missing text is shown in English. */
const completeLocales: readonly Locale[] = ['de']

export type Language = { locale: Locale; name: string; isComplete: boolean; files: readonly Catalogue['texts'][] }

/** The languages that have catalogues, with the file of each room. */
export const languages = (): Promise<Language[]> =>
  Promise.all(Object.entries(locales).flatMap(([locale, name]) => (isLocale(locale) && locale !== 'en' ? [languageOf(locale, name)] : [])))

const languageOf = async (locale: Locale, name: string): Promise<Language> => ({
  locale,
  name,
  isComplete: completeLocales.includes(locale),
  files: await Promise.all(rooms.map((room) => loadCatalogue(locale, room))),
})
