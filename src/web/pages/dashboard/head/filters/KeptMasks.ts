import { useEffect, useRef } from 'react'
import { filterStateCreate, filterStateUpdate } from '#api/dashboard-links.ts'
import { writeMasks } from '#core/filters/wire.ts'
import { call } from '../../../../data/call.ts'
import { replaceOrCreate } from '../../../../data/keep-under.ts'
import { useSession } from '../../../../data/session.ts'
import { tabId } from '../../../../data/changes/tab-id.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useHost } from '../../state/host.ts'

/** Filters are stored after this pause. */
const saveDelayMs = 500

/** Stores the active filters on the server and their key in the URL, so that a reload restores them. */
export const KeptMasks = () => {
  const store = useDashboardStore()
  const { hasPermission } = useSession()
  const { search, setSearch } = useHost()
  const masks = useDashboard((state) => state.masks.applied)
  const key = useRef(search.get('native_filters_key'))
  const canStore = hasPermission('can_write', 'DashboardFilterStateRestApi')

  useEffect(() => {
    if (!canStore) return
    const timer = setTimeout(async () => {
      const { id } = store.getState().kept
      const sent = { query: { tab_id: tabId() }, body: { value: writeMasks(masks) } }
      try {
        const kept = await replaceOrCreate(key.current, {
          replace: (known) => call(filterStateUpdate, { params: { pk: id, key: known }, ...sent }),
          create: () => call(filterStateCreate, { params: { pk: id }, ...sent }),
        })
        key.current = kept
        setSearch({ native_filters_key: kept, native_filters: null, permalink_key: null })
      } catch {
        // The filters still apply on this page; only a reload will not restore them.
      }
    }, saveDelayMs)
    return () => clearTimeout(timer)
  }, [masks, canStore, store, setSearch])
  return null
}
