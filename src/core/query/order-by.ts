import type { QueryMetric, QueryObject } from './query-object.ts'
import { asList } from './read.ts'

const isOrdering = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && Boolean(value[0]) && typeof value[1] === 'boolean'

type Orderable = Pick<QueryObject, 'metrics' | 'orderby' | 'order_desc' | 'series_limit_metric'> & { legacy_order_by?: QueryMetric | null }

/** The metric that limits the series: Superset also stores it as a list, which may be empty. */
export const limitMetricOf = ({ series_limit_metric }: Pick<QueryObject, 'series_limit_metric'>): QueryMetric | undefined =>
  asList<QueryMetric>(series_limit_metric)[0]

/** One ordering for the query: its own when valid, else the series limit's metric, else the legacy one, else the first metric. */
export const withOrderBy = <T extends Orderable>(query: T): T => {
  if (isOrdering(query.orderby?.[0])) return query
  const { orderby: _, series_limit_metric: _limit, legacy_order_by: legacy, order_desc: descending, ...rest } = query
  const ascending = !descending
  const by = limitMetricOf(query) || legacy || (query.metrics?.length ? (query.metrics[0] as QueryMetric) : undefined)
  return (by === undefined ? rest : { ...rest, orderby: [[by, ascending]] }) as T
}
