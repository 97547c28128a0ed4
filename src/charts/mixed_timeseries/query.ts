import { asList } from '#core/query/read.ts'
import { buildQueryObject } from '#core/query/build-query-context.ts'
import { compare, comparePivot, flatten, pivot, rename, resample, rolling } from '#core/query/operations.ts'
import { withOrderBy } from '#core/query/order-by.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isComparing } from '#core/query/time-offsets.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'
import { formOfQuery } from '../shared/time-series/form/query.ts'

const queryOf = (form: FormData): QueryObject => {
  const base = buildQueryObject(form)
  const dimensions = base.columns ?? []
  const axis = isXAxisSet(form) ? xAxisColumn(form) : undefined
  const steps = [
    comparePivot(form, base) ?? pivot(form, base),
    rolling(form, base),
    compare(form, base),
    resample(form, base),
    rename(form, base),
    flatten(),
  ]
  return withOrderBy({
    ...base,
    columns: [...(axis === undefined ? [] : [axis]), ...dimensions],
    series_columns: dimensions,
    ...(axis === undefined && { is_timeseries: true }),
    time_offsets: isComparing(form, base) ? asList<string>(form['time_compare']) : [],
    post_processing: steps.filter((step) => step !== undefined),
  })
}

/** Two queries on one x axis: the keys as they are, and those with `_b`. */
export const mixedQueries = (form: FormData): QueryObject[] => {
  const first = Object.fromEntries(Object.entries(form).filter(([key]) => !key.endsWith('_b'))) as FormData
  return [queryOf(first), queryOf(formOfQuery(form, '_b'))]
}
