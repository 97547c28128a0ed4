/** Typical chart queries over three million flights, from the lightest to the heaviest. */

export const sql = (label: string, sqlExpression: string) => ({ label, sqlExpression, expressionType: 'SQL' })

export const simple = (aggregate: string, column_name: string) => ({
  label: `${aggregate}(${column_name})`,
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
})

export const axis = (timeGrain: string) => ({ ...sql('date', 'date'), columnType: 'BASE_AXIS', timeGrain })

const range = (val: string) => ({ col: 'date', op: 'TEMPORAL_RANGE', val })

export const chartQueries: Record<string, object> = {
  'big number, one month': { metrics: ['count'], filters: [range('2001-03-01 : 2001-04-01')] },
  'big number': { metrics: ['count', simple('AVG', 'delay')] },
  'top 25 origins': { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 25 },
  '1,000 raw rows': {
    columns: ['date', 'delay', 'distance', 'origin', 'destination'],
    filters: [{ col: 'origin', op: 'IN', val: ['SFO', 'LAX'] }],
    orderby: [['delay', false]],
    row_limit: 1000,
  },
  'line by day': { columns: [axis('P1D')], metrics: ['count', simple('AVG', 'delay')], row_limit: 10_000 },
  'weeks of the top 10 origins': {
    columns: [axis('P1W'), 'origin'],
    metrics: [simple('AVG', 'delay')],
    series_columns: ['origin'],
    series_limit: 10,
    row_limit: 10_000,
  },
  'origins × destinations': {
    columns: ['origin', 'destination'],
    metrics: ['count', simple('SUM', 'distance')],
    orderby: [['count', false]],
    row_limit: 10_000,
  },
  'distinct pairs by day': {
    columns: [axis('P1D')],
    metrics: [sql('pairs', "COUNT(DISTINCT origin || '-' || destination)")],
    row_limit: 10_000,
  },
}

/** Every raw row. */
export const rawRows = (row_limit: number) => ({
  columns: ['date', 'delay', 'distance', 'origin', 'destination'],
  row_limit,
})

type Asking = { id: number; query: object; format?: 'json' | 'csv'; type?: string; force?: boolean }

/** The body of a request for chart data. */
export const chartBody = ({ id, query, format = 'json', type = 'full', force = true }: Asking): string =>
  JSON.stringify({ datasource: { id, type: 'table' }, queries: [query], result_format: format, result_type: type, force })
