// `npm run bench [-- word … --json --seconds 300]`: runs all benches, or those whose name or file matches a word. Ratios within one run; nothing is asserted.
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Line } from './bench.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, seconds: { type: 'string' } },
})
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'))

const verdict = ({ met }: Line) => (met === undefined ? '' : met ? 'met' : 'MISSED')
const ratio = (line: Line) => (line.ratio === null ? '' : `${line.ratio.toFixed(2)} ×`)

/** Columns as wide as their widest cell. */
const table = (lines: Line[]): string => {
  const rows = [
    ['', 'figure', 'control', 'ratio', 'goal', ''],
    ...lines.map((line) => [line.what, line.subject, line.control, ratio(line), line.goal, verdict(line)]),
  ]
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

const found: { bench: string; load: number; lines: Line[] }[] = []
const failed: string[] = []

/** Runs a bench. One that fails says why, and the others still run. */
const measure = async ({ name, run }: Bench): Promise<Line[] | null> => {
  try {
    return await run(values.seconds ? { seconds: Number(values.seconds) } : {})
  } catch (error) {
    failed.push(name)
    console.error(`\n${name} failed:`, error)
    return null
  }
}
for (const file of files) {
  const { benches } = (await import(join(import.meta.dirname, file))) as { benches: Bench[] }
  for (const bench of benches) {
    const { name } = bench
    if (words.length && !words.some((word) => `${file} ${name}`.includes(word))) continue
    const lines = await measure(bench)
    if (!lines) continue
    const load = loadavg()[0] ?? 0
    found.push({ bench: name, load, lines })
    if (!values.json) console.log(`\n${name}  (load ${load.toFixed(1)})\n${table(lines)}`)
  }
}
const judged = found.flatMap(({ lines }) => lines).filter(({ met }) => met !== undefined)
if (values.json) console.log(JSON.stringify(found, null, 2))
else console.log(`\n${judged.filter(({ met }) => met).length} of ${judged.length} goals met`)
process.exit(failed.length > 0 ? 1 : 0)
