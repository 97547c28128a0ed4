import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Braces,
  Check,
  Code,
  Copy,
  Download,
  Ellipsis,
  FileSpreadsheet,
  ImageDown,
  LayoutDashboard,
  Link2,
  Mail,
  Redo2,
  Settings2,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { chartAddFavorite, chartDelete, chartRemoveFavorite, chartRestore } from '#api/chart.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { call } from '../../../data/call.ts'
import { paths } from '../../../data/paths.ts'
import { charts, markChanged, markStarred } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { UserStar } from '../../../lists/rows/UserStar.tsx'
import { downloadData, downloadImage } from '../../../frame/picture/download.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { accessEntry } from '../../../lists/people/access-entry.tsx'
import { publicEntry } from '../../../lists/sharing/public-entry.tsx'
import { useStarFault } from '../../../lists/page/use-star-fault.ts'
import { EditableTitle } from '../../../ui/text/EditableTitle.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { keyText } from '../../../ui/keys/Kbd.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { useChanges } from '../state/use-changes.ts'
import { nameChart } from '../state/name-chart.ts'
import { useRun } from '../state/run.ts'
import { downloadJson } from '../../../data-grid/json-rows.ts'
import css from './Header.module.css'
import { sharePermalink, mailPermalink } from './share.ts'
import type { ChartActions } from './use-chart-actions.tsx'

const EmbedCode = lazyDialog(async () => (await import('./EmbedCode.tsx')).EmbedCode)
const PublicLinkDialog = lazyDialog(async () => (await import('../../../lists/sharing/PublicLinkDialog.tsx')).PublicLinkDialog)

type Props = { actions: ChartActions }

/** The chart's name, editable in place. The placeholder describes the chart. */
export const ChartTitle = ({ actions: { sentence, canCreate } }: Props) => {
  const store = useExploreStore()
  const title = useExplore((state) => state.title)
  return (
    <EditableTitle
      className={css['title'] ?? ''}
      label={t('Chart name')}
      value={title}
      placeholder={nameChart('', sentence)}
      onChange={canCreate ? (next) => store.getState().setTitle(next) : undefined}
    />
  )
}

/** Whether the chart is saved, and the number of changes if there is room for it. */
export const SaveState = ({ isShort = false }: { isShort?: boolean }) => {
  const { isDirty, changes } = useChanges()
  const hasSlice = useExplore((state) => state.slice !== null)
  const text = !hasSlice
    ? t('Not saved')
    : changes > 0 && !isShort
      ? t.plural(changes, 'Edited, %(count)s change', 'Edited, %(count)s changes')
      : isDirty
        ? t('Edited')
        : t('Saved')
  return (
    <span className={css['state']} role="status">
      {isDirty || !hasSlice ? <span className={css['dot']} aria-hidden /> : <Check aria-hidden />}
      {text}
    </span>
  )
}

export const UndoButton = (look: Pick<ComponentProps<typeof IconButton>, 'bordered'>) => {
  const store = useExploreStore()
  const canUndo = useExplore((state) => state.history.past.length > 0)
  return (
    <IconButton
      {...look}
      label={t('Undo')}
      hint={keyText('⌘Z')}
      icon={<Undo2 />}
      focusableWhenDisabled
      disabled={!canUndo}
      onClick={() => store.getState().undo()}
    />
  )
}

export const RedoButton = () => {
  const store = useExploreStore()
  const canRedo = useExplore((state) => state.history.future.length > 0)
  return (
    <IconButton
      label={t('Redo')}
      hint={keyText('⇧⌘Z')}
      icon={<Redo2 />}
      focusableWhenDisabled
      disabled={!canRedo}
      onClick={() => store.getState().redo()}
    />
  )
}

/** Copies a link to the current state with one click. */
export const CopyLinkButton = () => {
  const store = useExploreStore()
  const [search] = useSearchParams()
  const copy = () => void sharePermalink(store.getState().form(), search)
  return <IconButton bordered label={t('Copy permalink to clipboard')} icon={<Link2 />} onClick={copy} />
}

/** Shares the current state of the chart, including unsaved changes. */
export const ShareMenu = ({ actions: { name, canOverwrite }, children }: Props & Pick<ComponentProps<typeof Menu>, 'children'>) => {
  const store = useExploreStore()
  const [search] = useSearchParams()
  const session = useSession()
  const slice = useExplore((state) => state.slice)
  const [isEmbedding, setEmbedding] = useState(false)
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      <Menu
        label={t('Share')}
        align="end"
        entries={[
          {
            key: 'copy',
            label: t('Copy permalink to clipboard'),
            icon: <Link2 />,
            onSelect: () => void sharePermalink(store.getState().form(), search),
          },
          {
            key: 'mail',
            label: t('Share permalink by email'),
            icon: <Mail />,
            onSelect: () => void mailPermalink(store.getState().form(), search, name),
          },
          { key: 'embed', label: t('Embed code'), icon: <Code />, onSelect: () => setEmbedding(true) },
          ...(slice && canOverwrite && session.hasPermission('can_set_embedded', 'Dashboard') ? [publicEntry(() => setSharing(true))] : []),
        ]}
      >
        {children}
      </Menu>
      {isEmbedding && <EmbedCode search={search} onClose={() => setEmbedding(false)} />}
      {slice && isSharing && <PublicLinkDialog kind="chart" id={slice.slice_id} onClose={() => setSharing(false)} />}
    </>
  )
}

