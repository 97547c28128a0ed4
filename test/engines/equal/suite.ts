/** The same questions to every engine, through the server's own route, and the same answers. */
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../api/chart-data/ask.ts'
import { difference } from '../../api/chart-data/compare.ts'
import { answerOf, oracles, readCases } from '../../api/chart-data/corpus.ts'
import type { Case, FullAnswer, JsonObject } from '../../api/chart-data/corpus.ts'
import { stageOn } from '../../api/chart-data/stage.ts'
import type { Running, Stage } from '../../api/chart-data/stage.ts'
import type { TestServer } from '../servers.ts'
import { columnNames, makeDuckdbFile, tableNames } from '../tables.ts'
import { candidates, draw } from './draw.ts'
import { makeHoldings } from './holdings.ts'

const leastContexts = 60

const differences = JSON.parse(readFileSync(join(import.meta.dirname, '../../conformance/differences.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>

export const contexts: Case[] = draw(candidates(readCases(), differences['chart-data/duckdb']), leastContexts)

/** An engine of the suite: starts a database that holds the tables of a folder of Parquet files. */
export type Start = (holdings: string, folder: string) => Promise<Running>

/** The URI of a server, as people write it. */
export const uriOf = (scheme: string, { parameters }: TestServer): string => {
  const { host, port, username, password, database } = parameters
  const login = username ? `${username}${password ? `:${password}` : ''}@` : ''
  return `${scheme}://${login}${host}:${port}/${database}`
}

export const startDuckdb: Start = async (holdings, folder) => {
  const path = join(folder, 'data.duckdb')
  await makeDuckdbFile(path, await tableNames(), holdings)
  return { uri: `duckdb:///${path}`, schema: 'main', stop: async () => {} }
}

type Column = JsonObject & { id: number; column_name: string }

/** An engine that folds the case of names has its columns renamed in the dataset, as people would. */
const nameColumns = async ({ caller, datasetId }: Stage): Promise<void> => {
  for (const table of await tableNames()) {
    const url = `/api/v1/dataset/${datasetId(table)}`
    const { result } = (await caller.get(url)).json() as { result: { columns: Column[] } }
    const names = new Map((await columnNames(table)).map((name) => [name.toLowerCase(), name]))
    if (result.columns.every(({ column_name: name }) => names.get(name.toLowerCase()) === name)) continue
    const columns = result.columns.map(({ id, column_name: name, type, is_dttm }) => ({
      id,
      column_name: names.get(name.toLowerCase()) ?? name,
      type,
      is_dttm,
    }))
    const answer = await caller.put(url, { columns })
    if (answer.statusCode !== 200) throw new Error(`${table}: ${answer.body}`)
  }
}

/** The text of the statement is each engine's own. */
const withoutSql = (answer: FullAnswer): FullAnswer => ({
  ...answer,
  ...(answer.results && { results: answer.results.map(({ query: _query, ...result }) => result) }),
})

const answerOn = async (stage: Stage, each: Case): Promise<FullAnswer> => {
  await stage.prepare(each)
  return ask(stage.caller, each, stage.requestOf(each))
}

/**
 * Every drawn context on one engine. What is right: on DuckDB the record, on any other what DuckDB answers over the same values, which are
 * those that the engine can hold.
 */
export const equalAnswers = (engine: string, start: Start) => {
  describe(`${engine} gives the same results`, () => {
    let folder: string
    let stage: Stage
    let reference: Stage | undefined

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), `chartroom-equal-${engine}-`))
      const holdings = join(folder, 'holdings')
      await mkdir(holdings)
      await makeHoldings(engine, holdings)
      stage = await stageOn(await start(holdings, folder))
      await nameColumns(stage)
      if (engine !== 'duckdb') reference = await stageOn(await startDuckdb(holdings, folder))
    })
    afterAll(async () => {
      await reference?.close()
      await stage?.close()
      await rm(folder, { recursive: true, force: true })
    })

    const right = async (each: Case): Promise<FullAnswer[]> =>
      reference ? [withoutSql(await answerOn(reference, each))] : oracles.map((oracle) => answerOf(each, oracle))

    test('the sample covers enough', () => {
      expect(contexts.length).toBeGreaterThanOrEqual(leastContexts)
    })

    test.each(contexts.map((each) => [`${each.theme}/${each.name}`, each] as const))('%s', async (_name, each) => {
      const expected = (await right(each)).filter(({ status }) => status === 200)
      const given = await answerOn(stage, each)
      const found = expected.map((answer) => difference(each, answer, given, expected))
      if (!found.includes(null)) expect.fail(found[0] ?? 'nothing to compare with')
    })
  })
}
