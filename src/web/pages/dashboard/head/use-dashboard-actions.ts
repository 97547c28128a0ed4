import { useSession } from '../../../data/session.ts'
import { readAddress } from '../data/address.ts'
import { unsavedId } from '../data/record.ts'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'
import type { DialogName } from '../state/store.ts'

/** Actions on the whole dashboard. */
export const useDashboardActions = () => {
  const store = useDashboardStore()
  const session = useSession()
  const { search, setSearch } = useHost()
  const id = useDashboard((state) => state.serverFields.id)
  const canEdit = useDashboard((state) => state.canEdit)
  const isFullScreen = readAddress(search).standalone > 0
  const isStored = id !== unsavedId
  const openDialog = (dialog: DialogName) => store.getState().set({ dialog })
  const canShare = isStored && session.hasPermission('can_share_dashboard', 'Superset')

  const setEditing = (on: boolean) => {
    store.getState().setEditing(on)
    setSearch({ edit: on ? 'true' : null })
  }
  const edit = () => setEditing(true)
  const leaveEdit = () => setEditing(false)
  const toggleFullScreen = () => setSearch({ standalone: isFullScreen ? null : '1' })
  return {
    edit,
    leaveEdit,
    toggleFullScreen,
    isFullScreen,
    canShare,
    canEdit,
    isStored,
    openDialog,
    openProperties: () => openDialog('properties'),
  }
}
