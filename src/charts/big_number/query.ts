import { buildQueryObject } from '#core/query/build-query-context.ts'
import { flatten, pivot, resample, rolling } from '#core/query/operations.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'

export const bigNumberQueries = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const axis = isXAxisSet(form) ? xAxisColumn(form) : undefined
  const steps = [pivot(form, base), rolling(form, base), resample(form, base), flatten()]
  return [
    {
      ...base,
      columns: axis === undefined ? [] : [axis],
      ...(axis === undefined && { is_timeseries: true }),
      post_processing: steps.filter((step) => step !== undefined),
    },
  ]
}
