import { Copy, Funnel, ImageDown, Link, Mail, Maximize2, Minimize2, Pencil, RefreshCw, Settings2, Timer, Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../data/session.ts'
import { withDownloads } from '../../../frame/picture/with-downloads.ts'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { readAddress } from '../data/address.ts'
import { unsavedId } from '../data/new-dashboard.ts'
import { useDashboard, useMount, useProperties } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'
import type { DialogName } from '../state/store.ts'
import { useShare } from './use-share.ts'

/** Actions on the whole dashboard. */
export const useDashboardActions = () => {
  const { store, cards, root } = useMount()
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const share = useShare()
  const { search, setSearch } = useHost()
  const { dashboard_title } = useProperties()
  const id = useDashboard((state) => state.kept.id)
  const isEditing = useDashboard((state) => state.isEditing)
  const mayEdit = useDashboard((state) => state.mayEdit)
  const isFullScreen = readAddress(search).standalone > 0
  const isStored = id !== unsavedId
  const openDialog = (dialog: DialogName) => store.getState().set({ dialog })
  const mayShare = isStored && session.hasPermission('can_share_dashboard', 'Superset')

  const setEditing = (on: boolean) => {
    store.getState().edit(on)
    setSearch({ edit: on ? 'true' : null })
  }
  const edit = () => setEditing(true)
  const leaveEdit = () => setEditing(false)
  const toggleFullScreen = () => setSearch({ standalone: isFullScreen ? null : '1' })
  const remove = () =>
    loadCode(() => import('./delete-dashboard.ts')).then(
      ({ deleteDashboard }) => deleteDashboard({ id, title: dashboard_title, client, navigate }),
      reportLoadFault,
    )

  const takeImage = async () => {
    const stage = root.current?.querySelector<HTMLElement>('[data-stage] > div') ?? null
    await cards.drawAll(stage?.querySelectorAll('[data-picture]').length ?? 0)
    withDownloads(({ downloadImage }) => downloadImage(stage, dashboard_title))
  }

  const shareEntries: MenuEntry[] = [
    { key: 'share', label: t('Copy permalink to clipboard'), icon: <Link />, onSelect: () => void share.copy() },
    { key: 'mail', label: t('Share permalink by email'), icon: <Mail />, onSelect: () => void share.mail(dashboard_title) },
  ]

  const entries: MenuEntry[] = [
    ...(isEditing
      ? []
      : [
          { key: 'refresh', label: t('Refresh dashboard'), icon: <RefreshCw />, onSelect: () => cards.refreshAll() },
          { key: 'interval', label: t('Set auto-refresh interval'), icon: <Timer />, onSelect: () => openDialog('interval') },
          isFullScreen
            ? { key: 'full', label: t('Exit fullscreen'), icon: <Minimize2 />, onSelect: toggleFullScreen }
            : { key: 'full', label: t('Enter fullscreen'), icon: <Maximize2 />, onSelect: toggleFullScreen },
        ]),
    ...(mayEdit
      ? [
          ...(isEditing ? [] : [{ key: 'edit', label: t('Edit dashboard'), icon: <Pencil />, onSelect: edit }]),
          { key: 'properties', label: t('Edit properties'), icon: <Settings2 />, onSelect: () => openDialog('properties') },
          { key: 'filters', label: t('Add and edit filters'), icon: <Funnel />, onSelect: () => openDialog('filters') },
        ]
      : []),
    ...(isStored && session.hasPermission('can_write', 'Dashboard')
      ? [{ key: 'copy', label: t('Save as'), icon: <Copy />, onSelect: () => openDialog('copy') }]
      : []),
    ...(isEditing
      ? []
      : ([{ key: 'image', label: t('Download as image'), icon: <ImageDown />, onSelect: () => void takeImage() }] as const)),
    ...(mayShare && !isEditing ? (['divider', ...shareEntries] as const) : []),
    ...(mayEdit && isStored
      ? ([
          'divider',
          { key: 'delete', label: t('Delete dashboard'), icon: <Trash2 />, danger: true, onSelect: () => void remove() },
        ] as const)
      : []),
  ]
  return {
    edit,
    leaveEdit,
    toggleFullScreen,
    isFullScreen,
    mayShare,
    mayEdit,
    entries,
    shareEntries,
    openProperties: () => openDialog('properties'),
  }
}
