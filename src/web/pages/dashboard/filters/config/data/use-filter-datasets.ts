import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { datasourceGet } from '#api/datasource.ts'
import type { RouteResult } from '#api/declare/route.ts'
import { isFilter, type FilterItem } from '#core/filters/native-filter.ts'
import { placedCharts, unique } from '#core/filters/scope/scope.ts'
import type { Layout } from '#core/layout/component.ts'
import { CallError } from '../../../../../data/call-error.ts'
import { routeQuery } from '../../../../../data/resources.ts'
import type { CardChart } from '../../../data/record.ts'
import { useDashboard } from '../../../state/dashboard-context.ts'
import type { PlacedData } from '../draft/filter-settings.ts'

export type FilterDataset = RouteResult<typeof datasourceGet>

export type FilterDatasets = {
  /** With all its columns, once they are known. */
  get: (id: number | undefined) => FilterDataset | undefined
  isMissing: (id: number) => boolean
  isLoading: boolean
}

const datasetIdOf = ({ form_data }: Pick<CardChart, 'form_data'>): number | null =>
  Number.parseInt(String(form_data.datasource), 10) || null

const isNotFound = (error: unknown) => error instanceof CallError && error.status === 404

const placedDataOf = (layout: Layout, charts: Readonly<Record<number, CardChart>>): PlacedData[] =>
  unique(placedCharts(layout).map(({ chartId }) => chartId)).map((chartId) => {
    const chart = charts[chartId]
    return { chartId, datasetId: chart ? datasetIdOf(chart) : null }
  })

/** The charts on the dashboard and their datasets. */
export const usePlacedData = (): PlacedData[] => {
  const layout = useDashboard((state) => state.history.present.layout)
  const charts = useDashboard((state) => state.charts)
  return useMemo(() => placedDataOf(layout, charts), [layout, charts])
}

/** The datasets of the filters and of the charts; those that the dashboard came with have only the columns that charts use. */
export const useFilterDatasets = (items: readonly FilterItem[], charts: readonly PlacedData[]): FilterDatasets => {
  const ofFilters = items.filter(isFilter).map(({ targets }) => targets[0]?.datasetId ?? null)
  const ids = unique([...ofFilters, ...charts.map(({ datasetId }) => datasetId)].filter((id) => id !== null))
  return useQueries({
    queries: ids.map((id) => ({ ...routeQuery(datasourceGet, { params: { type: 'table', id } }), staleTime: 60_000, retry: false })),
    combine: (results) => {
      const known = new Map(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
      const missing = new Set(ids.filter((_, i) => isNotFound(results[i]?.error)))
      return {
        isMissing: (id: number) => missing.has(id),
        get: (id: number | undefined) => (id === undefined ? undefined : known.get(id)),
        isLoading: results.some((one) => one.isPending),
      }
    },
  })
}
