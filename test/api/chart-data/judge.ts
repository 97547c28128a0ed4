import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { difference, type Given } from './compare.ts'
import { answerOf, oracles, readCases, type Case, type FullAnswer, type Json, type JsonObject, type Oracle } from './corpus.ts'
import { speechFor, type Speech } from './spoken.ts'
import { readsUnheld, unheldColumns, type Unheld } from './storable.ts'
import { startStage, type EngineName, type Stage } from './stage.ts'

const listedOf = (engine: EngineName): Record<string, string> => {
  const text = readFileSync(join(import.meta.dirname, '../../conformance/differences.json'), 'utf8')
  return (JSON.parse(text) as Record<string, Record<string, string>>)[`chart-data/${engine}`] ?? {}
}

const isRefusal = (status: number) => [400, 403, 404, 422].includes(status)

/** Records that may stand for a right answer on this engine, the best first. */
const judges = (each: Case, engine: EngineName): Oracle[] => {
  // What no recorded engine tells, each of them may: how a date is written, whether a text compares with a number.
  if (engine === 'sqlite' || engine === 'mysql') return ['6.1/postgres', '6.1/duckdb', '3.0/postgres']
  const own: Oracle = `6.1/${engine}`
  // The order of a dataset's columns is its database's.
  const samples: readonly Oracle[] = each.request?.['result_type'] === 'samples' ? oracles : []
  const refused = oracles.filter((oracle) => isRefusal(answerOf(each, oracle).status))
  // What fails on the DuckDB of the records, for lack of grains above all, is right when it agrees with Postgres.
  const grains: Oracle[] = answerOf(each, own).status === 500 ? ['6.1/postgres'] : []
  return [...new Set<Oracle>([own, ...grains, '3.0/postgres', ...samples, ...(isRefusal(answerOf(each, own).status) ? refused : [])])]
}

/** Groups that nobody orders have no numbers either: they come as the engine's threads finish, and on another engine otherwise. */
const asGiven = (each: Case, answer: FullAnswer, given: Given): FullAnswer => {
  const queries = each.request?.['queries']
  const isUnordered = (i: number) =>
    Array.isArray(queries) && !((queries[i] as JsonObject | undefined)?.['orderby'] as Json[] | undefined)?.length
  const isNumbers = (names: Json | undefined) => Array.isArray(names) && names.toSorted().every((name, row) => name === row)
  const numbered = (result: JsonObject, i: number): JsonObject => {
    const names = given.results?.[i]?.['indexnames']
    return isUnordered(i) && isNumbers(result['indexnames']) && isNumbers(names) ? { ...result, indexnames: names ?? null } : result
  }
  return answer.results ? { ...answer, results: answer.results.map(numbered) } : answer
}

const judge = (each: Case, engine: EngineName, { given, expected }: { given: Given; expected: Speech['expected'] }): string | null => {
  if (each.bug && given.status >= 400 && given.status < 500) return null
  const all = oracles.map((oracle) => expected(answerOf(each, oracle)))
  const found = judges(each, engine).map((oracle) => difference(each, asGiven(each, expected(answerOf(each, oracle)), given), given, all))
  return found.includes(null) ? null : (found[0] ?? null)
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

/** The whole corpus against one engine, case by case, through the server's own route. */
export const judgeEngine = (engine: EngineName): void => {
  const listed = listedOf(engine)
  const only = process.env['CASE']
  const cases = readCases().filter((each) => !only || new RegExp(only).test(`${each.theme}/${each.name}`))
  const speech = speechFor(engine)
  const scores = new Map<string, { asked: number; equal: number; listed: number }>()
  const unread: string[] = []
  let unheld: Unheld
  let stage: Stage

  beforeAll(async () => {
    unheld = await unheldColumns(engine)
    stage = await startStage(engine, speech)
  })

  afterAll(async () => {
    await stage.close()
    const lines = [...scores].map(([theme, { asked, equal, listed: known }]) =>
      [theme.padEnd(18), String(asked).padStart(4), percent(equal, asked).padStart(8), String(known).padStart(4)].join(' '),
    )
    const sum = (key: 'asked' | 'equal' | 'listed') => [...scores.values()].reduce((total, score) => total + score[key], 0)
    const reasons = Object.entries(Object.groupBy(Object.values(listed), (why) => why.split(':', 1)[0] ?? ''))
    const why = reasons.map(([reason, all]) => `${all?.length} ${reason}`).join(', ')
    const total = `${sum('equal')} of ${sum('asked')} equal (${percent(sum('equal'), sum('asked'))}), ${sum('listed')} listed (${why})`
    const without = unread.length
      ? `; ${unread.length} read what the engine cannot hold (${unheld.map(({ table, column, inSql }) => `${table}.${column}${inSql ? ' in SQL' : ''}`).join(', ')})`
      : ''
    process.stdout.write(`\nchart data on ${engine}: cases, equal, listed\n${lines.join('\n')}\n${total}${without}\n`)
  })

  describe.each([...new Set(cases.map(({ theme }) => theme))])('%s', (theme) => {
    it.each(cases.filter((each) => each.theme === theme).map((each) => [each.name, each] as const))('%s', async (name, each) => {
      await stage.prepare(each)
      const given = await ask(stage.caller, each, stage.requestOf(each))
      if (readsUnheld(each, unheld)) {
        unread.push(name)
        expect(judges(each, engine).map((oracle) => answerOf(each, oracle).status)).toContain(given.status)
        return
      }
      const score = scores.get(theme) ?? { asked: 0, equal: 0, listed: 0 }
      scores.set(theme, score)
      score.asked++
      const found = judge(each, engine, { given, expected: speech.expected })
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
