import { Code, Compass, Download, EllipsisVertical, FileSpreadsheet, ImageDown, Link, Maximize2, Minimize2, RefreshCw } from 'lucide-react'
import { use, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { withDownloads } from '../../../frame/picture/with-downloads.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { ago } from '../../../lists/time/ago.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Menu, type MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { useShare } from '../head/use-share.ts'
import { EditContext, type EditTools } from '../stage/edit-tools.ts'
import { useDashboard, useMount } from '../state/dashboard-context.ts'
import { elementOf, type Mount } from '../state/mount.ts'
import css from './Card.module.css'
import type { HeadProps } from './CardHead.tsx'
import { oldestDataAt } from './use-card-data.ts'

const ViewQuery = lazyDialog(async () => (await import('./ViewQuery.tsx')).ViewQuery)

type Props = Pick<HeadProps, 'id' | 'record' | 'chart' | 'data' | 'name'>

/** The menu of a card; while editing it also has the layout actions. */
export const CardMenu = (props: Props) => {
  const { data, name } = props
  const tools = use(EditContext)
  const [showsQuery, showQuery] = useState(false)
  const onShowQuery = () => showQuery(true)
  return (
    <>
      {tools ? <EditMenu {...props} tools={tools} onShowQuery={onShowQuery} /> : <ReadMenu {...props} onShowQuery={onShowQuery} />}
      {showsQuery && <ViewQuery name={name} data={data} onClose={() => showQuery(false)} />}
    </>
  )
}

type MenuProps = Props & { onShowQuery: () => void }

const ReadMenu = (props: MenuProps) => <CardMenuButton name={props.name} entries={useReadEntries(props)} />

const EditMenu = ({ tools, ...props }: MenuProps & { tools: EditTools }) => {
  const reads = useReadEntries(props)
  return (
    <tools.Entries id={props.id}>
      {(moves) => <CardMenuButton name={props.name} entries={() => [...moves(), 'divider', ...reads()]} />}
    </tools.Entries>
  )
}

const CardMenuButton = ({ name, entries }: { name: string; entries: () => MenuEntry[] }) => {
  const [open, setOpen] = useState(false)
  return (
    <span className={css['menu']} data-open={open} data-screen-only>
      <Menu label={t('Actions of %(name)s', { name })} align="end" width={288} entries={entries} onOpenChange={setOpen}>
        <IconButton dense label={t('Actions')} aria-label={t('Actions of %(name)s', { name })} icon={<EllipsisVertical />} />
      </Menu>
    </span>
  )
}

const useReadEntries = (props: MenuProps): (() => MenuEntry[]) => {
  const mount = useMount()
  const { hasPermission } = useSession()
  const share = useShare()
  const isFullSize = useDashboard((state) => state.fullSize === props.id)
  return () => readEntries(props, { mount, hasPermission, share, isFullSize })
}

type Page = {
  mount: Mount
  hasPermission: ReturnType<typeof useSession>['hasPermission']
  share: ReturnType<typeof useShare>
  isFullSize: boolean
}

const readEntries = (
  { id, record, data, name, onShowQuery }: MenuProps,
  { mount, hasPermission, share, isFullSize }: Page,
): MenuEntry[] => {
  const { store, cards } = mount
  const age = data.answer ? ago(new Date(oldestDataAt(data.answer)).toISOString()) : ''
  const isCached = data.answer?.queries.some((query) => query.isCached) ?? false
  const entries: MenuEntry[] = [
    {
      key: 'refresh',
      label: t('Force refresh'),
      icon: <RefreshCw />,
      hint: age && (isCached ? t('Cached %s', [age]) : t('Fetched %s', [age])),
      disabled: data.status === 'loading',
      onSelect: () => cards.refreshOne(id),
    },
    isFullSize
      ? { key: 'full', label: t('Exit fullscreen'), icon: <Minimize2 />, onSelect: () => store.getState().set({ fullSize: null }) }
      : { key: 'full', label: t('Enter fullscreen'), icon: <Maximize2 />, onSelect: () => store.getState().set({ fullSize: id }) },
  ]
  if (hasPermission('can_explore', 'Superset'))
    entries.push({
      key: 'explore',
      label: t('Edit chart'),
      icon: <Compass />,
      to: paths.chart(record.id),
    })
  entries.push({ key: 'query', label: t('View query'), icon: <Code />, disabled: !data.answer, onSelect: onShowQuery })
  if (hasPermission('can_share_chart', 'Superset'))
    entries.push({ key: 'share', label: t('Copy permalink to clipboard'), icon: <Link />, onSelect: () => void share.copy(id) })
  entries.push('divider')
  if (hasPermission('can_csv', 'Superset'))
    entries.push(
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
    )
  entries.push({
    key: 'image',
    label: t('Download as image'),
    icon: <ImageDown />,
    disabled: !data.answer,
    onSelect: () => withDownloads(({ downloadImage }) => downloadImage(elementOf(mount, id), name, { margin: 8 })),
  })
  return entries
}
