import { ownValue } from '#core/encoding/own-keys.ts'
import type countryList from 'world-countries/countries.json'

type Country = (typeof countryList)[number]

export type FoundCountry = { country: string; code: unknown; latitude: number; longitude: number; name: string }

/** Names that data from before a change still has, and the list does not. */
const formerNames: Record<string, string[]> = { MKD: ['Macedonia'], TUR: ['Turkey'] }

/** In lower case and without accents: `Reunion` is Réunion. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The texts under which a country is found in a column of this kind, its own first. */
const keysOf = (field: string, { cca2, cca3, cioc, name, altSpellings }: Country): string[] => {
  const byField: Record<string, string[]> = {
    cca2: [cca2],
    cca3: [cca3],
    cioc: [cioc],
    name: [name.common, name.official, ...altSpellings, ...(formerNames[cca3] ?? [])],
  }
  return (ownValue(byField, field) ?? []).map(folded)
}

/** The list is loaded with the first map of the world. */
const readCountries = async (field: string): Promise<Map<string, Country>> => {
  const { default: countries } = await import('world-countries/countries.json', { with: { type: 'json' } })
  const found = new Map<string, Country>()
  // A name of its own comes before another country's other spellings.
  for (const isOwn of [true, false]) {
    for (const country of countries) {
      const [own, ...others] = keysOf(field, country)
      for (const key of isOwn ? [own ?? ''] : others) if (key !== '' && !found.has(key)) found.set(key, country)
    }
  }
  return found
}

const byField = new Map<string, Promise<Map<string, Country>>>()

/** The country that a value names, as `cca2`, `cca3`, `cioc` or `name`; null if there is none. */
export const findCountry = async (field: string, value: unknown): Promise<FoundCountry | null> => {
  if (typeof value !== 'string') return null
  const reading = byField.get(field) ?? readCountries(field)
  byField.set(field, reading)
  const country = (await reading).get(folded(value))
  if (!country) return null
  const [latitude = 0, longitude = 0] = country.latlng
  // A filter on the country compares with the name as the data has it.
  const code = field === 'name' ? value : ownValue({ cca2: country.cca2, cca3: country.cca3, cioc: country.cioc }, field)
  return { country: country.cca3, code, latitude, longitude, name: country.name.common }
}
