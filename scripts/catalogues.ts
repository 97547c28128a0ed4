import { locales } from '../src/core/i18n/locales.ts'
import type { Catalogue } from '../src/core/i18n/t.ts'
import { readSources } from './check/sources.ts'
import { declaredTexts } from './declared-texts.ts'
import { textsOf, type Texts } from './texts-of.ts'

/** Every user text of the product: what the sources say through t, and what charts, engines and operators declare. */
export const spokenTexts = (root: string): Texts =>
  new Map([...declaredTexts.map((text) => [text, 'plain'] as const), ...textsOf(readSources(root, ['src']))])

/** `%(name)s`, `%s`, and the `$1` of engine messages. */
const holes = (text: string) => (text.match(/%\(\w+\)[sd]|%s|\$\d(?!\d)/g) ?? []).toSorted().join(' ')

/** What is wrong with the texts of one language: missing, no longer used, or not fitting its English text. */
export const faultsOf = ({ locale, texts }: Catalogue, spoken: Texts): string[] => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.length
  const missing = [...spoken].flatMap(([key, kind]) =>
    Object.hasOwn(texts, key) ? [] : [`lacks ${kind === 'plural' ? '(plural) ' : ''}${JSON.stringify(key)}`],
  )
  const unfit = Object.entries(texts).flatMap(([key, text]) => {
    const kind = spoken.get(key)
    if (!kind) return [`no longer used ${JSON.stringify(key)}`]
    const wanted = kind === 'plural' ? forms : null
    const faults = wanted === (Array.isArray(text) ? text.length : null) ? [] : [`wrong number of forms ${JSON.stringify(key)}`]
    return [text].flat().every((one) => one !== '' && holes(one) === holes(key))
      ? faults
      : [...faults, `other holes ${JSON.stringify(key)}`]
  })
  return [...missing.toSorted(), ...unfit]
}

/** By language, in its own name. */
export const catalogueFaults = (spoken: Texts): Promise<[language: string, faults: string[]][]> =>
  Promise.all(
    Object.entries(locales).flatMap(([locale, { name, load }]) =>
      load ? [load().then(({ texts }): [string, string[]] => [name, faultsOf({ locale, texts }, spoken)])] : [],
    ),
  )
