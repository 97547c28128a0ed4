import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzzExpressions } from './expressions.ts'
import { startRealEngines, type RealEngine } from './real-engines.ts'

let engines: RealEngine[]

beforeAll(async () => {
  engines = await startRealEngines()
}, 120_000)
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

describe('the engines detect escapes', () => {
  it.each([
    ['1 = 1) OR (1 = 1', true],
    ['1), (2', true],
    ['canary()', true],
    ['(SELECT MAX(a) FROM secret)', true],
    ['a = 1 OR b = 1', false],
    ['nonsense(', false],
  ])('%s: %s', async (text, escapes) => {
    for (const engine of engines) expect([engine.dialect, await engine.escapes(text)]).toEqual([engine.dialect, escapes])
  })
})

it('100,000 expressions are contained in their parentheses or rejected', { timeout: 180_000 }, async () => {
  const { asked, letIn, run, escaped } = await fuzzExpressions(engines, { seed: 1, count: 100_000, sample: 1_500 })
  expect(escaped.slice(0, 5)).toEqual([])
  // Both sides of the fence are visited.
  expect(letIn).toBeGreaterThan(asked * 0.02)
  expect(letIn).toBeLessThan(asked * 0.9)
  expect(run).toBeGreaterThan(1_000 * engines.length)
})
