import type { FormData } from '../query-object.ts'
import { isObject } from '../read.ts'
import { isMetric } from './is-metric.ts'

/** Controls of legacy charts that hold metrics. */
export const metricKeys = ['metric', 'metrics', 'percent_metrics', 'metric_2', 'secondary_metric', 'x', 'y', 'size']

const columnKeys = ['groupby', 'columns', 'entity', 'series', 'all_columns', 'all_columns_x', 'all_columns_y', 'js_columns', 'mapbox_label']

const isColumn = (value: unknown): boolean => typeof value === 'string' || (isObject(value) && typeof value['sqlExpression'] === 'string')

const only = (value: unknown, isKnown: (item: unknown) => boolean): unknown => {
  if (Array.isArray(value)) return value.filter(isKnown)
  return isKnown(value) ? value : undefined
}

/** A form without what is no metric and no column in their controls: a form may hold anything. */
export const readableForm = (form: FormData): FormData => ({
  ...form,
  ...Object.fromEntries(metricKeys.filter((key) => key in form).map((key) => [key, only(form[key], isMetric)])),
  ...Object.fromEntries(columnKeys.filter((key) => key in form).map((key) => [key, only(form[key], isColumn)])),
})
