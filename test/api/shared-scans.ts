import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sharing } from '../../src/server/resources/chart-data/scans/sharing.ts'
import { chartDataState } from '../../src/server/resources/chart-data/kept/state.ts'
import { same } from './chart-data/compare.ts'
import { parseExact, type Json, type JsonObject } from './chart-data/corpus.ts'
import { startStage, type EngineName, type Stage } from './chart-data/stage.ts'
import { randomRound } from './shared-scans.random.ts'

/** Whatever its size: the tables of the corpus are small. */
const always = { sourceRows: 0, share: () => 1 }

const told = ['queried_dttm', 'cached_dttm', 'is_cached', 'cache_timeout']

const order = (value: Json): Json => (Array.isArray(value) ? value.toSorted((a, b) => (rough(a) < rough(b) ? -1 : 1)) : value)

const rough = (row: Json): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'number' || typeof value === 'bigint' ? Number(value).toPrecision(7) : value,
  )

/** An answer without the time it was made at; rows without an order as a bag. */
const comparable = (body: Json, isOrdered: boolean): Json => {
  const [result] = ((body as JsonObject)['result'] as JsonObject[] | undefined) ?? []
  if (!result) return body
  const kept = Object.fromEntries(Object.entries(result).filter(([key]) => !told.includes(key)))
  return isOrdered ? kept : { ...kept, data: order(kept['data'] ?? null) }
}

/** Random queries that come at once against the same ones, one by one. */
export const judgeSharing = (engine: EngineName, { rounds, shares }: { rounds: number; shares: boolean }): void => {
  describe(`queries that share scans on ${engine}`, () => {
    let stage: Stage
    let sharing: Sharing
    let single: Sharing

    beforeAll(async () => {
      stage = await startStage(engine)
      sharing = new Sharing({ host: stage.ctx.host, megabytes: 64, worth: always })
      single = new Sharing({ host: stage.ctx.host, megabytes: 0 })
    })
    afterAll(() => stage.close())

    const use = (which: Sharing) => Object.assign(chartDataState(stage.ctx), { sharing: which })

    const post = async (table: string, query: JsonObject): Promise<{ status: number; body: Json }> => {
      const payload = { datasource: { id: stage.datasetId(table), type: 'table' }, queries: [query], force: true }
      const answer = await stage.caller.inject({ method: 'POST', url: '/api/v1/chart/data', payload })
      return { status: answer.statusCode, body: comparable(parseExact(answer.body), Array.isArray(query['orderby'])) }
    }

    it(`give the same results as separate queries, ${rounds} dashboards`, { timeout: 600_000 }, async () => {
      let answered = 0
      for (let seed = 1; seed <= rounds; seed++) {
        const { table, queries } = randomRound(seed)
        use(sharing)
        const together = await Promise.all(queries.map((query) => post(table, query)))
        use(single)
        for (const [i, query] of queries.entries()) {
          const alone = await post(table, query)
          const got = together[i]
          if (alone.status === 200) answered++
          if (got?.status !== alone.status || !same(alone.body, got.body)) {
            expect(got, `seed ${seed}, query ${i}: ${JSON.stringify(query)}`).toEqual(alone)
          }
        }
      }
      expect(answered).toBeGreaterThan(rounds * 4)
      const { shared, again } = sharing.stats()
      if (!shares) return expect(shared).toBe(0)
      expect(shared).toBeGreaterThan(rounds)
      expect(again).toBeLessThan(shared / 20)
    })
  })
}
