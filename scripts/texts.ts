// `npm run texts`: the texts of the product that each catalogue lacks, and those in it that no source has any more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '../src/core/i18n/locales.ts'
import { readSources } from './check/sources.ts'
import { textsOf } from './texts-of.ts'

const root = join(import.meta.dirname, '..')
const texts = textsOf(readSources(root, ['src']))

for (const [locale, { name, load }] of Object.entries(locales)) {
  if (!load) continue
  const catalogue = JSON.parse(readFileSync(join(root, 'src/core/i18n', `${locale}.json`), 'utf8')) as Record<string, string | string[]>
  const missing = [...texts.keys()].filter((text) => !Object.hasOwn(catalogue, text)).toSorted()
  const stale = Object.keys(catalogue).filter((text) => !texts.has(text))
  console.log(`\n${name}: ${texts.size - missing.length} of ${texts.size} texts`)
  for (const text of missing) console.log(`  lacks ${texts.get(text) === 'plural' ? '(plural) ' : ''}${JSON.stringify(text)}`)
  for (const text of stale) console.log(`  no longer used ${JSON.stringify(text)}`)
}
