import { useQuery } from '@tanstack/react-query'
import type { QueryContext, QueryMetric } from '#core/query/query-object.ts'
import { cell } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import { sqlName } from './kind.ts'
import { readAnswer } from '../../frame/data/answer.ts'
import { fetchChartData } from '../../frame/data/fetch-chart-data.ts'

/** Statistics of a number column. `middle` is the median if the engine supports it, else the mean. */
export type NumberProfile = {
  lowest: number
  middle: number
  isMedian: boolean
  highest: number
  blank: number
  rows: number
  bins: number[]
}

const binCount = 20

const medians: Record<string, (name: string) => string> = {
  duckdb: (name) => `MEDIAN(${name})`,
  postgresql: (name) => `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${name})`,
  clickhouse: (name) => `median(${name})`,
  clickhousedb: (name) => `median(${name})`,
  trino: (name) => `approx_percentile(${name}, 0.5)`,
}

const sql = (label: string, sqlExpression: string): QueryMetric => ({ expressionType: 'SQL', sqlExpression, label, hasCustomLabel: true })

type Source = { id: number; type: string; backend: string | null }

const buildQuery = (source: Source, query: QueryContext['queries'][number]): QueryContext => ({
  datasource: { id: source.id, type: source.type },
  result_type: 'full',
  result_format: 'json',
  queries: [{ filters: [], orderby: [], extras: { where: '', having: '' }, ...query }],
})

const fetchTable = async (asked: QueryContext, signal: AbortSignal): Promise<Table | undefined> =>
  readAnswer((await fetchChartData(asked, { signal, timeoutMs: 20_000 })).text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables[0]

const numberOf = (table: Table | undefined, label: string, row = 0): number => {
  const column = table?.columns.find((candidate) => candidate.name === label)
  const value = column && table && row < table.rowCount ? cell(column, row) : null
  return value === null ? Number.NaN : Number(value)
}

const fetchBins = async (
  source: Source,
  name: string,
  { lowest, highest, signal }: { lowest: number; highest: number; signal: AbortSignal },
): Promise<number[]> => {
  if (!(highest > lowest)) return [1]
  const width = (highest - lowest) / binCount
  const bin = { expressionType: 'SQL' as const, sqlExpression: `FLOOR((${name} - (${lowest})) / ${width})`, label: '__bin' }
  const table = await fetchTable(
    buildQuery(source, { columns: [bin], metrics: [sql('__rows', 'COUNT(*)')], row_limit: binCount + 5 }),
    signal,
  )
  const bins = Array.from({ length: binCount }, () => 0)
  for (let row = 0; row < (table?.rowCount ?? 0); row++) {
    const place = numberOf(table, '__bin', row)
    if (Number.isNaN(place)) continue
    const at = Math.min(binCount - 1, Math.max(0, place))
    bins[at] = (bins[at] ?? 0) + numberOf(table, '__rows', row)
  }
  return bins
}

type NumberColumn = { column_name: string; expression?: string | null | undefined }

const fetchNumberProfile = async (source: Source, column: NumberColumn, signal: AbortSignal): Promise<NumberProfile> => {
  const name = column.expression ? `(${column.expression})` : sqlName(column.column_name, source.backend)
  const median = medians[source.backend ?? '']
  const table = await fetchTable(
    buildQuery(source, {
      columns: [],
      metrics: [
        sql('__low', `MIN(${name})`),
        sql('__high', `MAX(${name})`),
        sql('__mid', median ? median(name) : `AVG(${name})`),
        sql('__filled', `COUNT(${name})`),
        sql('__rows', 'COUNT(*)'),
      ],
      row_limit: 1,
    }),
    signal,
  )
  const [lowest, highest, rows] = [numberOf(table, '__low'), numberOf(table, '__high'), numberOf(table, '__rows')]
  const bins = await fetchBins(source, name, { lowest, highest, signal })
  return {
    lowest,
    highest,
    middle: numberOf(table, '__mid'),
    isMedian: median !== undefined,
    rows,
    blank: rows - numberOf(table, '__filled'),
    bins,
  }
}

export const useNumberProfile = (source: Source, column: NumberColumn) =>
  useQuery({
    queryKey: ['number-profile', source.id, column.column_name, column.expression ?? null],
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) => fetchNumberProfile(source, column, signal),
  })
