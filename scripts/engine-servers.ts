// Downloads the servers that Debian lacks into the cache of the tests, unless already there.
import { installChdb, installJava, installTrino } from '../test/engines/large/install.ts'

const servers: [name: string, from: string, bring: () => Promise<string>][] = [
  ['chdb', 'PyPI', installChdb],
  ['Java for Trino', 'PyPI', installJava],
  ['Trino', 'Maven Central', installTrino],
]

for (const [name, from, bring] of servers) {
  const began = Date.now()
  try {
    const place = await bring()
    console.log(`${name}: ${place} (${Math.round((Date.now() - began) / 1000)} s)`)
  } catch (error) {
    console.error(`${name} could not be downloaded from ${from}:`, error)
    process.exit(1)
  }
}
