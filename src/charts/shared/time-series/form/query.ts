import { asList } from '#core/query/read.ts'
import { buildQueryObject } from '#core/query/build-query-context.ts'
import {
  compare,
  comparePivot,
  contribution,
  extraMetrics,
  flatten,
  pivot,
  prophet,
  rename,
  resample,
  rolling,
  sort,
} from '#core/query/operations.ts'
import { withOrderBy } from '#core/query/order-by.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isComparing } from '#core/query/time-offsets.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'

const step = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** The form of one of two queries: keys with its suffix, where there are any, else the shared ones. */
export const formOfQuery = (form: FormData, suffix: string): FormData => ({
  ...form,
  ...Object.fromEntries(
    Object.entries(form)
      .filter(([key]) => key.endsWith(suffix))
      .map(([key, value]) => [key.slice(0, -suffix.length), value]),
  ),
})

/** One query of the time-series family (reference/query-object.md §6.1): x axis and dimensions, then the form's post-processing. */
export const timeSeriesQuery = (form: FormData): QueryObject => {
  const base = buildQueryObject(form)
  const dimensions = base.columns ?? []
  const axis = isXAxisSet(form) ? step(xAxisColumn(form)) : []
  const offsets = isComparing(form, base) ? asList<string>(form['time_compare']) : []
  const { orderby } = withOrderBy(base)
  return {
    ...base,
    metrics: [...(base.metrics ?? []), ...extraMetrics(form)],
    columns: [...axis, ...dimensions],
    series_columns: dimensions,
    ...(orderby && { orderby }),
    ...(!isXAxisSet(form) && { is_timeseries: true }),
    time_offsets: offsets,
    post_processing: [
      ...step(comparePivot(form, base) ?? pivot(form, base)),
      ...step(rolling(form, base)),
      ...step(compare(form, base)),
      ...step(resample(form, base)),
      ...step(rename(form, base)),
      ...step(contribution(form, offsets)),
      ...step(sort(form, base)),
      flatten(),
      ...step(prophet(form, base)),
    ],
  }
}
