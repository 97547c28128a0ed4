import { describe, expect, test } from 'vitest'
import { dependencyFaults, dependentsOf, extraOfParents, inDependencyOrder, possibleParents, withoutFilters } from './dependencies.ts'
import { filterTypes } from '../native-filter.ts'

/** `b: a c` is a filter b that depends on a and c. */
const graph = (...lines: string[]) =>
  lines.map((line) => {
    const [id = '', parents = ''] = line.split(':')
    return { id: id.trim(), filterType: 'filter_select' as const, cascadeParentIds: parents.split(' ').filter(Boolean) }
  })
const ids = (filters: readonly { id: string }[]) => filters.map(({ id }) => id).join(' ')

describe.each<[string, string[], order: string, cyclic: string]>([
  ['independent filters', ['a', 'b', 'c'], 'a b c', ''],
  ['a chain, listed backwards', ['c: b', 'b: a', 'a'], 'a b c', ''],
  ['two parents', ['x: a b', 'a', 'b'], 'a b x', ''],
  ['a diamond', ['d: b c', 'c: a', 'b: a', 'a'], 'a b c d', ''],
  ['a parent that is gone', ['a: gone', 'b: a'], 'a b', ''],
  ['a filter of itself', ['a: a', 'b'], 'b a', 'a'],
  ['two of each other', ['a: b', 'b: a', 'c'], 'c a b', 'a b'],
  ['a long cycle with a child outside', ['a: c', 'b: a', 'c: b', 'd: c', 'e'], 'd e a b c', 'a b c'],
])('%s', (_title, lines, order, cyclic) => {
  test('parents come first', () => expect(ids(inDependencyOrder(graph(...lines)))).toBe(order))
  test('cycles are named', () => {
    const faults = cyclic
      .split(' ')
      .filter(Boolean)
      .map((id) => [id, 'Cyclic dependency detected'])
    expect(dependencyFaults(graph(...lines))).toEqual(Object.fromEntries(faults))
  })
})

test.each<[string[], string, string]>([
  [['a', 'b', 'c'], 'a', 'b c'],
  [['a', 'b: a', 'c: b', 'd'], 'a', 'd'],
  [['a', 'b: a', 'c: b', 'd'], 'c', 'a b d'],
])('of %j, %s may depend on %s', (lines, id, parents) => {
  expect(ids(possibleParents(graph(...lines), id))).toBe(parents)
})

test('only values, ranges and times narrow the values of others', () => {
  const filters = filterTypes.map((filterType) => ({ id: filterType, filterType, cascadeParentIds: [] }))
  expect(ids(possibleParents(filters, 'own'))).toBe('filter_select filter_range filter_time')
})

test.each<[string[], string[], string]>([
  [['a', 'b: a', 'c: b', 'd'], ['a'], 'b c'],
  [['a', 'b: a', 'c: b', 'd'], ['b'], 'c'],
  [['a', 'b: a', 'c: b', 'd'], ['c', 'd'], ''],
  [['d: b c', 'c: a', 'b: a', 'a'], ['a'], 'b c d'],
  [['a: b', 'b: a'], ['a'], 'b'],
])('in %j a change of %j asks again for %s', (lines, changed, expected) => {
  expect(ids(dependentsOf(graph(...lines), changed))).toBe(expected)
})

test('parents add up to what a child asks', () => {
  const mask = (id: string, extraFormData: object) => ({ [id]: { id, extraFormData: { ...extraFormData } } })
  const chosen = {
    ...mask('a', { filters: [{ col: 'a', op: 'IN', val: [1] }], time_range: 'Last week' }),
    ...mask('b', { filters: [{ col: 'b', op: 'IN', val: [2] }], time_range: 'Last year' }),
    ...mask('c', { filters: [{ col: 'c', op: 'IN', val: [3] }] }),
  }
  expect(extraOfParents({ cascadeParentIds: ['a', 'b', 'gone'] }, chosen)).toEqual({
    filters: [
      { col: 'a', op: 'IN', val: [1] },
      { col: 'b', op: 'IN', val: [2] },
    ],
    time_range: 'Last year',
  })
})

test('nobody depends on a filter that was removed', () => {
  const [a, b, c] = graph('a', 'b: a c', 'c')
  const left = withoutFilters(
    [a, b, c].flatMap((filter) => filter ?? []),
    ['a'],
  )
  expect([ids(left), left[0]?.cascadeParentIds, left[1] === c]).toEqual(['b c', ['c'], true])
})
