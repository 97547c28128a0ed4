import { expect, test } from 'vitest'
import { queriesOfFilter, withoutSortMetric } from '../filter-queries.ts'

const definitionOf = (more: object) =>
  queriesOfFilter({ id: 'f', targets: [{ datasetId: 3, column: { name: 'genre' } }], ...more })[0]?.definition ?? ''

test('a sort metric that was removed is no part of what a filter asks, and putting it back is a change', () => {
  const controlValues = { sortMetric: 'gross' }
  expect(definitionOf({ sortMetric: null, controlValues })).toBe(definitionOf({}))
  expect(definitionOf({ controlValues })).toBe(definitionOf({ sortMetric: 'gross' }))
  expect(definitionOf({ controlValues })).not.toBe(definitionOf({}))
  expect(withoutSortMetric(definitionOf({ controlValues }))).toBe(definitionOf({}))
})
