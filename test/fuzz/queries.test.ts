import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStage, type Stage } from '../api/chart-data/stage.ts'
import { fuzzQueries } from './queries.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('duckdb')
})
afterAll(() => stage.close())

it('responds to every malformed request', { timeout: 120_000 }, async () => {
  const { statuses, broken } = await fuzzQueries(stage, { seed: 1, count: 1_000 })
  expect(broken).toEqual([])
  expect(statuses[200]).toBeGreaterThan(0)
})
