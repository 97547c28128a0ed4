import { tagOf } from './tag-of.ts'
import { translator, type Catalogue, type Translate } from './t.ts'

/** A catalogue has a file for each part of the product that loads by itself; `frame` holds the texts of every page. */
export const rooms = ['frame', 'dashboard', 'explore', 'charts', 'sqllab', 'account', 'people', 'server'] as const
export type Room = (typeof rooms)[number]

/** English texts are in the sources; all others in catalogues. */
const sourceLocale = 'en'

/** Each with its name in the language itself, under the name of its catalogue. */
export const locales = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  'pt-BR': 'Português (Brasil)',
  sk: 'Slovenčina',
  sl: 'Slovenščina',
  ru: 'Русский',
  ja: '日本語',
  ko: '한국어',
  zh: '中文（简体）',
} as const

export type Locale = keyof typeof locales

export const isLocale = (text: string): text is Locale => Object.hasOwn(locales, text)

const byLowerCaseTag = new Map(
  Object.keys(locales)
    .filter(isLocale)
    .map((locale) => [locale.toLowerCase(), locale]),
)

/** `de` for `de-AT`; `pt-BR` for `pt_BR`, as Superset writes it. */
const known = (tag: string): Locale | null => {
  const subtags = tag.trim().toLowerCase().replaceAll('_', '-').split('-')
  const found = subtags.map((_, cut) => byLowerCaseTag.get(subtags.slice(0, subtags.length - cut).join('-')))
  return found.find((locale) => locale !== undefined) ?? null
}

/** The best language: the chosen one, else the first supported one of `Accept-Language` by weight. */
export const negotiate = (chosen: string | null | undefined, accepted: string | undefined): Locale => {
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';')
      const weight = rest.find((one) => one.trim().startsWith('q='))
      return { tag, weight: weight ? Number(weight.trim().slice(2)) || 0 : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return [chosen ?? '', ...wanted.map(({ tag }) => tag)].map(known).find((locale) => locale !== null) ?? 'en'
}

type Catalogues = { texts: Catalogue['texts']; translate: Translate; rooms: Map<Room, Promise<void>> }
const loaded = new Map<Locale, Catalogues>()

const cataloguesOf = (locale: Locale): Catalogues => {
  const texts: Catalogue['texts'] = {}
  const catalogues = loaded.get(locale) ?? { texts, translate: translator({ locale: tagOf(locale), texts }), rooms: new Map() }
  loaded.set(locale, catalogues)
  return catalogues
}

/** The translator of a language with the catalogues of these rooms, each loaded once; undefined for English. */
export const translatorFor = (locale: Locale, wanted: readonly Room[] = rooms): Promise<Translate> | undefined => {
  if (locale === sourceLocale) return undefined
  const { texts, translate, rooms: present } = cataloguesOf(locale)
  const load = async (room: Room) => {
    const { loadCatalogue } = await import('./load-catalogue.ts')
    Object.assign(texts, await loadCatalogue(locale, room))
  }
  const loading = wanted.map((room) => {
    const catalogue = present.get(room) ?? load(room)
    present.set(room, catalogue)
    catalogue.catch(() => present.delete(room))
    return catalogue
  })
  return Promise.all(loading).then(() => translate)
}
