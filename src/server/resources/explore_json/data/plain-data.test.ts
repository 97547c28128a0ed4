import { describe, expect, it } from 'vitest'
import type { Row } from './answered.ts'
import { askLegacy as ask, type Given } from './ask-legacy.ts'
import { unknownCountry } from './maps.ts'

/** Shapes as Superset 6.1 answers them on explore_json. */

describe('charts without time', () => {
  it.each<[string, Given, Row[], unknown]>([
    ['bullet', { viz_type: 'bullet', metric: 'sum' }, [{ sum: 5 }], { measures: [5] }],
    [
      'chord',
      { viz_type: 'chord', groupby: 'from', columns: 'to', metric: 'n' },
      [
        { from: 'A', to: 'B', n: 2 },
        { from: 'B', to: 'B', n: 3 },
      ],
      {
        nodes: ['A', 'B'],
        matrix: [
          [0, 0],
          [2, 3],
        ],
      },
    ],
    [
      'country_map',
      { viz_type: 'country_map', entity: 'iso', metric: 'n' },
      [{ iso: 'FR-75', n: 1 }],
      [{ country_id: 'FR-75', metric: 1 }],
    ],
    [
      'bubble',
      { viz_type: 'bubble', entity: 'name', series: 'kind', x: 'a', y: 'b', size: 'c' },
      [{ name: 'N', kind: 'K', a: 1, b: 2, c: 3 }],
      [{ key: 'K', values: [{ name: 'N', kind: 'K', a: 1, b: 2, c: 3, x: 1, y: 2, size: 3, shape: 'circle', group: 'K' }] }],
    ],
    ['para', { viz_type: 'para', series: 'name' }, [{ name: 'N', a: 1 }], [{ name: 'N', a: 1 }]],
    [
      'world_map',
      { viz_type: 'world_map', entity: 'country', country_fieldtype: 'name', metric: 'n', secondary_metric: 'm' },
      [
        { country: 'Turkey', n: 1, m: 2 },
        { country: 'Reunion', n: 1, m: 2 },
        { country: 'Atlantis', n: 3, m: 4 },
        { country: null, n: 5, m: 6 },
      ],
      [
        { country: 'TUR', code: 'Turkey', latitude: 39, longitude: 35, name: 'Türkiye', m1: 1, m2: 2 },
        { country: 'REU', code: 'Reunion', latitude: -21.15, longitude: 55.5, name: 'Réunion', m1: 1, m2: 2 },
        { country: unknownCountry, m1: 3, m2: 4 },
        { country: unknownCountry, m1: 5, m2: 6 },
      ],
    ],
    [
      'world_map with codes',
      { viz_type: 'world_map', entity: 'code', country_fieldtype: 'cca2', metric: 'n' },
      [{ code: 'no', n: 1 }],
      [{ country: 'NOR', code: 'NO', latitude: 62, longitude: 10, name: 'Norway', m1: 1 }],
    ],
    [
      'mapbox',
      { viz_type: 'mapbox', all_columns_x: 'lon', all_columns_y: 'lat', point_radius: 'r', mapbox_label: ['name'], mapbox_style: 's' },
      [
        { lon: 1.123456789012, lat: 2, r: 3, name: 'N' },
        { lon: -1, lat: 5, r: 4, name: 'M' },
      ],
      expect.objectContaining({
        geoJSON: {
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: { metric: 'N', radius: 3 }, geometry: { type: 'Point', coordinates: [1.123456789, 2] } },
            { type: 'Feature', properties: { metric: 'M', radius: 4 }, geometry: { type: 'Point', coordinates: [-1, 5] } },
          ],
        },
        hasCustomMetric: true,
        mapStyle: 's',
        bounds: [
          [-1, 2],
          [1.123456789012, 5],
        ],
      }),
    ],
  ])('%s', async (_, form, rows, expected) => {
    expect(await ask(form, rows)).toEqual(expected)
  })

  it('a chord diagram of too many nodes is refused before it fills the memory', async () => {
    const rows = Array.from({ length: 2_001 }, (_, i) => ({ from: i, to: 0, n: 1 }))
    await expect(ask({ viz_type: 'chord', groupby: 'from', columns: 'to', metric: 'n' }, rows)).rejects.toThrow('2001 nodes is too large')
  })

  it.each(['bullet', 'deck_grid', 'line', 'mapbox', 'rose', 'world_map'])('%s without rows is nothing', async (viz_type) => {
    expect(await ask({ viz_type, metric: 'sum' }, [])).toBeNull()
  })
})

