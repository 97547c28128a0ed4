import { expect, it } from 'vitest'
import { trimmedEnd } from './trimmed-end.ts'

it.each([
  ['a; \n;', 'a'],
  [' ;', ''],
  ['; a', '; a'],
  ['', ''],
])('%j ends as %j', (text, expected) => {
  expect(trimmedEnd(text, /[\s;]/)).toBe(expected)
})

it('takes linear time', () => {
  const started = performance.now()
  trimmedEnd(`${' '.repeat(1_000_000)}a`, /[\s;]/)
  expect(performance.now() - started).toBeLessThan(1_000)
})
