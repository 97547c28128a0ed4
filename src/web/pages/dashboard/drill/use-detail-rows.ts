import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { datasourceSamples } from '#api/datasource.ts'
import type { DetailBody } from '#core/query/drill/drill-to-detail.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { fromRows, type Table } from '#core/table.ts'
import { call } from '../../../data/call.ts'

export const rowsPerPage = 50

export type DetailPage = { table: Table; count: number }

/** One page of the rows behind a chart, counted from 0. `reload` bypasses the caches. */
export const useDetailRows = (
  datasource: string,
  body: DetailBody,
  { page, dashboardId, chartId }: { page: number; dashboardId: number; chartId: number },
) => {
  const force = useRef(false)
  const query = useQuery({
    queryKey: ['drill-to-detail', datasource, body, page],
    staleTime: 300_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<DetailPage> => {
      const { id, type } = parseDatasource(datasource)
      const address = {
        datasource_type: type,
        datasource_id: String(id),
        force: String(force.current),
        page: String(page + 1),
        per_page: String(rowsPerPage),
        dashboard_id: String(dashboardId),
        slice_id: String(chartId),
      }
      force.current = false
      const { result } = await call(datasourceSamples, { query: address, body }, { signal })
      return { table: fromRows(result.colnames, result.coltypes, result.data), count: result.total_count }
    },
  })
  const reload = () => {
    force.current = true
    void query.refetch()
  }
  return { ...query, reload }
}
