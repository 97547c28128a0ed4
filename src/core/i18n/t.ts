/**
 * User texts. The English text is the key; `%(name)s` and `%s` are filled from `values`, as the specification writes them.
 * A catalogue of another locale is loaded only when used; server and browser share this module.
 */
export type TextValues = Record<string, string | number> | (string | number)[]

export type Catalogue = {
  locale: string
  /** English text → translation; a list holds the plural forms in the order of Intl.PluralRules categories. */
  texts: Record<string, string | string[]>
}

export type Translate = {
  (text: string, values?: TextValues): string
  plural(count: number, one: string, other: string, values?: Record<string, string | number>): string
  locale: string
}

const fill = (text: string, values: TextValues | undefined): string => {
  if (!values) return text
  if (Array.isArray(values)) {
    let next = 0
    return text.replaceAll('%s', () => String(values[next++] ?? ''))
  }
  return text.replaceAll(/%\((\w+)\)[sd]/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A translator for one locale; without a catalogue it speaks English. */
export const translator = (catalogue?: Catalogue): Translate => {
  const locale = catalogue?.locale ?? 'en'
  const rules = new Intl.PluralRules(locale)
  const categories = rules.resolvedOptions().pluralCategories
  const translate = (text: string, values?: TextValues) => {
    const found = catalogue?.texts[text]
    return fill(typeof found === 'string' ? found : text, values)
  }
  const plural: Translate['plural'] = (count, one, other, values = {}) => {
    const found = catalogue?.texts[other]
    const form = Array.isArray(found) ? found[categories.indexOf(rules.select(count))] : undefined
    return fill(form ?? (count === 1 ? one : other), { ...values, count })
  }
  return Object.assign(translate, { plural, locale })
}

/** English, for texts whose reader is not known; whoever knows the reader's catalogue makes a translator of it. */
export const t: Translate = translator()
