import { chartData } from '#api/chart-data.ts'
import type { WireQueryAnswer } from '#api/chart-answer.ts'
import { fromRows } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import { readAnswerOf } from '../../data/wire/read-answer.ts'

/** The result of one query of a chart data response. */
export type QueryAnswer = {
  table: Table
  /** Rows after post-processing. */
  rowcount: number
  /** Rows that the database returned; null if the server does not report it. */
  sqlRowcount: number | null
  sql: string
  isCached: boolean
  /** ISO time; null if not cached. */
  cachedAt: string | null
  /** ISO time at which the rows of a materialized table were read from their source. */
  dataOn?: string
  from: number | null
  to: number | null
  appliedFilters: { column: string }[]
  rejectedFilters: { column: string; reason: string }[]
  annotationData: Record<string, unknown>
  /** Shows that the result was truncated. */
  warning: string | null
}

export type ChartAnswer = {
  queries: QueryAnswer[]
  tables: Table[]
  /** Time from the request to the complete response, measured by the browser. */
  durationMs: number
  /** Phases of the server in ms: queue, plan, query, encode. */
  timing: Record<string, number>
  /** Epoch ms. */
  receivedAt: number
  /** The cached result has expired, and a fresh one is being fetched. */
  isStale?: boolean
}

const readQuery = (query: WireQueryAnswer): QueryAnswer => {
  const table = fromRows(
    (query.colnames ?? []).map(String),
    query.coltypes ?? [],
    Array.isArray(query.data) ? query.data : [],
    query.label_map,
  )
  const [from, to] = [query.from_dttm ?? null, query.to_dttm ?? null]
  return {
    table: { ...table, timeRange: [from, to] },
    rowcount: query.rowcount ?? table.rowCount,
    sqlRowcount: query.sql_rowcount ?? null,
    sql: query.query ?? '',
    isCached: Boolean(query.is_cached),
    cachedAt: query.cached_dttm ?? null,
    ...(query.data_dttm !== undefined && { dataOn: query.data_dttm }),
    from,
    to,
    appliedFilters: query.applied_filters ?? [],
    rejectedFilters: query.rejected_filters ?? [],
    annotationData: query.annotation_data ?? {},
    warning: query.warning ?? null,
  }
}

/** When the oldest rows of materialized tables were read from their source; null without such a table. */
export const dataTimeOf = ({ queries }: Pick<ChartAnswer, 'queries'>): string | null =>
  queries.flatMap(({ dataOn }) => dataOn ?? []).toSorted()[0] ?? null

/** A warning about missing rows, for users. */
export const warningOf = ({ queries }: Pick<ChartAnswer, 'queries'>): string | null =>
  queries.find(({ warning }) => warning)?.warning ?? null

/** `queue;dur=0.2, query;dur=12` → ms by phase. */
export const readTiming = (header: string | null): Record<string, number> =>
  Object.fromEntries(
    (header ?? '').split(',').flatMap((part) => {
      const [, name, dur] = /^\s*([\w-]+).*?;\s*dur=([\d.]+)/.exec(part) ?? []
      return name && dur ? [[name, Number(dur)]] : []
    }),
  )

/** Reads a chart data response; integers of any length stay exact. */
export const readAnswer = (
  text: string,
  { durationMs, timing, receivedAt }: Pick<ChartAnswer, 'durationMs' | 'timing' | 'receivedAt'>,
): ChartAnswer => {
  const { result } = readAnswerOf(chartData, text)
  const queries = result.map(readQuery)
  return { queries, tables: queries.map((query) => query.table), durationMs, timing, receivedAt }
}
