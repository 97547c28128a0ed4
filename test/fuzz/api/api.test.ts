import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzzCalls, readOperations } from './run-calls.ts'
import { startTarget, type Target } from './target.ts'

let target: Target

beforeAll(async () => {
  target = await startTarget()
}, 120_000)
afterAll(() => target.close())

it('600 calls of the OpenAPI document: nothing leaks, nothing breaks', { timeout: 900_000 }, async () => {
  const { statuses, faults } = await fuzzCalls(target, await readOperations(target), { seed: 15, from: 0, count: 600 })
  expect(faults).toEqual([])
  expect(statuses[200]).toBeGreaterThan(50)
})
