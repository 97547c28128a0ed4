import type { Chart, OwnState } from './chart.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { FormData, QueryContext, QueryMetric } from '#core/query/query-object.ts'

/** The number format of an ad-hoc metric affects only the drawing, not the query. */
const withoutFormat = (metric: QueryMetric): QueryMetric => {
  if (typeof metric === 'string' || !('d3format' in metric)) return metric
  const { d3format: _, ...plain } = metric
  return plain as QueryMetric
}

/** Builds the query of a chart. Throws the errors of its `buildQuery`. */
export const buildChartQuery = (form: FormData, chart: Chart, ownState?: OwnState): QueryContext => {
  const context = buildQueryContext(form, (typedForm) => chart.buildQuery(typedForm, ownState && { ownState }))
  return {
    ...context,
    queries: context.queries.map((query) => ({
      ...query,
      ...(query.metrics && { metrics: query.metrics.map(withoutFormat) }),
      ...(query.orderby && {
        orderby: query.orderby.map(([by, ascending]) => [
          typeof by === 'object' ? (withoutFormat(by as QueryMetric) as typeof by) : by,
          ascending,
        ]),
      }),
    })),
  }
}

/** Queries with equal keys have equal results. `form_data` does not count: the server only logs it. */
export const queryKeyOf = ({ datasource, queries, result_type, result_format }: QueryContext): string =>
  JSON.stringify([datasource, result_type, result_format, queries])
