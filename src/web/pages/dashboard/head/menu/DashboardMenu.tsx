import {
  CodeXml,
  Copy,
  Crosshair,
  FileSpreadsheet,
  Funnel,
  ImageDown,
  Link,
  Mail,
  Maximize2,
  Minimize2,
  Pencil,
  Printer,
  RefreshCw,
  Settings2,
  Timer,
  Trash2,
  Waypoints,
} from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../../../../data/feature-flags.ts'
import { useSession } from '../../../../data/session.ts'
import { withDownloads } from '../../../../frame/picture/with-downloads.ts'
import { accessEntry } from '../../../../lists/people/access-entry.tsx'
import { publicEntry } from '../../../../lists/sharing/public-entry.tsx'
import { canSharePublicly } from '../../../../lists/sharing/public-links.ts'
import { loadCode, reportLoadFault } from '../../../../lazy/load-fault.ts'
import { MenuList, type MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import type { Anchor } from '../../../../ui/overlay/Popover.tsx'
import { hasFilterBoxes } from '../../filter-box/has-filter-boxes.ts'
import { useDashboard, useMount, useProperties } from '../../state/dashboard-context.ts'
import { printDashboard } from '../../print/print-dashboard.ts'
import { drawAll } from './draw-all.ts'
import { refreshAll } from '../refresh/refresh-all.ts'
import { useDashboardActions } from '../use-dashboard-actions.ts'
import { useShare } from '../use-share.ts'

type Props = {
  /** The menu of the share button, or that of everything else. */
  which: 'share' | 'more'
  isOpen: boolean
  anchor: Anchor
  onClose: () => void
}

/** The menus in the head of a dashboard. */
export const DashboardMenu = ({ which, isOpen, anchor, onClose }: Props) => {
  const { entries, shareEntries } = useMenuEntries()
  return (
    <MenuList
      open={isOpen}
      onClose={onClose}
      anchor={anchor}
      label={which === 'share' ? t('Share') : t('More')}
      align="end"
      entries={which === 'share' ? shareEntries : entries}
    />
  )
}

const useMenuEntries = () => {
  const mount = useMount()
  const { cards, root, store } = mount
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const share = useShare()
  const { dashboard_title } = useProperties()
  const id = useDashboard((state) => state.serverFields.id)
  const isEditing = useDashboard((state) => state.isEditing)
  const hasBoxes = useDashboard(({ history, charts }) => hasFilterBoxes(history.present, charts))
  const { edit, toggleFullScreen, isFullScreen, canShare, canEdit, isStored, openDialog } = useDashboardActions()
  const remove = () =>
    loadCode(() => import('./delete-dashboard.ts')).then(
      ({ deleteDashboard }) => deleteDashboard({ id, title: dashboard_title, client, navigate }),
      reportLoadFault,
    )

  const takeImage = async () => {
    const stage = root.current?.querySelector<HTMLElement>('[data-stage] > div') ?? null
    await drawAll(cards, stage?.querySelectorAll('[data-picture]').length ?? 0)
    withDownloads(({ downloadImage }) => downloadImage(stage, dashboard_title))
  }

  const downloadNumbers = () =>
    loadCode(() => import('../workbook/download-workbook.ts')).then(
      ({ downloadWorkbook }) => downloadWorkbook(store, dashboard_title),
      reportLoadFault,
    )

  const shareEntries: MenuEntry[] = [
    { key: 'share', label: t('Copy permalink to clipboard'), icon: <Link />, onSelect: () => void share.copy() },
    { key: 'mail', label: t('Share permalink by email'), icon: <Mail />, onSelect: () => void share.mail(dashboard_title) },
    ...(canEdit && isStored && canSharePublicly(session) ? [publicEntry(() => openDialog('public'))] : []),
  ]

  const entries: MenuEntry[] = [
    ...(isEditing
      ? []
      : [
          { key: 'refresh', label: t('Refresh dashboard'), icon: <RefreshCw />, onSelect: () => refreshAll(cards) },
          { key: 'interval', label: t('Set auto-refresh interval'), icon: <Timer />, onSelect: () => openDialog('interval') },
          isFullScreen
            ? { key: 'full', label: t('Exit fullscreen'), icon: <Minimize2 />, onSelect: toggleFullScreen }
            : { key: 'full', label: t('Enter fullscreen'), icon: <Maximize2 />, onSelect: toggleFullScreen },
        ]),
    ...(canEdit
      ? [
          ...(isEditing ? [] : [{ key: 'edit', label: t('Edit dashboard'), icon: <Pencil />, onSelect: edit }]),
          { key: 'properties', label: t('Edit properties'), icon: <Settings2 />, onSelect: () => openDialog('properties') },
          ...(hasFeature('DASHBOARD_NATIVE_FILTERS')
            ? [{ key: 'filters', label: t('Add and edit filters'), icon: <Funnel />, onSelect: () => openDialog('filters') }]
            : []),
          ...(hasBoxes
            ? [{ key: 'mapping', label: t('Set filter mapping'), icon: <Waypoints />, onSelect: () => openDialog('mapping') }]
            : []),
          ...(hasFeature('DASHBOARD_CROSS_FILTERS')
            ? [{ key: 'scoping', label: t('Cross-filtering scoping'), icon: <Crosshair />, onSelect: () => openDialog('scoping') }]
            : []),
        ]
      : []),
    ...(isStored && session.hasPermission('can_write', 'Dashboard') && session.hasPermission('can_save_dash', 'Superset')
      ? [{ key: 'copy', label: t('Save as'), icon: <Copy />, onSelect: () => openDialog('copy') }]
      : []),
    ...(isEditing
      ? []
      : ([
          { key: 'image', label: t('Download as image'), icon: <ImageDown />, onSelect: () => void takeImage() },
          { key: 'print', label: t('Print'), icon: <Printer />, onSelect: () => void printDashboard(mount) },
        ] as const)),
    ...(!isEditing && session.hasPermission('can_csv', 'Superset')
      ? [{ key: 'xlsx', label: t('Export all charts to Excel'), icon: <FileSpreadsheet />, onSelect: () => void downloadNumbers() }]
      : []),
    ...(canEdit && isStored && session.hasPermission('can_set_embedded', 'Dashboard')
      ? [{ key: 'embed', label: t('Embed dashboard'), icon: <CodeXml />, onSelect: () => openDialog('embed') }]
      : []),
    ...(!isEditing && isStored ? accessEntry(session, 'dashboard', id) : []),
    ...(canShare && !isEditing ? (['divider', ...shareEntries] as const) : []),
    ...(canEdit && isStored
      ? ([
          'divider',
          { key: 'delete', label: t('Delete dashboard'), icon: <Trash2 />, danger: true, onSelect: () => void remove() },
        ] as const)
      : []),
  ]
  return { entries, shareEntries }
}
