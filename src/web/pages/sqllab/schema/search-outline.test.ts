import { expect, test } from 'vitest'
import { indexOutline, searchOutline } from './search-outline.ts'

const outlineOf = (tables: number) =>
  indexOutline(
    Array.from({ length: tables }, (_, i) => ({
      schema: `schema_${i % 20}`,
      name: `table_${i}`,
      type: 'table',
      columns: Array.from({ length: 12 }, (__, c) => ({ name: `column_${c}_${i}`, type: 'INTEGER' })),
    })),
  )

/** The best of several, which other programs disturb least. */
const timeOf = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: 15 }, () => {
      const began = performance.now()
      work()
      return performance.now() - began
    }),
  )

test('a search through ten times as many tables takes about ten times as long, not more', () => {
  const [few, many] = [outlineOf(1_000), outlineOf(10_000)]
  const [short, long] = [timeOf(() => searchOutline(few, '_99')), timeOf(() => searchOutline(many, '_99'))]
  expect(searchOutline(many, '_99').flatMap(({ tables }) => tables).length).toBeGreaterThan(100)
  expect(long).toBeLessThan(30 * short)
})
