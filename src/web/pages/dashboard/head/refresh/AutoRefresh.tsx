import { useEffect } from 'react'
import { useSession } from '../../../../data/session.ts'
import { useCardsOfPage, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { startAutoRefresh } from './auto-refresh.ts'

/** Refreshes the charts at an interval. */
export const AutoRefresh = ({ seconds }: { seconds: number }) => {
  const store = useDashboardStore()
  const cards = useCardsOfPage()
  const metadata = useDashboard((state) => state.history.present.properties.metadata)
  const { mode } = useSession().auto_refresh
  useEffect(() => startAutoRefresh({ store, cards, seconds, mode, metadata }), [store, cards, seconds, mode, metadata])
  return null
}
