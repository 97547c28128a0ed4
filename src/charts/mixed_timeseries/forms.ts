import type { FormData, QueryMetric } from '#core/query/query-object.ts'
import { readForm } from '../read-form.ts'
import { checkbox, metricsOf } from '../shared/form/controls.ts'
import { formReader } from '../shared/time-series/form/controls.ts'
import type { TimeSeriesForm } from '../shared/time-series/form/controls.ts'
import { formOfQuery } from '../shared/time-series/form/query.ts'

/** Settings of the second query's marks → keys that the family reads. */
const marks = [
  'seriesType',
  'stack',
  'area',
  'show_value',
  'only_total',
  'opacity',
  'markerEnabled',
  'markerSize',
  'sort_series_type',
  'sort_series_ascending',
]

const secondary: Record<string, string> = {
  y_axis_format: 'y_axis_format_secondary',
  currency_format: 'currency_format_secondary',
  logAxis: 'logAxisSecondary',
  y_axis_bounds: 'y_axis_bounds_secondary',
  y_axis_title: 'yAxisTitleSecondary',
}

type Side = 0 | 1

/** What a mixed chart shares, and what each of its two queries looks like to the time-series family. */
export type MixedForm = TimeSeriesForm & {
  /** Metrics of the second query as the form names them. */
  secondMetrics: QueryMetric[]
  queries: readonly [TimeSeriesForm, TimeSeriesForm]
  /** The value axis of each query: 0 at the left, 1 at the right. */
  sides: readonly [Side, Side]
  show_query_identifiers: boolean
}

const sideOf = (index: unknown): Side => (Number(index) === 1 ? 1 : 0)

/** Reads the right axis where a query's marks are on it. */
const onAxis = (saved: FormData, side: Side): FormData =>
  side === 1 ? { ...saved, ...Object.fromEntries(Object.entries(secondary).map(([key, own]) => [key, saved[own]])) } : saved

/** Each query picks its own marks, as lines do. */
const readLine = formReader('line')

export const readMixedForm = (saved: FormData): MixedForm => {
  const sides = [sideOf(saved['yAxisIndex']), sideOf(saved['yAxisIndexB'])] as const
  const looks = Object.fromEntries(marks.map((key) => [key, saved[`${key}B`]]))
  const second = { ...formOfQuery(saved, '_b'), ...looks, annotation_layers: [] }
  const own = readForm([metricsOf('metrics_b', ''), checkbox('show_query_identifiers', '', false)], saved)
  const formOn = (query: FormData, side: Side) => readLine(onAxis(query, side))
  return {
    ...readLine(saved),
    secondMetrics: own.metrics_b,
    show_query_identifiers: own.show_query_identifiers,
    queries: [formOn(saved, sides[0]), formOn(second, sides[1])],
    sides,
  }
}
