import {
  Code,
  Compass,
  Crosshair,
  Download,
  FileSpreadsheet,
  ImageDown,
  Link,
  Maximize2,
  Minimize2,
  RefreshCw,
  Split,
  TableProperties,
} from 'lucide-react'
import { detailRefusal, drillByRefusal } from '#core/query/drill/refusals.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../../data/session.ts'
import { withDownloads } from '../../../../frame/picture/with-downloads.ts'
import { ago } from '../../../../lists/time/ago.ts'
import type { MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import { useDrillRights } from '../../drill/use-drill-rights.ts'
import { useShare } from '../../head/use-share.ts'
import { useDashboard, useMount } from '../../state/dashboard-context.ts'
import { elementOf } from '../../state/mount.ts'
import type { HeadProps } from '../CardHead.tsx'
import { oldestDataAt } from '../use-card-data.ts'
import type { CardDialog } from './CardActions.tsx'
import { pathWithFilters } from './explore-path.ts'

/** The actions on a card, evaluated when its menu opens. */
export const useCardEntries = (card: HeadProps, onDialog: (dialog: CardDialog) => void): (() => MenuEntry[]) => {
  const { id, record, data, name } = card
  const mount = useMount()
  const { hasPermission } = useSession()
  const share = useShare()
  const rights = useDrillRights(card.chart, card.form)
  const mayEdit = useDashboard((state) => state.mayEdit)
  const isFullSize = useDashboard((state) => state.fullSize === id)
  const { store, cards } = mount
  const setFullSize = (fullSize: string | null) => store.getState().set({ fullSize })

  const refreshEntry = (): MenuEntry => {
    const age = data.answer ? ago(new Date(oldestDataAt(data.answer)).toISOString()) : ''
    const isCached = data.answer?.queries.some((query) => query.isCached) ?? false
    return {
      key: 'refresh',
      label: t('Force refresh'),
      icon: <RefreshCw />,
      hint: age && (isCached ? t('Cached %s', [age]) : t('Fetched %s', [age])),
      disabled: data.status === 'loading',
      onSelect: () => cards.refreshOne(id),
    }
  }
  const sizeEntry = (): MenuEntry =>
    isFullSize
      ? { key: 'full', label: t('Exit fullscreen'), icon: <Minimize2 />, onSelect: () => setFullSize(null) }
      : { key: 'full', label: t('Enter fullscreen'), icon: <Maximize2 />, onSelect: () => setFullSize(id) }
  const drillEntry = (key: 'detail' | 'by', refusal: string | null): MenuEntry => ({
    key,
    label: key === 'detail' ? t('Drill to detail') : t('Drill by'),
    icon: key === 'detail' ? <TableProperties /> : <Split />,
    ...(refusal !== null && { disabled: true, reason: t(refusal) }),
    onSelect: () => onDialog(key),
  })
  const downloadEntries = (): MenuEntry[] => [
    ...(hasPermission('can_csv', 'Superset')
      ? [
          {
            key: 'csv',
            label: t('Export to .CSV'),
            icon: <Download />,
            onSelect: () => withDownloads(({ downloadData }) => downloadData(data.queryContext, 'csv', name)),
          },
          {
            key: 'xlsx',
            label: t('Export to Excel'),
            icon: <FileSpreadsheet />,
            onSelect: () => withDownloads(({ downloadData }) => downloadData(data.queryContext, 'xlsx', name)),
          },
        ]
      : []),
    {
      key: 'image',
      label: t('Download as image'),
      icon: <ImageDown />,
      disabled: !data.answer,
      onSelect: () => withDownloads(({ downloadImage }) => downloadImage(elementOf(mount, id), name, { margin: 8 })),
    },
  ]
  return () => [
    refreshEntry(),
    sizeEntry(),
    ...(hasPermission('can_explore', 'Superset')
      ? [
          {
            key: 'explore',
            label: t('Edit chart'),
            icon: <Compass />,
            to: pathWithFilters(card.form, { chartId: record.id, dashboardId: store.getState().kept.id }),
          },
        ]
      : []),
    ...(mayEdit && card.chart.behaviors.includes('INTERACTIVE_CHART')
      ? [{ key: 'scoping', label: t('Cross-filtering scoping'), icon: <Crosshair />, onSelect: () => onDialog('scoping') }]
      : []),
    { key: 'query', label: t('View query'), icon: <Code />, disabled: !data.answer, onSelect: () => onDialog('query') },
    ...(rights.mayDrillToDetail ? [drillEntry('detail', detailRefusal(rights))] : []),
    ...(rights.mayDrillBy ? [drillEntry('by', drillByRefusal(rights))] : []),
    ...(hasPermission('can_share_chart', 'Superset')
      ? [{ key: 'share', label: t('Copy permalink to clipboard'), icon: <Link />, onSelect: () => void share.copy(id) }]
      : []),
    'divider',
    ...downloadEntries(),
  ]
}
