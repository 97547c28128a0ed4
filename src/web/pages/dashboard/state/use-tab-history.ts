import { useEffect, useRef, useState } from 'react'
import { useDashboard, useDashboardStore } from './dashboard-context.ts'
import { useHost } from './host.ts'
import { withOpenTab } from './open-tabs.ts'

/** Where what the URL names is removed, the URL names nothing, and keeps the open tabs. */
const useRemovedAnchor = () => {
  const store = useDashboardStore()
  const { anchor, visitTab } = useHost()
  const isThere = useDashboard((state) => anchor in state.history.present.layout)
  const last = useRef(isThere ? anchor : '')
  useEffect(() => {
    const isRemoved = !isThere && last.current === anchor && anchor !== ''
    last.current = isThere ? anchor : ''
    if (isRemoved) visitTab?.('', store.getState().openTabs, { replace: true })
  }, [store, anchor, isThere, visitTab])
}

/** Opens the tabs of the entry to which the browser goes back or forward. */
export const useTabHistory = () => {
  const store = useDashboardStore()
  const { anchor, arrival } = useHost()
  useRemovedAnchor()
  const [opened] = useState(() => store.getState().openTabs)
  const last = useRef(arrival)
  useEffect(() => {
    if (!arrival || arrival === last.current) return
    last.current = arrival
    const { history, set } = store.getState()
    set({ openTabs: arrival.openTabs ?? withOpenTab(history.present.layout, opened, anchor) })
  }, [store, arrival, anchor, opened])
}
