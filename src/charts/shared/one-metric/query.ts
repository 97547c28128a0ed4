import { buildQueryObject } from '#core/query/build-query-context.ts'
import type { FormData, QueryMetric, QueryObject } from '#core/query/query-object.ts'

/** Dimensions and one metric, largest first when `sort_by_metric` says so. */
export const oneMetricQuery = (
  { metric, sort_by_metric: sorted }: { metric?: QueryMetric | null; sort_by_metric?: boolean },
  saved: FormData,
): QueryObject[] => [{ ...buildQueryObject(saved), ...(sorted && metric ? { orderby: [[metric, false]] } : {}) }]
