import { translator, type Catalogue, type Translate } from './t.ts'

type Texts = Pick<Catalogue, 'texts'>

/** Languages by their own names. English needs no catalogue; a text that another one lacks is shown in English. */
export const locales = {
  en: { name: 'English', load: null },
  de: { name: 'Deutsch', load: () => import('./de/de.ts') },
} as const satisfies Record<string, { name: string; load: (() => Promise<Texts>) | null }>

export type Locale = keyof typeof locales

export const isLocale = (text: string): text is Locale => Object.hasOwn(locales, text)

/** `de` for `de-AT`. */
const known = (tag: string): Locale | null => {
  const language = tag.trim().toLowerCase().split('-')[0] ?? ''
  return isLocale(language) ? language : null
}

/** The language that serves best: the one that was chosen, else the first of `Accept-Language` that is spoken here, by its weights. */
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

const loaded = new Map<Locale, Promise<Translate>>()

/** A translator with its catalogue, which is loaded once; undefined for English. */
export const translatorFor = (locale: Locale): Promise<Translate> | undefined => {
  const { load } = locales[locale]
  if (!load) return undefined
  const found = loaded.get(locale) ?? load().then(({ texts }) => translator({ locale, texts }))
  loaded.set(locale, found)
  found.catch(() => loaded.delete(locale))
  return found
}
