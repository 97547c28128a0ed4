import { expect, test } from 'vitest'
import { asRecord } from '#core/query/read.ts'
import type { Control } from '../../control.ts'
import { readForm } from '../../read-form.ts'
import { toSpatial } from './geo.ts'
import { asyncSelect, filterItems, fixedOrMetric, spatial, timeColumn, timeSeriesColumns, viewport } from './rare-controls.ts'

const read = (control: Control, value: unknown): unknown =>
  asRecord(readForm([control], { viz_type: 'x', datasource: '1__table', it: value }))['it']

const place = spatial('it', 'Place')
const size = fixedOrMetric('it', 'Size', 1000)
const view = viewport('it', 'Viewport')
const many = asyncSelect('it', 'Charts', { endpoint: '/api/v1/chart/' })
const columns = timeSeriesColumns('it', 'Columns')
const filters = filterItems('it', 'Filters')
const usualView = { longitude: 6.85236157047845, latitude: 31.222656842808707, zoom: 1, bearing: 0, pitch: 0 }
const sum = { expressionType: 'SIMPLE', column: { column_name: 'a' }, aggregate: 'SUM' }
const usualFilter = { asc: false, multiple: true, searchAllOptions: false, clearable: true }

test.each<[Control, unknown, unknown]>([
  [place, { type: 'latlong', latCol: 'a', lonCol: 'b', delimiter: ',' }, { type: 'latlong', latCol: 'a', lonCol: 'b' }],
  [place, { type: 'latlong', latCol: 'a' }, null],
  [place, { type: 'delimited', lonlatCol: 'a' }, { type: 'delimited', lonlatCol: 'a', delimiter: ',', reverseCheckbox: false }],
  [place, { type: 'delimited', lonlatCol: 'a', delimiter: '' }, null],
  [place, { type: 'geohash', geohashCol: 'a', reverseCheckbox: true }, { type: 'geohash', geohashCol: 'a', reverseCheckbox: true }],
  [place, { type: 'geohash' }, null],
  [place, 'nonsense', null],
  [size, undefined, { type: 'fix', value: 1000 }],
  [size, { type: 'fix', value: '12.5' }, { type: 'fix', value: 12.5 }],
  [size, { type: 'metric', value: sum }, { type: 'metric', value: sum }],
  [size, { type: 'metric', value: '' }, { type: 'metric', value: null }],
  [size, 7, { type: 'fix', value: 7 }],
  [size, 'count', { type: 'metric', value: 'count' }],
  [view, undefined, usualView],
  [view, { longitude: '13.4', zoom: 4 }, { ...usualView, longitude: 13.4, zoom: 4 }],
  [many, [3, 'a', null, {}], [3, 'a']],
  [many, undefined, []],
  [
    columns,
    [{ key: 'k', colType: 'spark', width: 300, timeRatio: 4, yAxisBounds: [null, '5'], unknown: 1 }, {}],
    [{ key: 'k', colType: 'spark', width: '300', timeRatio: '4', yAxisBounds: [null, 5] }, { key: '1' }],
  ],
  [
    filters,
    [{ column: 'a', defaultValue: 3, multiple: false }],
    [{ ...usualFilter, key: '0', column: 'a', defaultValue: 3, multiple: false }],
  ],
])('%# a form reads what it holds', (control, value, expected) => expect(read(control, value)).toEqual(expected))

test('a place keeps only the fields of its kind', () => {
  const all = { latCol: 'a', lonCol: 'b', lonlatCol: 'c', delimiter: ';', reverseCheckbox: true, geohashCol: 'd' }
  expect(toSpatial({ type: 'delimited', ...all })).toEqual({ type: 'delimited', lonlatCol: 'c', delimiter: ';', reverseCheckbox: true })
})

test('the time column starts with the main one of the dataset', () => {
  const form = { viz_type: 'x', datasource: '1__table' }
  expect(timeColumn.initial?.({ form, dataset: { id: 1, columns: [], metrics: [], main_dttm_col: 'day' } })).toBe('day')
  expect(timeColumn.initial?.({ form, dataset: null })).toBeNull()
})
