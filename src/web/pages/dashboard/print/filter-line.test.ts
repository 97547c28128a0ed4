import { expect, test } from 'vitest'
import { openingOf } from '../fixture.ts'
import { createDashboard } from '../state/store.ts'
import { filterLine } from './filter-line.ts'

const filters = [
  {
    id: 'f',
    type: 'NATIVE_FILTER',
    name: 'Region',
    filterType: 'filter_select',
    targets: [{}],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  },
]
const region = { id: 'f', extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['Europe'] }] }, filterState: { value: ['Europe'] } }
const pressed = {
  id: '7',
  extraFormData: { filters: [{ col: 'year', op: 'IN', val: [null] }] },
  filterState: { value: ['<NULL>'], label: '<NULL>' },
}
const idle = { id: 'g', extraFormData: {}, filterState: {} }

test.each<[string, object, string]>([
  ['nothing is filtered', { g: idle }, ''],
  ['a filter', { f: region, g: idle }, 'Filters in force: Region: Europe'],
  ['a filter and a pressed item without a value', { f: region, 7: pressed }, 'Filters in force: year: blank · Region: Europe'],
])('where %s', (_, masks, line) => {
  const record = { json_metadata: JSON.stringify({ native_filter_configuration: filters }) }
  const store = createDashboard(openingOf(null, { masks: masks as never }, record))
  expect(filterLine(store.getState())).toBe(line)
})
