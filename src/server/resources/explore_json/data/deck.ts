import { ownValue } from '#core/encoding/own-keys.ts'
import polyline from 'google-polyline'
import { BodyError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { metricLabel } from '#core/query/labels.ts'
import { deckMetrics, measuredSize, placeKeys, tooltipColumns } from '#core/query/legacy/deck.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList, asRecord, asText } from '#core/query/read.ts'
import { geohashCell } from '#core/transform/operations/geohash.ts'
import { type Answered, columnNames, metricNames, numberIn, type Row, timeColumn } from './answered.ts'

/** Longitude and latitude. */
type Position = [unknown, unknown]

const middle = ([low, high]: readonly [number, number]): number => (low + high) / 2

const delimited = (text: unknown): Position => {
  const numbers = String(text).split(/[\s,;]+/)
  const [first, second] = numbers.map(Number)
  if (numbers.length < 2 || !Number.isFinite(first) || !Number.isFinite(second))
    throw new BodyError(400, { error: t('Invalid spatial point encountered: %(latlong)s', { latlong: String(text) }) })
  return [first, second]
}

const geohashed = (code: unknown): Position => {
  const { longitude, latitude } = geohashCell(String(code))
  return [middle(longitude), middle(latitude)]
}

/** The place that a control names, in a row. @throws 400 */
const positionIn = (row: Row, value: unknown): Position => {
  const place = asRecord(value)
  const cell = (key: string) => row[String(place[key])]
  const byType: Record<string, () => Position> = {
    latlong: () => [numberIn(row, String(place['lonCol'])), numberIn(row, String(place['latCol']))],
    delimited: () => delimited(cell('lonlatCol')),
    geohash: () => geohashed(cell('geohashCol')),
  }
  const read = ownValue(byType, String(place['type']))
  if (!read) throw new BodyError(400, { error: t('Bad spatial key') })
  const [longitude, latitude] = read()
  return place['reverseCheckbox'] === true ? [latitude, longitude] : [longitude, latitude]
}

/** The corners of a geohash's cell, back to the first. */
const outline = (code: string): Position[] => {
  const { longitude, latitude } = geohashCell(code)
  const [west, east] = longitude
  const [south, north] = latitude
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ]
}

const parseJson = (text: unknown): unknown => {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BodyError(400, { error: t('Not valid JSON.') }, { cause })
  }
}

const lineOf = (form: FormData, text: unknown): unknown => {
  const kind = form['line_type']
  const points = kind === 'polyline' ? polyline.decode(String(text)) : kind === 'geohash' ? outline(String(text)) : parseJson(text)
  if (form['reverse_long_lat'] !== true) return points
  return asList<[unknown, unknown]>(points).map(([first, second]) => [second, first])
}

const valueOf = (row: Row, name: string | undefined): unknown => (name === undefined ? null : (row[name] ?? null))

const timeOf = (row: Row) => ({ [timeColumn]: row[timeColumn] ?? null })

const shownInTooltip = (form: FormData, row: Row): Row =>
  Object.fromEntries(tooltipColumns(form).flatMap((name) => (name in row ? [[name, row[name]]] : [])))

const colorOf = (form: FormData, row: Row): unknown => valueOf(row, asText(form['dimension']))

const line = (key: 'path' | 'polygon', form: FormData, row: Row): Row => {
  const [column = ''] = columnNames(form['line_column'])
  return { ...row, [key]: lineOf(form, row[column]), ...timeOf(row) }
}

type Feature = (form: FormData, row: Row, metric: string | undefined) => unknown

const weighted: Feature = (form, row, metric) => ({
  position: positionIn(row, form['spatial']),
  weight: (metric !== undefined && numberIn(row, metric)) || 1,
})

const withTooltip =
  (feature: Feature): Feature =>
  (form, row, metric) => ({ ...asRecord(feature(form, row, metric)), ...shownInTooltip(form, row) })

const features: Record<string, Feature> = {
  deck_arc: withTooltip((form, row) => ({
    sourcePosition: positionIn(row, form['start_spatial']),
    targetPosition: positionIn(row, form['end_spatial']),
    cat_color: colorOf(form, row),
    ...timeOf(row),
  })),
  deck_contour: withTooltip((form, row, metric) => ({
    ...asRecord(weighted(form, row, metric)),
    _originalData: { ...row, spatial: positionIn(row, form['spatial']) },
  })),
  deck_geojson: (form, row) => parseJson(row[columnNames(form['geojson'])[0] ?? '']),
  deck_grid: withTooltip(weighted),
  deck_heatmap: withTooltip(weighted),
  deck_hex: withTooltip(weighted),
  deck_path: (form, row) => line('path', form, row),
  deck_polygon: (form, row) => {
    const [measured] = measuredSize(form['point_radius_fixed'])
    const { value = null } = asRecord(form['point_radius_fixed'])
    return { ...line('polygon', form, row), elevation: measured === undefined ? value : row[metricLabel(measured)] }
  },
  deck_scatter: withTooltip((form, row, metric) => {
    const { type, value } = asRecord(form['point_radius_fixed'])
    const fixed = type === 'metric' ? undefined : value
    return {
      metric: valueOf(row, metric),
      radius: fixed || valueOf(row, metric),
      cat_color: colorOf(form, row),
      position: positionIn(row, form['spatial']),
      ...timeOf(row),
    }
  }),
  deck_screengrid: withTooltip((form, row, metric) => ({ ...asRecord(weighted(form, row, metric)), ...timeOf(row) })),
}

/** Maps are drawn without a service that needs a key. */
export const mapboxApiKey = ''

/** One feature per row, in the shape of its layer (reference/viz-types.md). */
export const deckData = ({ form, rows }: Answered) => {
  const feature = features[form.viz_type]
  const [metric] = deckMetrics(form)
  const extra = columnNames(form['js_columns'])
  const all = rows.map((row) => {
    const made = feature?.(form, row, metric === undefined ? undefined : metricLabel(metric))
    return extra.length > 0 ? { ...asRecord(made), extraProps: Object.fromEntries(extra.map((name) => [name, row[name] ?? null])) } : made
  })
  const labels = form.viz_type === 'deck_arc' ? {} : { metricLabels: metricNames(form) }
  return { features: all, mapboxApiKey, ...labels }
}

export const deckTypes = Object.keys(placeKeys)
