import { useEffect } from 'react'
import { loadCode, reportLoadFault } from '../../../../lazy/load-fault.ts'
import { useSession } from '../../../../data/session.ts'
import { useCardsOfPage, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'

/** Refreshes the charts at the dashboard's interval, if it has one; not while editing. */
export const useAutoRefresh = () => {
  const store = useDashboardStore()
  const cards = useCardsOfPage()
  const metadata = useDashboard((state) => state.history.present.properties.metadata)
  const seconds = useDashboard((state) => state.refreshIntervalSeconds) ?? (Number(metadata['refresh_frequency']) || 0)
  const session = useSession()
  const isEditing = useDashboard((state) => state.isEditing)
  useEffect(() => {
    if (seconds <= 0 || isEditing) return
    let isOver = false
    let stop = () => {}
    loadCode(() => import('./auto-refresh.ts')).then(({ startAutoRefresh }) => {
      if (!isOver) stop = startAutoRefresh({ store, cards, seconds, mode: session.auto_refresh.mode, metadata })
    }, reportLoadFault)
    return () => {
      isOver = true
      stop()
    }
  }, [seconds, session, metadata, isEditing, store, cards])
}
