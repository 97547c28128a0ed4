import type { FormData } from '#core/query/query-object.ts'
import { formOfQuery } from '../shared/time-series/query.ts'

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

/** Reads the right axis where a query's marks stand on it. */
const onAxis = (form: FormData, index: unknown): FormData =>
  Number(index) === 1 ? { ...form, ...Object.fromEntries(Object.entries(secondary).map(([key, own]) => [key, form[own]])) } : form

export const axisIndex = (form: FormData, query: 0 | 1): 0 | 1 => (Number(form[query === 0 ? 'yAxisIndex' : 'yAxisIndexB']) === 1 ? 1 : 0)

/** What each of the two queries looks like to the time-series family. */
export const formsOf = (form: FormData): [FormData, FormData] => {
  const { yAxisIndex, yAxisIndexB } = form
  const second = formOfQuery(form, '_b')
  const looks = Object.fromEntries(marks.map((key) => [key, form[`${key}B`]]))
  return [onAxis(form, yAxisIndex), onAxis({ ...second, ...looks, annotation_layers: [] }, yAxisIndexB)]
}
