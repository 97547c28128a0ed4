import { useEffect } from 'react'
import { asList } from '#core/query/read.ts'
import { useCardsOfPage, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'

/** Refreshes the page at its interval, without exempt charts; not while editing or in a hidden tab. */
export const useAutoRefresh = () => {
  const store = useDashboardStore()
  const cards = useCardsOfPage()
  const seconds = useDashboard(
    (state) => state.refreshEvery ?? (Number(state.history.present.properties.metadata['refresh_frequency']) || 0),
  )
  const isEditing = useDashboard((state) => state.isEditing)
  useEffect(() => {
    if (seconds <= 0 || isEditing) return
    const timer = setInterval(() => {
      if (document.hidden) return
      const { layout, properties } = store.getState().history.present
      const spared = new Set(asList(properties.metadata['timed_refresh_immune_slices']).map(Number))
      cards.refreshAll((id) => spared.has(layout[id]?.meta.chartId ?? 0))
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, isEditing, store, cards])
}
