import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { difference, type Given } from './compare.ts'
import { answerOf, oracles, readCases, type Case, type Oracle } from './corpus.ts'
import { startStage, type EngineName, type Stage } from './stage.ts'

const listedOf = (engine: EngineName): Record<string, string> => {
  const text = readFileSync(join(import.meta.dirname, '../../conformance/differences.json'), 'utf8')
  return (JSON.parse(text) as Record<string, Record<string, string>>)[`chart-data/${engine}`] ?? {}
}

const isRefusal = (status: number) => [400, 403, 404, 422].includes(status)

/** Records that may stand for a right answer on this engine, the best first. */
const judges = (each: Case, engine: EngineName): Oracle[] => {
  const own: Oracle = `6.1/${engine}`
  // The order of a dataset's columns is its database's.
  const samples: readonly Oracle[] = each.request?.['result_type'] === 'samples' ? oracles : []
  const refused = oracles.filter((oracle) => isRefusal(answerOf(each, oracle).status))
  // What fails on the DuckDB of the records, for lack of grains above all, is right when it agrees with Postgres.
  const grains: Oracle[] = answerOf(each, own).status === 500 ? ['6.1/postgres'] : []
  return [...new Set<Oracle>([own, ...grains, '3.0/postgres', ...samples, ...(isRefusal(answerOf(each, own).status) ? refused : [])])]
}

const judge = (each: Case, engine: EngineName, given: Given): string | null => {
  if (each.bug && given.status >= 400 && given.status < 500) return null
  const all = [`6.1/${engine}` as const, '6.1/postgres', '3.0/postgres'].map((oracle) => answerOf(each, oracle as Oracle))
  const found = judges(each, engine).map((oracle) => difference(each, answerOf(each, oracle), given, all))
  return found.includes(null) ? null : (found[0] ?? null)
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

/** The whole corpus against one engine, case by case, through the server's own route. */
export const judgeEngine = (engine: EngineName): void => {
  const listed = listedOf(engine)
  const only = process.env['CASE']
  const cases = readCases().filter((each) => !only || new RegExp(only).test(`${each.theme}/${each.name}`))
  const scores = new Map<string, { asked: number; equal: number; listed: number }>()
  let stage: Stage

  beforeAll(async () => {
    stage = await startStage(engine)
  })

  afterAll(async () => {
    await stage.close()
    const lines = [...scores].map(([theme, { asked, equal, listed: known }]) =>
      [theme.padEnd(18), String(asked).padStart(4), percent(equal, asked).padStart(8), String(known).padStart(4)].join(' '),
    )
    const sum = (key: 'asked' | 'equal' | 'listed') => [...scores.values()].reduce((total, score) => total + score[key], 0)
    const total = `${sum('equal')} of ${sum('asked')} equal (${percent(sum('equal'), sum('asked'))}), ${sum('listed')} listed`
    process.stdout.write(`\nchart data on ${engine}: cases, equal, listed\n${lines.join('\n')}\n${total}\n`)
  })

  describe.each([...new Set(cases.map(({ theme }) => theme))])('%s', (theme) => {
    it.each(cases.filter((each) => each.theme === theme).map((each) => [each.name, each] as const))('%s', async (name, each) => {
      const score = scores.get(theme) ?? { asked: 0, equal: 0, listed: 0 }
      scores.set(theme, score)
      score.asked++
      await stage.prepare(each)
      const given = await ask(stage.caller, each, stage.requestOf(each))
      const found = judge(each, engine, given)
      if (found === null) score.equal++
      const why = listed[`${theme}/${name}`]
      if (why !== undefined) {
        score.listed++
        expect(found, `listed (${why}), but equal now`).not.toBeNull()
        return
      }
      if (found !== null) expect.fail(found)
    })
  })
}
