import { buildQueryObject } from '#core/query/build-query-context.ts'
import type { FormData, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'

/** Dimensions and one metric, largest first when `sort_by_metric` says so. */
export const oneMetricQuery = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const sorted = form['sort_by_metric'] && isSet(form['metric'])
  return [{ ...base, ...(sorted ? { orderby: [[form['metric'] as QueryMetric, false]] } : {}) }]
}
