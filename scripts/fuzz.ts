import { parseArgs } from 'node:util'
import { startStage } from '../test/api/chart-data/stage.ts'
import { duckdbEngine, fuzzExpressions } from '../test/fuzz/expressions.ts'
import { fuzzQueries } from '../test/fuzz/queries.ts'

/** Hostile expressions against the SQL checks, and mangled requests against chart data, for so many seconds from a seed on. */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } } })
const until = performance.now() + Number(values.seconds) * 1000

const engine = await duckdbEngine()
const stage = await startStage('duckdb')
let seed = Number(values.seed)
let asked = 0
let failures = 0
do {
  const { asked: expressions, escaped } = await fuzzExpressions(engine, { seed, count: 20_000 })
  const { sent, broken } = await fuzzQueries(stage, { seed, count: 300 })
  for (const { dialect, text } of escaped) console.error(`seed ${seed}: out of its parentheses on ${dialect}: ${JSON.stringify(text)}`)
  for (const { status, request, answer } of broken) console.error(`seed ${seed}: ${status} ${answer}\n  ${request}`)
  asked += expressions + sent
  failures += escaped.length + broken.length
  seed++
} while (performance.now() < until)
await stage.close()
engine.close()
console.log(`seeds ${values.seed} to ${seed - 1}: ${asked} asked, ${failures} failed`)
process.exit(failures ? 1 : 0)
