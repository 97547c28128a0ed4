import { useEffect, useRef } from 'react'
import { embeddingDomains } from '../../../../data/guest.ts'
import { useSession } from '../../../../data/session.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useHost, type Host } from '../../state/host.ts'

/** Filters are stored after this pause. */
const saveDelayMs = 500

/** What else in the URL would bring filters back. */
const replaced = { native_filters: null, native_filters_key: null, permalink_key: null }

/**
 * Keeps the active filters, so that a reload restores them: on the server under a key in the URL, or in the URL itself for viewers who may
 * not store anything. The URL inside a frame is left to the page around.
 */
export const useKeptMasks = () => {
  const store = useDashboardStore()
  const { hasPermission, isLoggedIn } = useSession()
  const { search, arrival, setSearch } = useHost()
  const masks = useDashboard((state) => state.masks.applied)
  const first = useRef(masks)
  const key = useRef(search.get('native_filters_key'))
  const kept = useRef<Parameters<Host['setSearch']>[0]>(null)
  const canStore = hasPermission('can_write', 'DashboardFilterStateRestApi')

  useEffect(() => {
    if (masks === first.current || (!canStore && embeddingDomains() !== null)) return
    let isLeft = false
    const timer = setTimeout(async () => {
      try {
        const { history, serverFields } = store.getState()
        const { paramsOfMasks, storeMasks, storeSticky } = await import('./store-masks.ts')
        if (canStore) key.current = await storeMasks(serverFields.id, key.current, masks)
        kept.current = { ...replaced, ...(canStore ? { native_filters_key: key.current } : paramsOfMasks(store.getState(), masks)) }
        // Another page's URL would lose its own parameters.
        if (!isLeft) setSearch(kept.current)
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
    if (arrival && masks !== first.current && kept.current) setSearch(kept.current)
  }, [arrival, masks, setSearch])
}
