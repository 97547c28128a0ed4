import { type Answered, columnNames, metricName, numberIn } from './answered.ts'
import { findCountry } from './countries.ts'
import { mapboxApiKey } from './deck.ts'

/** The code of what is no country, as in passports. */
export const unknownCountry = 'X'.repeat(3)

/** One record per country. */
export const worldMapData = async ({ form, rows }: Answered) => {
  const [entity = ''] = columnNames(form['entity'])
  const [metric, second] = [metricName(form['metric']), metricName(form['secondary_metric'])]
  const field = String(form['country_fieldtype'] ?? '')
  return Promise.all(
    rows.map(async (row) => {
      const measures = { m1: row[metric], ...(second !== '' && { m2: row[second] }) }
      const country = await findCountry(field, row[entity])
      return country ? { ...country, ...measures } : { country: unknownCountry, ...measures }
    }),
  )
}

const decimals = 10

const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(decimals)))

const boundsOf = (values: (number | null)[]): [number | null, number | null] => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? [null, null] : [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
}

/** Points as GeoJSON, with what the map is told by the form. */
export const mapboxData = ({ form, rows }: Answered) => {
  const [longitude = ''] = columnNames(form['all_columns_x'])
  const [latitude = ''] = columnNames(form['all_columns_y'])
  const [label] = columnNames(form['mapbox_label'])
  const radius = form['point_radius'] === 'Auto' ? undefined : columnNames(form['point_radius'])[0]
  const points = rows.map((row) => ({ row, x: numberIn(row, longitude), y: numberIn(row, latitude) }))
  const [west, east] = boundsOf(points.map(({ x }) => x))
  const [south, north] = boundsOf(points.map(({ y }) => y))
  return {
    geoJSON: {
      type: 'FeatureCollection',
      features: points.map(({ row, x, y }) => ({
        type: 'Feature',
        properties: {
          metric: label === undefined ? null : (row[label] ?? null),
          radius: radius === undefined ? null : (row[radius] ?? null),
        },
        geometry: { type: 'Point', coordinates: [rounded(x), rounded(y)] },
      })),
    },
    hasCustomMetric: label !== undefined,
    mapboxApiKey,
    mapStyle: form['mapbox_style'] ?? null,
    aggregatorName: form['pandas_aggfunc'] ?? null,
    clusteringRadius: form['clustering_radius'] ?? null,
    pointRadiusUnit: form['point_radius_unit'] ?? null,
    globalOpacity: form['global_opacity'] ?? null,
    bounds: [
      [west, south],
      [east, north],
    ],
    renderWhileDragging: form['render_while_dragging'] ?? null,
    tooltip: form['rich_tooltip'] ?? null,
    color: form['mapbox_color'] ?? null,
  }
}
