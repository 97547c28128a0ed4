import { useQuery } from '@tanstack/react-query'
import { readAnswer } from '../../../frame/data/answer.ts'
import { fetchChartData } from '../../../frame/data/fetch-chart-data.ts'
import { noColumnStats } from '../state/choose-fields.ts'
import type { ColumnStats } from '../state/choose-fields.ts'
import { buildStatsQuery, readColumnStats } from './column-stats.ts'
import type { StatsDataset } from './column-stats.ts'

export const fetchColumnStats = async (
  dataset: StatsDataset,
  type: string,
  options: { signal?: AbortSignal; timeout?: number },
): Promise<ColumnStats> => {
  const { text } = await fetchChartData(buildStatsQuery(dataset, type), options)
  return readColumnStats(dataset, readAnswer(text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables[0])
}

export const columnStatsKey = (dataset: StatsDataset) =>
  ['column-stats', dataset.id, dataset.columns.map((column) => column.column_name)] as const

/** Statistics of a dataset's columns. A slow query is aborted, because they are optional. */
export const useColumnStats = (dataset: (StatsDataset & { type: string }) | null, enabled: boolean): ColumnStats => {
  const { data } = useQuery({
    queryKey: dataset ? columnStatsKey(dataset) : ['column-stats', null],
    enabled: enabled && dataset !== null,
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) => (dataset ? fetchColumnStats(dataset, dataset.type, { signal, timeout: 10_000 }) : noColumnStats),
  })
  return data ?? noColumnStats
}
