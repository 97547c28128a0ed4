import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chartGet } from '#api/chart.ts'
import { dashboardCharts } from '#api/dashboard.ts'
import { callRecord } from '../../../../data/call.ts'
import { unsavedId } from '../../data/record.ts'
import { readCharts, readDatasets } from '../../data/stored.ts'
import { useCards, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useList } from '../../state/use-list.ts'
import { findChart, withoutChart, type Found } from './gone-charts.ts'

/**
 * Follows whether the charts of the page still exist, for the cards of those that somebody deletes meanwhile: as changes are reported, when
 * all charts are refreshed, and where one fails.
 */
export const GoneCharts = () => {
  const parts = useList(({ history }) =>
    Object.values(history.present.layout)
      .filter(({ type, meta }) => type === 'CHART' && meta.chartId)
      .map(({ id }) => id),
  )
  return parts.map((id) => <FollowedChart key={id} id={id} />)
}

const FollowedChart = ({ id }: { id: string }) => {
  const store = useDashboardStore()
  const client = useQueryClient()
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const chartId = useDashboard(({ history }) => history.present.layout[id]?.meta.chartId ?? 0)
  const forcedAt = useCards((state) => state.forcedAt)
  const isFailed = useCards(({ statuses }) => statuses[id]?.status === 'failed')

  /** One request for all cards that ask at the same time. */
  const list = async () => {
    if (dashboardId === unsavedId) return []
    const idOrName = String(dashboardId)
    return client.fetchQuery({
      queryKey: [dashboardCharts.path, { params: { idOrName } }, 'now'],
      queryFn: ({ signal }) => readCharts(idOrName, { signal }),
      gcTime: 0,
    })
  }
  const { data: found, refetch } = useQuery({
    queryKey: [chartGet.path, { params: { idOrName: String(chartId) } }, 'on dashboard', dashboardId],
    queryFn: ({ signal }) =>
      findChart(chartId, { list, ask: (one) => callRecord(chartGet, { params: { idOrName: String(one) }, columns: ['id'] }, { signal }) }),
    initialData: (): Found => store.getState().charts[chartId] ?? null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (forcedAt > 0 || isFailed) void refetch()
  }, [forcedAt, isFailed, refetch])
  useEffect(() => {
    const { charts, addCharts } = store.getState()
    if (found === null) return store.setState({ charts: withoutChart(charts, chartId) })
    if (found === 'elsewhere' || charts[chartId]) return
    void readDatasets(String(dashboardId), {})
      .catch(() => [])
      .then((datasets) => addCharts([found], datasets))
  }, [store, dashboardId, chartId, found])
  return null
}
