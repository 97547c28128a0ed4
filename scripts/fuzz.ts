import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startStage } from '../test/api/chart-data/stage.ts'
import { makeSamples } from '../test/fuzz/api/files.ts'
import type { Fault } from '../test/fuzz/api/judge.ts'
import { fuzzCalls, readOperations, type Ran } from '../test/fuzz/api/run-calls.ts'
import { fuzzUploads } from '../test/fuzz/api/run-uploads.ts'
import { startTarget } from '../test/fuzz/api/target.ts'
import { fuzzExpressions } from '../test/fuzz/expressions.ts'
import { fuzzQueries } from '../test/fuzz/queries.ts'
import { startRealEngines } from '../test/fuzz/real-engines.ts'

/**
 * Sends malicious expressions to the SQL checks, and malformed requests to chart data, for some seconds from a seed; or so many calls made
 * from the OpenAPI document and so many uploads. With `--progress` those go on where an earlier run with that file ended.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '0' },
    uploads: { type: 'string', default: '0' },
    progress: { type: 'string' },
  },
})
const firstSeed = Number(values.seed)
const wanted = { calls: Number(values.calls), uploads: Number(values.uploads) }
let failures = 0

const fuzzSql = async (seconds: number) => {
  const until = performance.now() + seconds * 1000
  const engines = await startRealEngines()
  const stage = await startStage('duckdb')
  let [seed, asked, ran, failed] = [firstSeed, 0, 0, 0]
  do {
    const { asked: expressions, run, escaped } = await fuzzExpressions(engines, { seed, count: 20_000, sample: 300 })
    const { sent, broken } = await fuzzQueries(stage, { seed, count: 300 })
    for (const { dialect, where, text } of escaped)
      console.error(`seed ${seed}: escapes its parentheses according to the ${where}, on ${dialect}: ${JSON.stringify(text)}`)
    for (const { status, request, answer } of broken) console.error(`seed ${seed}: ${status} ${answer}\n  ${request}`)
    asked += expressions + sent
    ran += run
    failed += escaped.length + broken.length
    seed++
  } while (performance.now() < until)
  await stage.close()
  for (const engine of engines) await engine.close()
  console.log(`seeds ${firstSeed} to ${seed - 1}: ${asked} sent, ${ran} run on engines, ${failed} failed`)
  failures += failed
}

const kept = z.object({
  seed: z.number(),
  calls: z.number(),
  uploads: z.number(),
  faults: z.number(),
  statuses: z.record(z.string(), z.number()),
})

/** What was sent so far, in this run and in those before it. */
const readProgress = (): z.infer<typeof kept> => {
  const { progress } = values
  if (progress === undefined || !existsSync(progress)) return { seed: firstSeed, calls: 0, uploads: 0, faults: 0, statuses: {} }
  return kept.parse(JSON.parse(readFileSync(progress, 'utf8')))
}

const atOnce = 600
/** Every call makes something, and what lists or exports everything takes longer and longer. */
const sharesOfATarget = 5

const fuzzApi = async () => {
  const done = readProgress()
  let target = await startTarget()
  const operations = await readOperations(target)
  const samples = await makeSamples()
  const tell = ({ what, problem, request, answer }: Fault) =>
    console.error(`seed ${done.seed}, ${what}: ${problem}\n  ${request}\n  ${answer}`)
  const count = (kind: 'calls' | 'uploads', { sent, statuses, faults }: Ran) => {
    done[kind] += sent
    done.faults += faults.length
    for (const [status, times] of Object.entries(statuses)) done.statuses[status] = (done.statuses[status] ?? 0) + times
    faults.forEach(tell)
    if (values.progress !== undefined) writeFileSync(values.progress, JSON.stringify(done))
  }
  const shareOf = (kind: 'calls' | 'uploads') => ({ seed: done.seed, from: done[kind], count: Math.min(atOnce, wanted[kind] - done[kind]) })
  for (let share = 1; done.calls < wanted.calls || done.uploads < wanted.uploads; share++) {
    if (share % sharesOfATarget === 0) {
      await target.close()
      target = await startTarget()
    }
    if (done.calls < wanted.calls) count('calls', await fuzzCalls(target, operations, shareOf('calls')))
    if (done.uploads < wanted.uploads) count('uploads', await fuzzUploads(target, samples, shareOf('uploads')))
  }
  await target.close()
  const statuses = Object.entries(done.statuses).map(([status, times]) => `${times} × ${status}`)
  console.log(`seed ${done.seed}: ${done.calls} calls, ${done.uploads} uploads (${statuses.join(', ')}), ${done.faults} faults`)
  failures += done.faults
}

if (wanted.calls > 0 || wanted.uploads > 0) await fuzzApi()
if (values.seconds !== undefined || wanted.calls + wanted.uploads === 0) await fuzzSql(Number(values.seconds ?? 60))
process.exit(failures ? 1 : 0)
