import { useEffect, useRef, useState } from 'react'
import { useDashboardStore } from './dashboard-context.ts'
import { useHost } from './host.ts'
import { withOpenTab } from './open-tabs.ts'

/** Opens the tabs of the entry to which the browser goes back or forward. */
export const useTabHistory = () => {
  const store = useDashboardStore()
  const { anchor, arrival } = useHost()
  const [opened] = useState(() => store.getState().openTabs)
  const last = useRef(arrival)
  useEffect(() => {
    if (!arrival || arrival === last.current) return
    last.current = arrival
    const { history, set } = store.getState()
    set({ openTabs: arrival.openTabs ?? withOpenTab(history.present.layout, opened, anchor) })
  }, [store, arrival, anchor, opened])
}