/** The dashboards that contain the chart. */
export const DashboardsMenu = () => {
  const dashboards = useExplore((state) => state.metadata?.dashboards) ?? []
  if (dashboards.length === 0) return null
  return (
    <Menu
      label={t('Dashboards with this chart')}
      entries={dashboards.map((dashboard) => ({
        key: String(dashboard.id),
        label: dashboard.dashboard_title,
        icon: <LayoutDashboard />,
        to: paths.dashboard(dashboard.id),
      }))}
    >
      <button type="button" className={css['dashboards']}>
        {t.plural(dashboards.length, 'On %(count)s dashboard', 'On %(count)s dashboards')}
      </button>
    </Menu>
  )
}

/** Marks a saved chart as a favourite. */
export const ChartStar = ({ actions: { name } }: Props) => {
  const id = useExplore((state) => state.slice?.slice_id)
  return id === undefined ? null : <SavedStar id={id} name={name} />
}

const SavedStar = ({ id, name }: { id: number; name: string }) => {
  const client = useQueryClient()
  const asked = charts.stars([id])
  const { data, error } = useQuery(asked)
  useStarFault(error)
  const toggle = useMutation({
    mutationFn: (on: boolean) => call(on ? chartAddFavorite : chartRemoveFavorite, { params: { pk: id } }),
    onMutate: (on) => client.setQueryData(asked.queryKey, { [id]: on }),
    onError: (fault, on) => {
      client.setQueryData(asked.queryKey, { [id]: !on })
      say(t('There was an error saving the favorite status: %s', [errorText(fault)]), { kind: 'bad' })
    },
    onSuccess: () => markStarred(client, 'chart'),
  })
  return error ? null : <UserStar on={data?.[id] ?? false} name={name} onToggle={(on) => toggle.mutate(on)} />
}

/** Further actions: copies, properties, downloads, deletion. */
export const MoreMenu = ({ actions }: Props) => {
  const { name, canOverwrite, duplicate } = actions
  const { data, pictureRef } = useRun()
  const session = useSession()
  const slice = useExplore((state) => state.slice)
  const dataset = useExplore((state) => state.dataset)
  const navigate = useNavigate()
  const client = useQueryClient()
  const canDownload = session.hasPermission('can_csv', 'Superset')

  const restore = async (id: number) => {
    try {
      await call(chartRestore, { params: { pk: id } })
      await markChanged(client, { kind: 'chart', id })
      void navigate(paths.chart(id))
    } catch (error) {
      say(t('Could not restore what was deleted: %s', [errorText(error)]), { kind: 'bad' })
    }
  }
  const remove = async () => {
    if (!slice) return
    try {
      await call(chartDelete, { params: { pk: slice.slice_id } })
      await markChanged(client, { kind: 'chart', id: slice.slice_id })
      void navigate(paths.charts, { state: 'own' })
      say(t('Deleted: %s', [name]), {
        action: { label: t('Undo'), run: () => void restore(slice.slice_id) },
      })
    } catch (error) {
      say(t('There was an issue deleting: %s', [errorText(error)]), { kind: 'bad' })
    }
  }
  const entries: MenuEntry[] = [
    ...(actions.canCreate ? [{ key: 'save-as', label: t('Save as…'), icon: <LayoutDashboard />, onSelect: actions.saveAs }] : []),
    ...(slice && duplicate ? [{ key: 'duplicate', label: t('Duplicate chart'), icon: <Copy />, onSelect: duplicate }] : []),
    ...(slice && canOverwrite
      ? [{ key: 'properties', label: t('Edit chart properties'), icon: <Settings2 />, onSelect: actions.editProperties }]
      : []),
    ...(slice ? accessEntry(session, 'chart', slice.slice_id) : []),
    { key: 'sql', label: t('View query'), icon: <Code />, onSelect: actions.showSql },
    'divider',
    ...(canDownload
      ? [
          {
            key: 'csv',
            label: t('Download CSV'),
            icon: <Download />,
            onSelect: () => void downloadData(data.queryContext, 'csv', { name, dataset }),
          },
          {
            key: 'xlsx',
            label: t('Download Excel'),
            icon: <FileSpreadsheet />,
            onSelect: () => void downloadData(data.queryContext, 'xlsx', { name, dataset }),
          },
          {
            key: 'json',
            label: t('Download JSON'),
            icon: <Braces />,
            onSelect: () => data.answer?.tables.forEach((table, i) => downloadJson(table, i === 0 ? name : `${name} ${i + 1}`)),
          },
        ]
      : []),
    {
      key: 'image',
      label: t('Download image'),
      icon: <ImageDown />,
      onSelect: () => void downloadImage(pictureRef.current, name, { margin: 16 }),
    },
    ...(slice && canOverwrite
      ? (['divider', { key: 'delete', label: t('Delete chart'), icon: <Trash2 />, danger: true, onSelect: () => void remove() }] as const)
      : []),
  ]
  return (
    <Menu label={t('More')} align="end" entries={entries}>
      <IconButton bordered label={t('More')} icon={<Ellipsis />} />
    </Menu>
  )
}
