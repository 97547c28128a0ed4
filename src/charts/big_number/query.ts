import { buildQueryObject } from '#core/query/build-query-context.ts'
import { flatten, pivot, resample, rolling } from '#core/query/operations.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'

/** The trend; where no aggregate of its points stands for it, the metric over all rows, too. */
export const bigNumberQueries = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const axis = isXAxisSet(form) ? xAxisColumn(form) : undefined
  // Groups that a form kept from another type are no columns of the trend.
  const steps = [pivot(form, { ...base, columns: [] }), rolling(form, base), resample(form, base), flatten()]
  const trend = {
    ...base,
    columns: axis === undefined ? [] : [axis],
    ...(axis === undefined && { is_timeseries: true }),
    post_processing: steps.filter((step) => step !== undefined),
  }
  if (form['aggregation'] !== 'raw') return [trend]
  return [trend, { ...base, columns: [], is_timeseries: false, post_processing: [] }]
}
