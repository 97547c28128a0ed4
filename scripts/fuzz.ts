import { parseArgs } from 'node:util'
import { startStage } from '../test/api/chart-data/stage.ts'
import { fuzzExpressions } from '../test/fuzz/expressions.ts'
import { fuzzQueries } from '../test/fuzz/queries.ts'
import { startRealEngines } from '../test/fuzz/real-engines.ts'

/** Sends malicious expressions to the SQL checks, and malformed requests to chart data, for some seconds from a seed. */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } } })
const until = performance.now() + Number(values.seconds) * 1000

const engines = await startRealEngines()
const stage = await startStage('duckdb')
let seed = Number(values.seed)
let asked = 0
let ran = 0
let failures = 0
do {
  const { asked: expressions, run, escaped } = await fuzzExpressions(engines, { seed, count: 20_000, sample: 300 })
  const { sent, broken } = await fuzzQueries(stage, { seed, count: 300 })
  for (const { dialect, where, text } of escaped)
    console.error(`seed ${seed}: escapes its parentheses according to the ${where}, on ${dialect}: ${JSON.stringify(text)}`)
  for (const { status, request, answer } of broken) console.error(`seed ${seed}: ${status} ${answer}\n  ${request}`)
  asked += expressions + sent
  ran += run
  failures += escaped.length + broken.length
  seed++
} while (performance.now() < until)
await stage.close()
for (const engine of engines) await engine.close()
console.log(`seeds ${values.seed} to ${seed - 1}: ${asked} sent, ${ran} run on engines, ${failures} failed`)
process.exit(failures ? 1 : 0)
