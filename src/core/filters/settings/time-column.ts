import type { QueryObject } from '../../query/query-object.ts'

export type TimeColumns = { main_dttm_col?: string | null | undefined; columns: readonly { column_name: string; is_dttm: boolean }[] }

/** The column that a time range over the values of a filter limits where none was chosen. */
export const usualTimeColumn = ({ main_dttm_col, columns }: TimeColumns): string | undefined =>
  main_dttm_col ?? columns.find(({ is_dttm }) => is_dttm)?.column_name

/**
 * The query of a filter's values with the column that its time range limits. Filters that were stored without one, by us or by Superset, send
 * the range of a parent alone, and a range without a column limits nothing.
 */
export const withUsualTimeColumn = (query: QueryObject, dataset: TimeColumns): QueryObject => {
  const { time_range, granularity, granularity_sqla, filters } = query
  const isPlaced = Boolean(granularity || granularity_sqla || filters?.some(({ op }) => op === 'TEMPORAL_RANGE'))
  const column = time_range && !isPlaced ? usualTimeColumn(dataset) : undefined
  return column === undefined ? query : { ...query, granularity: column }
}
