import { useEffect, useRef } from 'react'
import { useSession } from '../../../../data/session.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useHost } from '../../state/host.ts'

/** Filters are stored after this pause. */
const saveDelayMs = 500

/** Stores the active filters on the server and their key in the URL, so that a reload restores them. */
export const useKeptMasks = () => {
  const store = useDashboardStore()
  const { hasPermission, isLoggedIn } = useSession()
  const { search, arrival, setSearch } = useHost()
  const masks = useDashboard((state) => state.masks.applied)
  const first = useRef(masks)
  const key = useRef(search.get('native_filters_key'))
  const canStore = hasPermission('can_write', 'DashboardFilterStateRestApi')

  useEffect(() => {
    if (masks === first.current || !canStore) return
    let isLeft = false
    const timer = setTimeout(async () => {
      try {
        const { history, serverFields } = store.getState()
        const { storeMasks, storeSticky } = await import('./store-masks.ts')
        key.current = await storeMasks(serverFields.id, key.current, masks)
        // Another page's URL would lose its own parameters.
        if (!isLeft) setSearch({ native_filters_key: key.current, native_filters: null, permalink_key: null })
        if (isLoggedIn) await storeSticky(serverFields.id, history.present.properties.metadata, masks)
      } catch {
        // The filters still apply on this page; only a reload will not restore them.
      }
    }, saveDelayMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [masks, canStore, isLoggedIn, store, setSearch])
  // Back and forward change the tab, not the filters.
  useEffect(() => {
    if (arrival && masks !== first.current && key.current) setSearch({ native_filters_key: key.current })
  }, [arrival, masks, setSearch])
}
