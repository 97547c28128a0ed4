import { translator, type Catalogue, type Translate } from './t.ts'

/** A catalogue has a file for each part of the product that loads by itself; `frame` holds the texts of every page. */
export const rooms = ['frame', 'dashboard', 'explore', 'charts', 'sqllab', 'account', 'people', 'server'] as const
export type Room = (typeof rooms)[number]

type Language = {
  /** In the language itself. */
  name: string
  /** Whether every text is translated, which a test then requires. A missing text is shown in English. */
  isComplete: boolean
  /** English texts are in the sources. */
  rooms: Record<Room, () => Promise<{ default: Catalogue['texts'] }>> | null
}

export const locales = {
  en: { name: 'English', isComplete: true, rooms: null },
  de: {
    name: 'Deutsch',
    isComplete: true,
    rooms: {
      frame: () => import('./de/frame.json', { with: { type: 'json' } }),
      dashboard: () => import('./de/dashboard.json', { with: { type: 'json' } }),
      explore: () => import('./de/explore.json', { with: { type: 'json' } }),
      charts: () => import('./de/charts.json', { with: { type: 'json' } }),
      sqllab: () => import('./de/sqllab.json', { with: { type: 'json' } }),
      account: () => import('./de/account.json', { with: { type: 'json' } }),
      people: () => import('./de/people.json', { with: { type: 'json' } }),
      server: () => import('./de/server.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies Record<string, Language>

export type Locale = keyof typeof locales

export const isLocale = (text: string): text is Locale => Object.hasOwn(locales, text)

/** `de` for `de-AT`. */
const known = (tag: string): Locale | null => {
  const language = tag.trim().toLowerCase().split('-')[0] ?? ''
  return isLocale(language) ? language : null
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
  const catalogues = loaded.get(locale) ?? { texts, translate: translator({ locale, texts }), rooms: new Map() }
  loaded.set(locale, catalogues)
  return catalogues
}

/** The translator of a language with the catalogues of these rooms, each loaded once; undefined for English. */
export const translatorFor = (locale: Locale, wanted: readonly Room[] = rooms): Promise<Translate> | undefined => {
  const language: Language = locales[locale]
  if (!language.rooms) return undefined
  const { texts, translate, rooms: present } = cataloguesOf(locale)
  const load = language.rooms
  const loading = wanted.map((room) => {
    const catalogue = present.get(room) ?? load[room]().then((file) => void Object.assign(texts, file.default))
    present.set(room, catalogue)
    catalogue.catch(() => present.delete(room))
    return catalogue
  })
  return Promise.all(loading).then(() => translate)
}
