import { expect, it } from 'vitest'
import { missingControl } from './requirements.ts'

const bubble = { viz_type: 'bubble', entity: 'name', x: 'a', y: 'b', size: 'c' }
const map = { viz_type: 'mapbox', all_columns_x: 'lon', all_columns_y: 'lat' }
const country = { viz_type: 'country_map', select_country: 'france', metric: 'n', entity: 'iso' }
const table = { viz_type: 'time_table', metrics: ['a'] }

it.each<[{ viz_type: string } & Record<string, unknown>, string | null]>([
  [bubble, null],
  [{ ...bubble, size: null }, 'Pick a metric for x, y and size'],
  [{ ...bubble, entity: '' }, 'Pick a metric for x, y and size'],
  [{ ...bubble, y: 'a' }, 'Please use 3 different metric labels'],
  [{ viz_type: 'bullet' }, 'Pick a metric to display'],
  [{ viz_type: 'bullet', metric: {} }, 'Pick a metric to display'],
  [{ viz_type: 'time_pivot', metric: [] }, 'Pick a metric to display'],
  [{ viz_type: 'time_pivot', metric: 'count' }, null],
  [country, null],
  [{ ...country, select_country: null }, 'Must specify a country'],
  [{ ...country, metric: null }, 'Must specify a metric'],
  [{ ...country, entity: null }, 'Must provide ISO codes'],
  [map, null],
  [{ viz_type: 'mapbox' }, '[Longitude] and [Latitude] must be set'],
  [{ ...map, mapbox_label: ['count'] }, "Must have a [Group By] column to have 'count' as the [Label]"],
  [{ ...map, groupby: ['lon', 'lat'], mapbox_label: ['name'] }, 'Choice of [Label] must be present in [Group By]'],
  [{ ...map, groupby: ['lon', 'lat'], point_radius: 'r' }, 'Choice of [Point Radius] must be present in [Group By]'],
  [{ ...map, groupby: ['lon'] }, '[Longitude] and [Latitude] columns must be present in [Group By]'],
  [{ ...map, groupby: ['lon', 'lat', 'r'], point_radius: 'r', mapbox_label: ['count'] }, null],
  [{ viz_type: 'partition', groupby: [] }, 'Please choose at least one groupby'],
  [table, null],
  [{ ...table, metrics: [] }, 'Pick at least one metric'],
  [{ ...table, metrics: ['a', 'b'] }, null],
  [{ ...table, metrics: ['a', 'b'], groupby: ['g'] }, "When using 'Group By' you are limited to use a single metric"],
  [{ viz_type: 'line' }, null],
])('%j lacks %j', (form, missing) => {
  expect(missingControl({ datasource: '1__table', ...form })).toBe(missing)
})
