/**
 * User texts. The English text is the key; `%(name)s` and `%s` are filled from `values`, as the specification writes them.
 * A catalogue of another locale is loaded only when used (`locales.ts`); server and browser share this module.
 */
export type TextValues = Record<string, string | number> | (string | number)[]

export type Catalogue = {
  locale: string
  /** English text → translation; a list holds the plural forms that the language has, in the order zero, one, two, few, many, other. */
  texts: Record<string, string | string[]>
}

export type Translate = {
  (text: string, values?: TextValues): string
  plural(count: number, one: string, other: string, values?: Record<string, string | number>): string
  locale: string
}

/** A value without the characters that would reverse the direction of the words after it. */
const plain = (value: string | number) => String(value).replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')

const fill = (text: string, values: TextValues | undefined): string => {
  if (!values) return text
  if (Array.isArray(values)) {
    let next = 0
    return text.replaceAll('%s', () => plain(values[next++] ?? ''))
  }
  return text.replaceAll(/%\((\w+)\)[sd]/g, (whole, name: string) => plain(values[name] ?? whole))
}

/** Runtimes disagree about the order of their own list. */
const pluralCategories: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/** A translator for one locale; without a catalogue its texts are English. */
export const translator = (catalogue?: Catalogue): Translate => {
  const locale = catalogue?.locale ?? 'en'
  const rules = new Intl.PluralRules(locale)
  const present = new Set(rules.resolvedOptions().pluralCategories)
  const categories = pluralCategories.filter((category) => present.has(category))
  const translate = (text: string, values?: TextValues) => {
    const found = catalogue?.texts[text]
    return fill(typeof found === 'string' ? found : text, values)
  }
  const plural: Translate['plural'] = (count, one, other, values = {}) => {
    const found = catalogue?.texts[other]
    const form = Array.isArray(found) ? found[categories.indexOf(rules.select(count))] : undefined
    return fill(form ?? (count === 1 ? one : other), { ...values, count: count.toLocaleString(locale) })
  }
  return Object.assign(translate, { plural, locale })
}

const english = translator()

/** Finds the current translator: in the browser one for the page, on the server one for each request. */
let findTranslator: () => Translate | undefined = () => undefined

export const provideTranslator = (find: () => Translate | undefined): void => {
  findTranslator = find
}

const current = (): Translate => findTranslator() ?? english

/** Marks a text that is declared in one place and translated, by `t`, in another. */
export const msg = <Text extends string>(text: Text): Text => text

/** Translates into the current reader's language, or English without a reader. Never call it while a module loads: no reader is known then. */
export const t: Translate = Object.defineProperty(
  Object.assign((text: string, values?: TextValues) => current()(text, values), {
    plural: ((...args) => current().plural(...args)) satisfies Translate['plural'] as Translate['plural'],
    locale: 'en',
  }),
  'locale',
  { get: () => current().locale },
)
