import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryContext } from '#core/query/query-object.ts'
import { cell } from '#core/table.ts'
import { fetchChartData } from '../../frame/data/fetch-chart-data.ts'
import { readAnswer } from '../../frame/data/answer.ts'
import type { Surface } from '../control-props.ts'

/** Rows per stretch of time: start (epoch ms) and count, in order. */
export type RowsAt = { start: number; rows: number }[]

const day = 86_400_000
const grains: [grain: string, lasts: number][] = [
  ['PT1H', day / 24],
  ['P1D', day],
  ['P1W', 7 * day],
  ['P1M', 30 * day],
  ['P3M', 91 * day],
  ['P1Y', 365 * day],
]

/** The finest grain with at most about 45 bars. */
export const barGrain = (from: number, to: number): [grain: string, lasts: number] =>
  grains.find(([, lasts]) => (to - from) / lasts <= 45) ?? ['P1Y', 365 * day]

const count = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: '__rows', hasCustomLabel: true }

const question = (datasource: Surface['datasource'], query: QueryContext['queries'][number]): QueryContext => ({
  datasource,
  result_type: 'full',
  result_format: 'json',
  queries: [{ extras: { where: '', having: '' }, filters: [], ...query }],
})

const simple = (aggregate: string, column: string, label: string) => ({
  expressionType: 'SIMPLE' as const,
  aggregate,
  column: { column_name: column },
  label,
  hasCustomLabel: true,
})

/** First and last time of a column, epoch ms; null without any. */
export const askSpan = async (datasource: Surface['datasource'], column: string, signal: AbortSignal): Promise<[number, number] | null> => {
  const asked = question(datasource, {
    columns: [],
    metrics: [simple('MIN', column, '__from'), simple('MAX', column, '__to')],
    row_limit: 1,
  })
  const [table] = readAnswer((await fetchChartData(asked, { signal })).text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables
  const [from, to] = ['__from', '__to'].map((name) => {
    const found = table?.columns.find((candidate) => candidate.name === name)
    const value = found && table && table.rowCount > 0 ? cell(found, 0) : null
    return typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? Date.parse(value.endsWith('Z') ? value : `${value}Z`)
        : Number.NaN
  })
  return from !== undefined && to !== undefined && Number.isFinite(from) && Number.isFinite(to) ? [from, to] : null
}

const askRows = async (datasource: Surface['datasource'], column: string, signal: AbortSignal) => {
  const span = await askSpan(datasource, column, signal)
  if (!span) return null
  const [grain, lasts] = barGrain(span[0], span[1])
  const axis = { timeGrain: grain, columnType: 'BASE_AXIS' as const, sqlExpression: column, label: column, expressionType: 'SQL' as const }
  const asked = question(datasource, {
    columns: [axis],
    metrics: [count],
    orderby: [[axis, true]],
    extras: { where: '', having: '', time_grain_sqla: grain },
    row_limit: 1000,
  })
  const [table] = readAnswer((await fetchChartData(asked, { signal })).text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables
  const [starts, counts] = [table?.columns[0], table?.columns[1]]
  if (!table || !starts || !counts) return null
  const rows: RowsAt = Array.from({ length: table.rowCount }, (_, i) => ({
    start: Number(cell(starts, i) ?? Number.NaN),
    rows: Number(cell(counts, i) ?? 0),
  }))
  return { span, lasts, rows: rows.filter(({ start }) => Number.isFinite(start)).sort((a, b) => a.start - b.start) }
}

/** How the rows of a dataset spread over a time column. */
export const rowsOverTime = (datasource: Surface['datasource'], column: string) =>
  queryOptions({
    queryKey: ['rows-over-time', datasource, column],
    enabled: datasource.id !== 0 && column !== 'col',
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) => askRows(datasource, column, signal),
  })

/** How many rows lie in a range, exactly. */
export const useRowsWithin = (surface: Surface, column: string, { range, enabled }: { range: string; enabled: boolean }) =>
  useQuery({
    queryKey: ['rows-within', surface.datasource, column, range],
    enabled,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = question(surface.datasource, {
        columns: [],
        metrics: [count],
        filters: [{ col: column, op: 'TEMPORAL_RANGE', val: range }],
        row_limit: 1,
      })
      const [table] = readAnswer((await fetchChartData(asked, { signal })).text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables
      const [found] = table?.columns ?? []
      return found && table && table.rowCount > 0 ? Number(cell(found, 0) ?? 0) : 0
    },
  })
