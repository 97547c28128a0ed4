import { expect, test } from 'vitest'
import type { NativeFilter } from '../native-filter.ts'
import { fieldOf, immuneCharts, readBoxScope, writeBoxScopes } from './box-scopes.ts'

const region = { chartId: 7, field: 'region' }

test.each([
  [{}, { rootPath: ['ROOT_ID'], excluded: [] }],
  [{ filter_scopes: 'nothing' }, { rootPath: ['ROOT_ID'], excluded: [] }],
  [{ filter_scopes: { 8: { region: { scope: ['TAB-1'], immune: [] } } } }, { rootPath: ['ROOT_ID'], excluded: [] }],
  [{ filter_scopes: { 7: { region: { scope: ['TAB-1'], immune: ['2', 3] } } } }, { rootPath: ['TAB-1'], excluded: [2, 3] }],
  [{ filter_scopes: { 7: { region: { scope: [], immune: [] } } } }, { rootPath: [], excluded: [] }],
])('the scope of a field in %j', (metadata, scope) => expect(readBoxScope(metadata, region)).toEqual(scope))

test('written scopes are read back, and those of other fields and boxes stay', () => {
  const others = { 7: { year: { scope: ['TAB-2'], immune: [4] } }, 8: { region: { scope: ['ROOT_ID'], immune: [1] } } }
  const metadata = { color_scheme: 'calm', filter_scopes: others }
  const scope = { rootPath: ['TAB-1'], excluded: [2] }
  const written = writeBoxScopes(metadata, [{ ...region, scope }])
  expect(readBoxScope(written, region)).toEqual(scope)
  expect(written).toEqual({
    color_scheme: 'calm',
    filter_scopes: { 7: { ...others[7], region: { scope: ['TAB-1'], immune: [2] } }, 8: others[8] },
  })
  expect(metadata.filter_scopes).toBe(others)
})

test.each([
  [{}, []],
  [{ filter_immune_slices: [3, '4'] }, [3, 4]],
  [{ filter_immune_slices: [3], filter_immune_slice_fields: { 3: ['region'], 5: ['region', 'year'], 6: ['year'] } }, [3, 5]],
])('the charts that are immune by %j', (metadata, ids) => expect(immuneCharts(metadata, 'region')).toEqual(ids))

test.each<[NativeFilter['filterType'], string]>([
  ['filter_select', 'region'],
  ['filter_time', '__time_range'],
  ['filter_timecolumn', '__time_col'],
  ['filter_timegrain', '__time_grain'],
])('the field behind a %s is %s', (filterType, field) =>
  expect(fieldOf({ filterType, targets: [{ datasetId: 1, column: { name: 'region' } }] })).toBe(field),
)
