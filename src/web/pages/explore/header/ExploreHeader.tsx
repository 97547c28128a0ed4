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
  Share,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { chartAddFavorite, chartDelete, chartRemoveFavorite, chartRestore } from '#api/chart.ts'
import { t } from '#core/i18n/t.ts'
import { textOf } from '../../../data/call-error.ts'
import { call } from '../../../data/call.ts'
import { paths } from '../../../data/paths.ts'
import { charts, draftOf, markChanged, markStarred } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { downloadData, downloadImage } from '../../../frame/picture/download.ts'
import { sentenceFacts } from '../../../frame/picture/draw-context.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EditableTitle } from '../../../ui/text/EditableTitle.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Kbd, keyText } from '../../../ui/keys/Kbd.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { Star } from '../../../ui/button/Star.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { useChanges } from '../state/use-changes.ts'
import { useRun } from '../state/run.ts'
import { downloadJson } from '../drawer/json-rows.ts'
import css from './Header.module.css'
import { SaveDialog } from './SaveDialog.tsx'
import { sharePermalink, mailPermalink } from './share.ts'
import { useSaving } from './use-saving.ts'

const Properties = lazyDialog(async () => (await import('../../../lists/PropertiesSheet.tsx')).PropertiesSheet)

type Props = { onSaved: (sliceId: number) => void; onShowSql: () => void }

/** Name, state and deeds of the chart. */
export const ExploreHeader = ({ onSaved, onShowSql }: Props) => {
  const store = useExploreStore()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const title = useExplore((state) => state.title)
  const slice = useExplore((state) => state.slice)
  const metadata = useExplore((state) => state.metadata)
  const dataset = useExplore((state) => state.dataset)
  const canUndo = useExplore((state) => state.history.past.length > 0)
  const canRedo = useExplore((state) => state.history.future.length > 0)
  const { drawnChart, form, data, isBehind } = useRun()
  const { changes, isDirty } = useChanges()
  const [dialog, setDialog] = useState<'save' | 'properties' | null>(null)
  const saving = useSaving(onSaved)
  const { save, mayOverwrite, mayAdd } = saving
  const sentence = useMemo(() => drawnChart.sentence(form, { t, ...sentenceFacts(dataset) }), [drawnChart, form, dataset])
  const name = title || sentence || t('Untitled chart')

  const saveNow = useCallback(() => {
    if (!mayAdd) return
    if (slice && mayOverwrite && isDirty) void save({ kind: 'over', name, where: { kind: 'none' } })
    else setDialog('save')
  }, [mayAdd, slice, mayOverwrite, isDirty, save, name])

  useKeys([
    { keys: '⌘S', label: t('Save the chart'), run: saveNow, always: true },
    { keys: '⌘Z', label: t('Undo a change of the controls'), run: () => store.getState().undo() },
    { keys: '⇧⌘Z', label: t('Redo'), run: () => store.getState().redo() },
    { keys: '⌘↵', label: t('Run the chart'), run: () => (isBehind ? store.getState().update() : data.refresh()), always: true },
    { keys: 'R', label: t('Refresh'), run: data.refresh },
  ])
  const onDashboards = metadata?.dashboards?.length ?? 0
  return (
    <header className={css['header']}>
      <EditableTitle
        className={css['title'] ?? ''}
        label={t('Chart name')}
        value={title}
        placeholder={sentence || t('Untitled chart')}
        onChange={mayAdd ? (next) => store.getState().setTitle(next) : undefined}
      />
      {slice && <ChartStar id={slice.slice_id} name={name} />}
      {onDashboards > 0 && (
        <Menu
          label={t('Dashboards with this chart')}
          entries={(metadata?.dashboards ?? []).map((dashboard) => ({
            key: String(dashboard.id),
            label: dashboard.dashboard_title,
            icon: <LayoutDashboard />,
            to: paths.dashboard(dashboard.id),
          }))}
        >
          <button type="button" className={css['dashboards']}>
            {t.plural(onDashboards, 'On %(count)s dashboard', 'On %(count)s dashboards')}
          </button>
        </Menu>
      )}
      <span className={css['space']} />
      <SaveState isDirty={isDirty} changes={changes} />
      <IconButton label={t('Undo')} hint={keyText('⌘Z')} icon={<Undo2 />} disabled={!canUndo} onClick={() => store.getState().undo()} />
      <IconButton label={t('Redo')} hint={keyText('⇧⌘Z')} icon={<Redo2 />} disabled={!canRedo} onClick={() => store.getState().redo()} />
      <span className={css['rule']} />
      <Menu
        label={t('Share')}
        placement="bottom-end"
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
        ]}
      >
        <Button icon={<Share />} className={css['share'] ?? ''}>
          {t('Share')}
        </Button>
      </Menu>
      <Overflow
        name={name}
        onShowSql={onShowSql}
        onSaveAs={() => setDialog('save')}
        onDuplicate={mayAdd ? () => void save({ kind: 'new', name: t('%(name)s (copy)', { name }), where: { kind: 'none' } }) : null}
        onProperties={() => setDialog('properties')}
        mayOverwrite={mayOverwrite}
      />
      {mayAdd && (
        <Button kind="primary" busy={saving.busy} after={<Kbd keys="⌘S" />} onClick={saveNow}>
          {t('Save')}
        </Button>
      )}
      {dialog === 'save' && (
        <SaveDialog
          name={name}
          mayOverwrite={mayOverwrite}
          hasSlice={slice !== null}
          busy={saving.busy}
          onClose={() => setDialog(null)}
          onSave={async (plan) => {
            if (await save(plan)) setDialog(null)
          }}
        />
      )}
      {dialog === 'properties' && slice && (
        <Properties
          kind="chart"
          id={slice.slice_id}
          onClose={() => setDialog(null)}
          onSaved={({ title: slice_name, description }) => {
            store.setState({ slice: { ...slice, slice_name, description }, title: slice_name })
            void client.invalidateQueries({ queryKey: draftOf('chart', slice.slice_id) })
          }}
        />
      )}
    </header>
  )
}

