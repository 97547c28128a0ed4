import type { Chart, OwnState } from '#charts/chart.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { FormData, QueryContext, QueryMetric } from '#core/query/query-object.ts'

/** The format that somebody gave an ad-hoc metric in this chart is for drawing: it is no part of the question. */
const withoutFormat = (metric: QueryMetric): QueryMetric => {
  if (typeof metric === 'string' || !('d3format' in metric)) return metric
  const { d3format: _, ...plain } = metric
  return plain as QueryMetric
}

/** What a chart asks for. Throws what its builder throws about values it cannot use. */
export const questionOf = (form: FormData, chart: Chart, ownState?: OwnState): QueryContext => {
  const context = buildQueryContext(form, (given) => chart.buildQuery(given, ownState && { ownState }))
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

/** Two questions with one key have one answer: the form itself, which the server only keeps for its log, does not count. */
export const keyOf = ({ datasource, queries, result_type, result_format }: QueryContext): string =>
  JSON.stringify([datasource, result_type, result_format, queries])
