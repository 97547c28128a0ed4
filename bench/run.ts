// `npm run bench [word …]`: every bench, or those whose name holds a word. Ratios within one run; nothing is asserted.
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'

const words = process.argv.slice(2)
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'))

for (const file of files) {
  const { benches } = (await import(join(import.meta.dirname, file))) as { benches: Bench[] }
  for (const { name, run } of benches) {
    if (words.length && !words.some((word) => `${file} ${name}`.includes(word))) continue
    console.log(`\n${name}  (load ${loadavg()[0]?.toFixed(1)})`)
    for (const { what, subject, control, ratio, goal } of await run()) {
      console.log(
        `  ${what.padEnd(52)} ${subject.padStart(14)}  control ${control.padStart(14)}  ${(ratio === null ? '' : `${ratio.toFixed(2)} ×`).padStart(9)}  goal ${goal}`,
      )
    }
  }
}
process.exit(0)
