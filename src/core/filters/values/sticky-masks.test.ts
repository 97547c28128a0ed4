import { expect, test } from 'vitest'
import { isFilter, readFilters } from '../native-filter.ts'
import { readStickyMasks, writeStickyMasks } from './sticky-masks.ts'

const filtersOn = (name: string, filterType = 'filter_select') =>
  readFilters([{ id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', filterType, targets: [{ datasetId: 3, column: { name } }] }]).filter(
    isFilter,
  )

const mask = {
  id: 'NATIVE_FILTER-1',
  extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }] },
  filterState: { value: ['Drama'] },
}
const masks = { 'NATIVE_FILTER-1': mask, 7: { id: '7', filterState: { value: [['x']] } } }

test('values of filters are read as they were written; cross-filters are left out', () => {
  const genre = filtersOn('genre')
  expect(readStickyMasks(genre, writeStickyMasks(genre, masks))).toEqual({ 'NATIVE_FILTER-1': mask })
})

test.each([
  ['another column', filtersOn('director')],
  ['another type', filtersOn('genre', 'filter_range')],
  ['no such filter', []],
])('a value does not survive %s', (_case, filters) => {
  expect(readStickyMasks(filters, writeStickyMasks(filtersOn('genre'), masks))).toEqual({})
})

test.each([[null], ['{'], ['[]'], ['{"NATIVE_FILTER-1": 5}']])('%j holds no values', (text) => {
  expect(readStickyMasks(filtersOn('genre'), text)).toEqual({})
})
