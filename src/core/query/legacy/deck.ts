import { metricLabel, uniqueByLabel } from '../labels.ts'
import type { FilterClause, FormData, QueryColumn, QueryMetric } from '../query-object.ts'
import { asList, asRecord, asText } from '../read.ts'
import { isMetric } from './is-metric.ts'

/** What charts of deck.gl ask on explore_json (reference/viz-types.md). */

/** Controls that hold a place, by type. */
export const placeKeys: Readonly<Record<string, readonly string[]>> = {
  deck_arc: ['start_spatial', 'end_spatial'],
  deck_contour: ['spatial'],
  deck_geojson: [],
  deck_grid: ['spatial'],
  deck_heatmap: ['spatial'],
  deck_hex: ['spatial'],
  deck_path: [],
  deck_polygon: [],
  deck_scatter: ['spatial'],
  deck_screengrid: ['spatial'],
}

export const isDeckType = (vizType: string): boolean => Object.hasOwn(placeKeys, vizType)

/** The names of columns in a control. */
const namesIn = (value: unknown): string[] => asList(value).flatMap((name) => asText(name) ?? [])

/** The columns of a place: longitude and latitude, both in one column, or a geohash. */
const placeColumns = (value: unknown): string[] => {
  const place = asRecord(value)
  return ['lonCol', 'latCol', 'lonlatCol', 'geohashCol'].flatMap((key) => asText(place[key]) ?? [])
}

const placesOf = (form: FormData): string[] => (placeKeys[form.viz_type] ?? []).flatMap((key) => placeColumns(form[key]))

/** The columns that a chart's tooltip shows. */
export const tooltipColumns = (form: FormData): string[] =>
  asList(form['tooltip_contents']).flatMap((item) => {
    const { item_type: kind, column_name: name } = asRecord(item)
    return asText(item) ?? (kind === 'column' ? (asText(name) ?? []) : [])
  })

/** The metric that a control for a fixed or measured size holds, if it is measured. */
export const measuredSize = (value: unknown): QueryMetric[] => {
  const { type, value: metric } = asRecord(value)
  return type === 'metric' ? asList(metric).filter(isMetric) : []
}

export const deckMetrics = (form: FormData): QueryMetric[] => {
  const byType: Record<string, unknown[]> = {
    deck_geojson: [],
    deck_path: [form['size'], form['metric']],
    deck_polygon: [form['metric'], ...measuredSize(form['point_radius_fixed'])],
    deck_scatter: measuredSize(form['point_radius_fixed']),
  }
  const metrics = (byType[form.viz_type] ?? [form['size']]).flatMap((metric) => asList(metric))
  return uniqueByLabel(metrics.filter(isMetric), metricLabel)
}

export const deckColumns = (form: FormData): QueryColumn[] => {
  if (form.viz_type === 'deck_geojson') return namesIn(form['geojson'])
  const line = ['deck_path', 'deck_polygon'].includes(form.viz_type) ? namesIn(form['line_column']) : []
  const named = [...placesOf(form), ...namesIn(form['dimension']), ...namesIn(form['js_columns'])]
  return [...new Set([...named.toSorted(), ...line, ...tooltipColumns(form)])]
}

/** Rows without a place are left out, unless the form says otherwise. */
export const deckFilters = (form: FormData): FilterClause[] => {
  if (form['filter_nulls'] === false) return []
  const columns = new Set([...placesOf(form), ...namesIn(form['line_column'])])
  return [...columns].toSorted().map((col) => ({ col, op: 'IS NOT NULL', val: '' }))
}
