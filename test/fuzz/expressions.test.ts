import { expect, it } from 'vitest'
import { duckdbEngine, fuzzExpressions } from './expressions.ts'

it('keeps 100,000 expressions in their parentheses, or out', { timeout: 120_000 }, async () => {
  const engine = await duckdbEngine()
  try {
    const { asked, letIn, escaped } = await fuzzExpressions(engine, { seed: 1, count: 100_000 })
    expect(escaped.slice(0, 5)).toEqual([])
    // Both sides of the fence are visited.
    expect(letIn).toBeGreaterThan(asked * 0.02)
    expect(letIn).toBeLessThan(asked * 0.9)
  } finally {
    engine.close()
  }
})