describe('layers of deck.gl', () => {
  const place = { type: 'latlong', latCol: 'lat', lonCol: 'lon' }
  const row = { lat: 2, lon: 1, n: 7, kind: 'K', name: 'N' }
  const featuresOf = async (form: Given, given: Row) => ((await ask(form, [given])) as { features: unknown[] }).features

  it.each<[string, Given, Row, unknown]>([
    ['grid', { viz_type: 'deck_grid', spatial: place, size: 'n' }, row, { position: [1, 2], weight: 7 }],
    ['hex without a metric', { viz_type: 'deck_hex', spatial: place }, row, { position: [1, 2], weight: 1 }],
    [
      'heatmap with a weight of 0',
      { viz_type: 'deck_heatmap', spatial: place, size: 'n' },
      { ...row, n: 0 },
      { position: [1, 2], weight: 1 },
    ],
    [
      'screengrid',
      { viz_type: 'deck_screengrid', spatial: place, size: 'n' },
      { ...row, __timestamp: 5 },
      { position: [1, 2], weight: 7, __timestamp: 5 },
    ],
    [
      'contour',
      { viz_type: 'deck_contour', spatial: place, size: 'n' },
      { lat: 2, lon: 1, n: 7 },
      { position: [1, 2], weight: 7, _originalData: { lat: 2, lon: 1, n: 7, spatial: [1, 2] } },
    ],
    [
      'points of a fixed size',
      {
        viz_type: 'deck_scatter',
        spatial: place,
        dimension: 'kind',
        point_radius_fixed: { type: 'fix', value: 500 },
        tooltip_contents: ['name'],
      },
      row,
      { metric: null, radius: 500, cat_color: 'K', position: [1, 2], __timestamp: null, name: 'N' },
    ],
    [
      'points of a measured size',
      { viz_type: 'deck_scatter', spatial: place, point_radius_fixed: { type: 'metric', value: 'n' }, js_columns: ['name'] },
      row,
      { metric: 7, radius: 7, cat_color: null, position: [1, 2], __timestamp: null, extraProps: { name: 'N' } },
    ],
    [
      'arcs',
      { viz_type: 'deck_arc', start_spatial: place, end_spatial: { ...place, reverseCheckbox: true }, dimension: 'kind' },
      row,
      { sourcePosition: [1, 2], targetPosition: [2, 1], cat_color: 'K', __timestamp: null },
    ],
    [
      'a place as text',
      { viz_type: 'deck_grid', spatial: { type: 'delimited', lonlatCol: 'at' } },
      { at: '1.5, 2' },
      { position: [1.5, 2], weight: 1 },
    ],
    [
      'a geohash',
      { viz_type: 'deck_grid', spatial: { type: 'geohash', geohashCol: 'at' } },
      { at: 's' },
      { position: [22.5, 22.5], weight: 1 },
    ],
    [
      'paths',
      { viz_type: 'deck_path', line_column: 'line', line_type: 'json', reverse_long_lat: true },
      { line: '[[1,2],[3,4]]' },
      {
        line: '[[1,2],[3,4]]',
        path: [
          [2, 1],
          [4, 3],
        ],
        __timestamp: null,
      },
    ],
    [
      'paths as polylines',
      { viz_type: 'deck_path', line_column: 'line', line_type: 'polyline' },
      { line: '_p~iF~ps|U_ulLnnqC' },
      {
        line: '_p~iF~ps|U_ulLnnqC',
        path: [
          [38.5, -120.2],
          [40.7, -120.95],
        ],
        __timestamp: null,
      },
    ],
    [
      'polygons with a measured height',
      { viz_type: 'deck_polygon', line_column: 'cell', line_type: 'geohash', point_radius_fixed: { type: 'metric', value: 'n' } },
      { cell: 's', n: 7 },
      {
        cell: 's',
        n: 7,
        polygon: [
          [0, 45],
          [45, 45],
          [45, 0],
          [0, 0],
          [0, 45],
        ],
        __timestamp: null,
        elevation: 7,
      },
    ],
    ['GeoJSON', { viz_type: 'deck_geojson', geojson: 'shape' }, { shape: '{"type":"Feature"}' }, { type: 'Feature' }],
  ])('%s', async (_, form, given, feature) => {
    expect(await featuresOf(form, given)).toEqual([feature])
  })

  it.each<[Given, Row, unknown]>([
    [{ viz_type: 'deck_grid', spatial: null }, row, { body: { error: 'Bad spatial key' } }],
    [
      { viz_type: 'deck_grid', spatial: { type: 'delimited', lonlatCol: 'at' } },
      { at: 'here' },
      { body: { error: 'Invalid spatial point encountered: here' } },
    ],
    [{ viz_type: 'deck_geojson', geojson: 'shape' }, { shape: 'square' }, { body: { error: 'Not valid JSON.' } }],
  ])('%j of what is no place is an error', async (form, given, error) => {
    await expect(featuresOf(form, given)).rejects.toMatchObject(error as object)
  })
})
