import { columnLabel, metricLabel } from './labels.ts'
import type { FormData, PostProcessingOperation, QueryMetric, QueryObject } from './query-object.ts'
import { asInteger, asList, asRecord, isSet } from './read.ts'
import { isComparing, metricOffsets, shiftedName } from './time-offsets.ts'
import { xAxisLabel } from './x-axis.ts'

/**
 * The post-processing that a form asks for, one function per operation (reference/query-object.md §6.1).
 * Undefined when the form does not use it.
 */
export type OperationOf = (form: FormData, query: QueryObject) => PostProcessingOperation | undefined

const metricsOf = (query: QueryObject): string[] => (query.metrics ?? []).map(metricLabel)

/** The sort metric, when the x axis is sorted by it and it is not drawn itself. */
export const extraMetrics = (form: FormData): QueryMetric[] => {
  const by = form['timeseries_limit_metric']
  const sorted = form['x_axis_sort']
  if (!by || !sorted || asList(form['groupby']).length > 0) return []
  const label = metricLabel(by as QueryMetric)
  const drawn = asList<QueryMetric>(form['metrics']).map(metricLabel)
  return label === sorted && !drawn.includes(label) ? [by as QueryMetric] : []
}

const pivotOf = (form: FormData, query: QueryObject, values: string[]): PostProcessingOperation | undefined => {
  const index = xAxisLabel(form)
  if (index === undefined || values.length === 0) return undefined
  return {
    operation: 'pivot',
    options: {
      index: [index],
      columns: (query.columns ?? []).map(columnLabel),
      aggregates: Object.fromEntries(values.map((value) => [value, { operator: 'mean' }])),
      drop_missing_columns: !form['show_empty_columns'],
    },
  }
}

export const pivot: OperationOf = (form, query) => pivotOf(form, query, [...metricsOf(query), ...extraMetrics(form).map(metricLabel)])

/** The same over every metric and its shifted columns. */
export const comparePivot: OperationOf = (form, query) =>
  isComparing(form, query) ? pivotOf(form, query, [...metricsOf(query), ...metricOffsets(form, query).keys()]) : undefined

export const rolling: OperationOf = (form, query) => {
  const type = form['rolling_type']
  if (!type || type === 'None') return undefined
  const offsets = isComparing(form, query) ? metricOffsets(form, query) : new Map<string, string>()
  const names = metricsOf(query).flatMap((metric) => [metric, ...[...offsets].filter(([, of]) => of === metric).map(([name]) => name)])
  const columns = Object.fromEntries(names.map((name) => [name, name]))
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } }
  if (!['mean', 'sum', 'std'].includes(type as string)) return undefined
  return {
    operation: 'rolling',
    options: {
      rolling_type: type,
      window: asInteger(form['rolling_periods'], 1),
      min_periods: asInteger(form['min_periods'], 0),
      columns,
    },
  }
}

export const compare: OperationOf = (form, query) => {
  const type = form['comparison_type']
  if (!isComparing(form, query) || type === 'values') return undefined
  const offsets = metricOffsets(form, query)
  return {
    operation: 'compare',
    options: {
      source_columns: [...offsets.values()],
      compare_columns: [...offsets.keys()],
      compare_type: type,
      drop_original_columns: true,
    },
  }
}

export const resample: OperationOf = (form) => {
  const method = form['resample_method']
  const rule = form['resample_rule']
  if (!method || !rule) return undefined
  const zero = method === 'zerofill'
  return { operation: 'resample', options: { method: zero ? 'asfreq' : method, rule, fill_value: zero ? 0 : null } }
}

/**
 * Of one metric, drops its name where a dimension tells the series apart, and names shifted columns by their shift alone. Without a
 * dimension the metric keeps its name and only its shifted columns lose it, as in 6.1.
 */
export const rename: OperationOf = (form, query) => {
  const [metric, ...others] = metricsOf(query)
  if (!form['truncate_metric'] || metric === undefined || others.length > 0 || xAxisLabel(form) === undefined) return undefined
  const comparing = isComparing(form, query)
  if (comparing && form['comparison_type'] !== 'values') return undefined
  const shifted = comparing ? asList<string>(form['time_compare']).map((offset) => [shiftedName(metric, offset), offset] as const) : []
  const hasDimension = (query.columns ?? []).length > 0
  if (!comparing && !hasDimension) return undefined
  const columns = { ...Object.fromEntries(shifted), ...(hasDimension && { [metric]: null }) }
  return { operation: 'rename', options: { columns, level: 0, inplace: true } }
}

/** `shifts` are the offsets whose columns have totals of their own. */
export const contribution = (form: FormData, shifts?: string[]): PostProcessingOperation | undefined =>
  form['contributionMode']
    ? { operation: 'contribution', options: { orientation: form['contributionMode'], ...(shifts && { time_shifts: shifts }) } }
    : undefined

export const sort: OperationOf = (form, query) => {
  const by = form['x_axis_sort']
  const ascending = form['x_axis_sort_asc']
  if (!isSet(by) || ascending === undefined || asList(form['groupby']).length > 0) return undefined
  const axis = xAxisLabel(form)
  if (by === axis) return { operation: 'sort', options: { is_sort_index: true, ascending } }
  const sortable = [...metricsOf(query), ...extraMetrics(form).map(metricLabel)]
  return sortable.includes(by as string) ? { operation: 'sort', options: { by, ascending } } : undefined
}

export const flatten = (): PostProcessingOperation => ({ operation: 'flatten' })

const asFloat = (value: unknown) => Number.parseFloat(String(value))

export const prophet: OperationOf = (form) => {
  const index = xAxisLabel(form)
  if (!form['forecastEnabled'] || index === undefined) return undefined
  const seasons = asRecord({
    yearly_seasonality: form['forecastSeasonalityYearly'],
    weekly_seasonality: form['forecastSeasonalityWeekly'],
    daily_seasonality: form['forecastSeasonalityDaily'],
  })
  return {
    operation: 'prophet',
    options: {
      time_grain: form['time_grain_sqla'],
      periods: asInteger(form['forecastPeriods'], 0),
      confidence_interval: asFloat(form['forecastInterval']),
      ...Object.fromEntries(Object.entries(seasons).filter(([, value]) => value !== undefined)),
      index,
    },
  }
}
