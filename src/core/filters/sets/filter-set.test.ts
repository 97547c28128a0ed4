import { expect, test } from 'vitest'
import { isFilter, readFilters } from '../native-filter.ts'
import { chosenMasks } from '../values/pending-masks.ts'
import {
  chooseFilterSet,
  filterSetFaults,
  isFilterSetOf,
  masksOfFilterSet,
  nameInSet,
  readFilterSet,
  writeFilterSet,
} from './filter-set.ts'

const configuration = [
  { id: 'genre', name: 'Genre', filterType: 'filter_select', controlValues: { multiSelect: true }, later: 1 },
  { id: 'year', name: 'Year', filterType: 'filter_range', controlValues: {} },
  { id: 'line', type: 'DIVIDER', title: 'Line' },
]
const filters = readFilters(configuration).filter(isFilter)
const maskOf = (id: string, value: unknown) => ({
  id,
  extraFormData: { filters: [{ col: id, op: 'IN', val: value }] },
  filterState: { value },
})
const masks = { genre: maskOf('genre', ['Drama']), year: maskOf('year', [1990, null]) }
const params = JSON.parse(writeFilterSet(configuration, { ...masks, '12': maskOf('12', ['a']) })) as unknown
const entry = { id: 4, name: 'Dramas', owner_type: 'Dashboard', params }

const setOf = (more: object = {}) => {
  const set = readFilterSet({ ...entry, ...more })
  if (!set) throw new Error('no set')
  return set
}

test('a set keeps the masks of native filters and the filters with all their fields', () => {
  expect(params).toEqual({ nativeFilters: Object.fromEntries(configuration.map((item) => [item.id, item])), dataMask: masks })
  expect(setOf()).toMatchObject({ id: 4, name: 'Dramas', ownerType: 'Dashboard', dataMask: { genre: masks.genre } })
})

test.each<[string, unknown]>([
  ['no set', 5],
  ['without a name', { id: 4 }],
  ['without an id', { name: 'x' }],
])('what is %s is read as none', (_case, value) => {
  expect(readFilterSet(value)).toBeNull()
})

test.each([[undefined], ['text'], [{ dataMask: 3, nativeFilters: 'x' }]])('a set whose content is %j holds nothing', (content) => {
  expect(setOf({ params: content })).toMatchObject({ dataMask: {}, nativeFilters: {} })
})

test('a selected set waits for Apply; values of changed filters are omitted with the reason', () => {
  const now = readFilters([{ ...configuration[0], controlValues: { multiSelect: false } }, configuration[1]]).filter(isFilter)
  expect(filterSetFaults(setOf(), filters)).toEqual({})
  expect(filterSetFaults(setOf(), now)).toEqual({ genre: 'changed' })
  expect(filterSetFaults(setOf(), now.slice(1))).toEqual({ genre: 'gone' })
  expect(nameInSet(setOf(), 'genre')).toBe('Genre')
  const chosen = chooseFilterSet({ applied: {}, pending: {} }, setOf(), now)
  expect([chosen.applied, Object.keys(chosen.pending)]).toEqual([{}, ['year']])
  expect(Object.keys(masksOfFilterSet(setOf(), now))).toEqual(['year'])
})

test('values of a set that charts cannot be narrowed by count as none', () => {
  const { nativeFilters } = params as { nativeFilters: object }
  const hostile = { ...masks, genre: { ...masks.genre, extraFormData: { filters: [{ col: 5 }] } } }
  const { pending } = chooseFilterSet({ applied: {}, pending: {} }, setOf({ params: { nativeFilters, dataMask: hostile } }), filters)
  expect(pending).toEqual({ year: { ...masks.year, ownState: {} } })
})

test('a set is current when all states match and there are as many; cross-filters do not count', () => {
  const chosen = chosenMasks(chooseFilterSet({ applied: {}, pending: {} }, setOf(), filters))
  expect(isFilterSetOf(setOf(), chosen)).toBe(true)
  expect(isFilterSetOf(setOf(), { ...chosen, '12': maskOf('12', ['a']) })).toBe(true)
  expect(isFilterSetOf(setOf(), { genre: masks.genre })).toBe(false)
  expect(isFilterSetOf(setOf(), { ...chosen, genre: maskOf('genre', ['Western']) })).toBe(false)
})
