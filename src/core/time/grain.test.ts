import { expect, test } from 'vitest'
import { isoText, wallOf, clockTime } from './civil.ts'
import { addGrain, type Grain, grainLength, grainName, grains, grainSpan, isGrain, truncate } from './grain.ts'

// Sunday
const wall = wallOf(2024, 3, 31, clockTime(14, 47, 38) + 250)

test.each<[Grain, string, string]>([
  ['PT1S', '2024-03-31T14:47:38', '2024-03-31T14:47:39'],
  ['PT5S', '2024-03-31T14:47:35', '2024-03-31T14:47:40'],
  ['PT30S', '2024-03-31T14:47:30', '2024-03-31T14:48:00'],
  ['PT1M', '2024-03-31T14:47:00', '2024-03-31T14:48:00'],
  ['PT5M', '2024-03-31T14:45:00', '2024-03-31T14:50:00'],
  ['PT10M', '2024-03-31T14:40:00', '2024-03-31T14:50:00'],
  ['PT15M', '2024-03-31T14:45:00', '2024-03-31T15:00:00'],
  ['PT30M', '2024-03-31T14:30:00', '2024-03-31T15:00:00'],
  ['PT0.5H', '2024-03-31T14:30:00', '2024-03-31T15:00:00'],
  ['PT1H', '2024-03-31T14:00:00', '2024-03-31T15:00:00'],
  ['PT6H', '2024-03-31T12:00:00', '2024-03-31T18:00:00'],
  ['P1D', '2024-03-31T00:00:00', '2024-04-01T00:00:00'],
  ['P1W', '2024-03-25T00:00:00', '2024-04-01T00:00:00'],
  ['P1M', '2024-03-01T00:00:00', '2024-04-01T00:00:00'],
  ['P3M', '2024-01-01T00:00:00', '2024-04-01T00:00:00'],
  ['P0.25Y', '2024-01-01T00:00:00', '2024-04-01T00:00:00'],
  ['P1Y', '2024-01-01T00:00:00', '2025-01-01T00:00:00'],
  ['1969-12-28T00:00:00Z/P1W', '2024-03-31T00:00:00', '2024-04-07T00:00:00'],
  ['1969-12-29T00:00:00Z/P1W', '2024-03-25T00:00:00', '2024-04-01T00:00:00'],
  ['P1W/1970-01-03T00:00:00Z', '2024-04-06T00:00:00', '2024-04-13T00:00:00'],
  ['P1W/1970-01-04T00:00:00Z', '2024-03-31T00:00:00', '2024-04-07T00:00:00'],
])('%s labels with %s, then %s', (grain, label, next) => {
  expect(isoText(truncate(wall, grain))).toBe(label)
  expect(isoText(addGrain(truncate(wall, grain), grain, 1))).toBe(next)
  const [from, to] = grainSpan(wall, grain)
  expect(from <= wall && wall < to).toBe(true)
  expect(truncate(to - 1e-3, grain)).toBe(truncate(from, grain))
})

test('before 1970 buckets are not mirrored', () => {
  expect(isoText(truncate(-1, 'PT6H'))).toBe('1969-12-31T18:00:00')
  expect(isoText(truncate(wallOf(1, 1, 2), 'P1W'))).toBe('0001-01-01T00:00:00')
})

test('grains are known, named and ordered by length', () => {
  expect(grains).toHaveLength(21)
  expect(isGrain('P1D')).toBe(true)
  expect(isGrain('toString')).toBe(false)
  expect(grainName('P1W/1970-01-03T00:00:00Z')).toBe('Week ending Saturday')
  const lengths = grains.slice(0, 17).map(grainLength)
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
})
