// `npm run texts`: what each catalogue lacks of the product's texts, what no source has any more, and translations that do not fit.
import { join } from 'node:path'
import { catalogueFaults, spokenTexts } from './catalogues.ts'

const texts = spokenTexts(join(import.meta.dirname, '..'))
const found = await catalogueFaults(texts)
for (const [language, faults] of found) {
  console.log(`\n${language}: ${faults.length ? `${faults.length} faults` : `all ${texts.size} texts`}`)
  for (const fault of faults) console.log(`  ${fault}`)
}
process.exitCode = found.some(([, faults]) => faults.length) ? 1 : 0
