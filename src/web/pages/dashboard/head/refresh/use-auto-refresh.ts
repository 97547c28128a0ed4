import { useEffect } from 'react'
import { asList } from '#core/query/read.ts'
import { useCardsOfPage, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { repeatWhileVisible } from './repeat.ts'
import { periodMs, readRefreshSettings, refreshDelaysMs } from './schedule.ts'

/** Refreshes the charts at the dashboard's interval, except those excluded from it; not while editing or hidden. */
export const useAutoRefresh = () => {
  const store = useDashboardStore()
  const cards = useCardsOfPage()
  const metadata = useDashboard((state) => state.history.present.properties.metadata)
  const seconds = useDashboard((state) => state.refreshEvery) ?? (Number(metadata['refresh_frequency']) || 0)
  const isEditing = useDashboard((state) => state.isEditing)
  useEffect(() => {
    if (seconds <= 0 || isEditing) return
    const settings = readRefreshSettings(metadata, seconds)
    const immune = new Set(asList(metadata['timed_refresh_immune_slices']).map(Number))
    return repeatWhileVisible(periodMs(settings), () => {
      const { layout } = store.getState().history.present
      return cards.refreshSpread(
        (count) => refreshDelaysMs(count, settings),
        (id) => immune.has(layout[id]?.meta.chartId ?? 0),
      )
    })
  }, [seconds, metadata, isEditing, store, cards])
}
