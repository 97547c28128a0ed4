import {
  Code,
  Compass,
  Crosshair,
  Download,
  FileSpreadsheet,
  ImageDown,
  Link,
  Mail,
  Maximize2,
  Minimize2,
  Palette,
  RefreshCw,
  Split,
  Table as TableIcon,
  TableProperties,
  Text,
} from 'lucide-react'
import { useStore } from 'zustand'
import { detailRefusal, drillByRefusal } from '#core/query/drill/refusals.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../../data/session.ts'
import { dataTimeOf } from '../../../../frame/data/answer.ts'
import { withDownloads } from '../../../../frame/picture/with-downloads.ts'
import { ago } from '../../../../lists/time/ago.ts'
import type { MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import { useDrillRights } from '../../drill/use-drill-rights.ts'
import { useShare } from '../../head/use-share.ts'
import { isLent, unsavedId } from '../../data/record.ts'
import { useDashboard, useMount } from '../../state/dashboard-context.ts'
import { elementOf } from '../../state/mount.ts'
import { isDescriptionShown } from '../../state/derived.ts'
import type { HeadProps } from '../CardHead.tsx'
import { oldestDataAt } from '../use-card-data.ts'
import type { CardDialog } from './CardActions.tsx'
import { showDescription } from './description.ts'
import { dashboardPlace, pathWithFilters } from './explore-path.ts'

/** The actions on a card, evaluated while its menu is open. */
export const useCardEntries = (card: HeadProps, onDialog: (dialog: CardDialog) => void): (() => MenuEntry[]) => {
  const { id, record, data, name } = card
  const mount = useMount()
  const { hasPermission } = useSession()
  const share = useShare()
  const rights = useDrillRights(card.chart, card.form)
  const dataset = useDashboard((state) => state.datasets[card.form.datasource] ?? null)
  const canEdit = useDashboard((state) => state.canEdit)
  const isFullSize = useDashboard((state) => state.fullSizeId === id)
  const isExpanded = useDashboard((state) => isDescriptionShown(state, record.id))
  // The labels of a chart are known once it is drawn.
  const hasLabels = useStore(mount.colors.store, ({ groups }) => (groups.get(id)?.length ?? 0) > 0)
  const { store, cards } = mount
  const setFullSize = (fullSizeId: string | null) => store.getState().set({ fullSizeId })

  const refreshEntry = (): MenuEntry => {
    const age = data.answer ? ago(new Date(oldestDataAt(data.answer)).toISOString()) : ''
    const dataOn = data.answer ? dataTimeOf(data.answer) : null
    const isCached = data.answer?.queries.some((query) => query.isCached) ?? false
    return {
      key: 'refresh',
      label: t('Force refresh'),
      icon: <RefreshCw />,
      hint: dataOn ? t('Data of %s', [ago(dataOn)]) : age && (isCached ? t('Cached %s', [age]) : t('Fetched %s', [age])),
      disabled: data.status === 'loading',
      onSelect: () => cards.refreshOne(id),
    }
  }
  const sizeEntry = (): MenuEntry =>
    isFullSize
      ? { key: 'full', label: t('Exit fullscreen'), icon: <Minimize2 />, onSelect: () => setFullSize(null) }
      : { key: 'full', label: t('Enter fullscreen'), icon: <Maximize2 />, onSelect: () => setFullSize(id) }
  const openColors = () => {
    const { left = 0, top = 0 } = elementOf(mount, id)?.querySelector('[data-picture]')?.getBoundingClientRect() ?? {}
    store.getState().set({ dialog: 'colors', coloring: { card: id, label: null, x: left, y: top } })
  }
  const drillEntry = (key: 'detail' | 'by', refusal: string | null): MenuEntry => ({
    key,
    label: key === 'detail' ? t('Drill to detail') : t('Drill by'),
    icon: key === 'detail' ? <TableProperties /> : <Split />,
    ...(refusal !== null && { disabled: true, reason: t(refusal) }),
    onSelect: () => onDialog(key),
  })
  const descriptionEntry = (): MenuEntry => ({
    key: 'description',
    label: isExpanded ? t('Hide chart description') : t('Show chart description'),
    icon: <Text />,
    onSelect: () => showDescription(store, record.id, !isExpanded),
  })
  const canView = (permission: string) => hasPermission('can_explore', 'Superset') || hasPermission(permission, 'Dashboard')
  const image = (format: 'jpg' | 'png' | 'svg') => () =>
    withDownloads(({ downloadImage }) => downloadImage(elementOf(mount, id), name, { margin: 8, format }))
  const downloadEntries = (): MenuEntry[] => [
    ...(hasPermission('can_csv', 'Superset')
      ? [
          {
            key: 'csv',
            label: t('Export to .CSV'),
            icon: <Download />,
            onSelect: () => withDownloads(({ downloadData }) => downloadData(data.queryContext, 'csv', { name, dataset })),
          },
          {
            key: 'xlsx',
            label: t('Export to Excel'),
            icon: <FileSpreadsheet />,
            onSelect: () => withDownloads(({ downloadData }) => downloadData(data.queryContext, 'xlsx', { name, dataset })),
          },
        ]
      : []),
    { key: 'image', label: t('Download as image'), icon: <ImageDown />, disabled: !data.answer, onSelect: image('jpg') },
    { key: 'png', label: t('Download as PNG'), icon: <ImageDown />, disabled: !data.answer, onSelect: image('png') },
    { key: 'svg', label: t('Download as SVG'), icon: <ImageDown />, disabled: !data.answer, onSelect: image('svg') },
  ]
  return () => [
    refreshEntry(),
    sizeEntry(),
    ...(!isLent(dataset) && hasPermission('can_explore', 'Superset') && hasPermission('can_slice', 'Superset')
      ? [
          {
            key: 'explore',
            label: t('Edit chart'),
            icon: <Compass />,
            to: pathWithFilters(card.form, { chartId: record.id, ...dashboardPlace(store) }),
          },
        ]
      : []),
    ...(canEdit && card.chart.behaviors.includes('INTERACTIVE_CHART')
      ? [{ key: 'scoping', label: t('Cross-filtering scoping'), icon: <Crosshair />, onSelect: () => onDialog('scoping') }]
      : []),
    ...(canEdit && hasLabels ? [{ key: 'colors', label: t('Label colors'), icon: <Palette />, onSelect: openColors }] : []),
    ...(record.description?.trim() ? [descriptionEntry()] : []),
    ...(canView('can_view_query')
      ? [
          {
            key: 'query',
            label: t('View query'),
            icon: <Code />,
            disabled: !data.answer && !data.queryContext,
            onSelect: () => onDialog('query'),
          },
        ]
      : []),
    ...(canView('can_view_chart_as_table')
      ? [{ key: 'table', label: t('View as table'), icon: <TableIcon />, disabled: !data.answer, onSelect: () => onDialog('table') }]
      : []),
    ...(rights.mayDrillToDetail ? [drillEntry('detail', detailRefusal(rights))] : []),
    ...(rights.mayDrillBy ? [drillEntry('by', drillByRefusal(rights))] : []),
    ...(hasPermission('can_share_chart', 'Superset') && store.getState().serverFields.id !== unsavedId
      ? ([
          'divider',
          { key: 'share', label: t('Copy permalink to clipboard'), icon: <Link />, onSelect: () => void share.copy(id) },
          { key: 'mail', label: t('Share chart by email'), icon: <Mail />, onSelect: () => void share.mail(name, id) },
        ] as const)
      : []),
    'divider',
    ...downloadEntries(),
  ]
}
