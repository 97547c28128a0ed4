// `npm run texts`: how much of the product each language translates, what is missing, and translations with other placeholders.
import { join } from 'node:path'
import { languages, review, spokenTexts } from './texts/catalogues.ts'

const spoken = spokenTexts(join(import.meta.dirname, '..'))
for (const { locale, name, isComplete, files } of await languages()) {
  const { missing, wrong } = review({ locale, texts: Object.assign({}, ...files) }, spoken)
  const present = spoken.size - missing.length
  console.log(
    `${name}: ${present} of ${spoken.size} texts (${Math.floor((100 * present) / spoken.size)} %)${isComplete ? '' : ', not declared complete'}`,
  )
  for (const text of missing) console.log(`  lacks ${JSON.stringify(text)}`)
  for (const fault of wrong) console.log(`  ${fault}`)
  if (wrong.length > 0 || (isComplete && missing.length > 0)) process.exitCode = 1
}