const SaveState = ({ isDirty, changes }: { isDirty: boolean; changes: number }) => {
  const hasSlice = useExplore((state) => state.slice !== null)
  const text = !hasSlice
    ? t('Not saved')
    : changes > 0
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

const ChartStar = ({ id, name }: { id: number; name: string }) => {
  const client = useQueryClient()
  const asked = charts.stars([id])
  const { data, error } = useQuery(asked)
  const toggle = useMutation({
    mutationFn: (on: boolean) => call(on ? chartAddFavorite : chartRemoveFavorite, { params: { pk: id } }),
    onMutate: (on) => client.setQueryData(asked.queryKey, { [id]: on }),
    onError: (fault, on) => {
      client.setQueryData(asked.queryKey, { [id]: !on })
      say(t('There was an error saving the favorite status: %s', [textOf(fault)]), { kind: 'bad' })
    },
    onSuccess: () => markStarred(client, 'chart'),
  })
  return error ? null : <Star on={data?.[id] ?? false} name={name} onToggle={(on) => toggle.mutate(on)} />
}

type OverflowProps = {
  name: string
  onShowSql: () => void
  onSaveAs: () => void
  /** Null for those who may not make charts. */
  onDuplicate: (() => void) | null
  onProperties: () => void
  mayOverwrite: boolean
}

const Overflow = ({ name, onShowSql, onSaveAs, onDuplicate, onProperties, mayOverwrite }: OverflowProps) => {
  const { data } = useRun()
  const session = useSession()
  const slice = useExplore((state) => state.slice)
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayDownload = session.may('can_csv', 'Superset')

  const remove = async () => {
    if (!slice) return
    try {
      await call(chartDelete, { params: { pk: slice.slice_id } })
      await markChanged(client, { kind: 'chart', id: slice.slice_id })
      void navigate(paths.charts, { state: 'own' })
      say(t('Deleted: %s', [name]), {
        action: {
          label: t('Undo'),
          run: () => void call(chartRestore, { params: { pk: slice.slice_id } }).then(() => navigate(paths.chart(slice.slice_id))),
        },
      })
    } catch (error) {
      say(t('There was an issue deleting: %s', [textOf(error)]), { kind: 'bad' })
    }
  }
  const entries: MenuEntry[] = [
    { key: 'save-as', label: t('Save as…'), icon: <LayoutDashboard />, onSelect: onSaveAs },
    ...(slice && onDuplicate ? [{ key: 'duplicate', label: t('Duplicate chart'), icon: <Copy />, onSelect: onDuplicate }] : []),
    ...(slice && mayOverwrite
      ? [{ key: 'properties', label: t('Edit chart properties'), icon: <Settings2 />, onSelect: onProperties }]
      : []),
    { key: 'sql', label: t('View query'), icon: <Code />, onSelect: onShowSql },
    'divider',
    ...(mayDownload
      ? [
          { key: 'csv', label: t('Download CSV'), icon: <Download />, onSelect: () => void downloadData(data.question, 'csv', name) },
          {
            key: 'xlsx',
            label: t('Download Excel'),
            icon: <FileSpreadsheet />,
            onSelect: () => void downloadData(data.question, 'xlsx', name),
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
      onSelect: () => void downloadImage(document.querySelector('[data-picture]'), name, { margin: 16 }),
    },
    ...(slice && mayOverwrite
      ? (['divider', { key: 'delete', label: t('Delete chart'), icon: <Trash2 />, danger: true, onSelect: () => void remove() }] as const)
      : []),
  ]
  return (
    <Menu label={t('More')} placement="bottom-end" entries={entries}>
      <IconButton bordered label={t('More')} icon={<Ellipsis />} />
    </Menu>
  )
}
