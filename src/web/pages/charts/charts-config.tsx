import { ChartColumn, Copy, LayoutDashboard, Pencil, Plus, Share } from 'lucide-react'
import { Link } from 'react-router'
import type { chartList } from '#api/chart.ts'
import type { RowOf } from '#api/declare/route.ts'
import { chartImport } from '#api/import.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { charts, markChanged } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { copyLink } from '../../lists/sharing/copy-link.ts'
import { objectOptions } from '../../lists/options.ts'
import { byLastEdited, editedColumn, editedLine, lastEditedFirst, ownersColumn, ownersFilter, canEditIn } from '../../lists/parts.tsx'
import { accessEntry } from '../../lists/people/access-entry.tsx'
import { publicEntry } from '../../lists/sharing/public-entry.tsx'
import { canSharePublicly, noteOf } from '../../lists/sharing/public-links.ts'
import { removalOf, routesOf } from '../../lists/routes.ts'
import { since, sinceOptions } from '../../lists/time/since.ts'
import { vizOptions } from '../../lists/viz-names.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'

const columns = [
  'id',
  'slice_name',
  'description',
  'viz_type',
  'datasource_id',
  'table.table_name',
  'datasource_url',
  'dashboards.id',
  'dashboards.dashboard_title',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'changed_by.id',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_utc',
  'thumbnail_url',
  'is_managed_externally',
  'certified_by',
] as const

export type ChartRow = RowOf<typeof chartList, (typeof columns)[number]>

const tableName = ({ table }: Pick<ChartRow, 'table'>) => table?.table_name ?? '–'

type Dependencies = {
  session: Session
  vizName: (vizType: string) => string
  edit: (id: number) => void
  duplicate: (row: ChartRow) => void
  /** Opens the dialog that adds charts to a dashboard. */
  add: (rows: ChartRow[]) => void
  /** Opens the public link of a chart. */
  share: (id: number) => void
  /** The charts that have one. */
  shared: ReadonlySet<number>
}

export const chartsConfig = ({ session, vizName, edit, duplicate, add, share, shared }: Dependencies): ListConfig<ChartRow> => {
  const { user, hasPermission } = session
  const routes = routesOf('chart')
  const canWrite = hasPermission('can_write', 'Chart')
  const canAddToDashboard = hasPermission('can_write', 'Dashboard')
  const newChart = canWrite && (
    <ButtonLink kind="primary" icon={<Plus />} to={paths.newChart}>
      {t('Chart')}
    </ButtonLink>
  )
  const owns = canEditIn(session)
  const canEdit = (row: ChartRow) => canWrite && owns(row)
  return {
    id: 'chart',
    title: t('Charts'),
    noun: (count) => t.plural(count, 'chart', 'charts'),
    list: (q) => charts.list({ ...q, columns }),
    count: charts.count,
    refresh: (client) => markChanged(client, { kind: 'chart' }),
    search: { col: 'slice_name', opr: 'chart_all_text', label: t('Search name, dataset or type') },
    filters: [
      { key: 'viz_type', label: t('Type'), options: vizOptions, condition: (value) => ({ col: 'viz_type', opr: 'eq', value }) },
      {
        key: 'dataset',
        label: t('Dataset'),
        options: objectOptions('dataset', 'ct'),
        condition: (value) => ({ col: 'datasource_id', opr: 'eq', value }),
      },
      ownersFilter('chart'),
      {
        key: 'dashboards',
        label: t('Dashboard'),
        options: objectOptions('dashboard', 'title_or_slug'),
        condition: (value) => ({ col: 'dashboards', opr: 'rel_m_m', value }),
      },
      {
        key: 'edited',
        label: t('Edited'),
        options: sinceOptions,
        condition: (value) => ({ col: 'last_saved_at', opr: 'gt', value: since(value) }),
      },
      { key: 'favorite', label: t('Starred'), condition: (value) => ({ col: 'id', opr: 'chart_is_favorite', value }) },
    ],
    sorts: [
      byLastEdited(),
      { key: 'slice_name', label: t('Name'), direction: 'asc' },
      { key: 'viz_type', label: t('Type'), direction: 'asc' },
      { key: 'datasource_name', label: t('Dataset'), direction: 'asc' },
    ],
    defaults: lastEditedFirst,
    name: (row) => row.slice_name || t('[ untitled ]'),
    note: (row) => noteOf(shared.has(row.id), row.description),
    marks: ({ certified_by }) => ({ is_certified: Boolean(certified_by), certified_by }),
    open: (row) => paths.chart(row.id),
    icon: <ChartColumn />,
    thumbnail: (row) => row.thumbnail_url,
    shown: [
      { key: 'type', head: t('Type'), sort: 'viz_type', width: 136, hiddenOn: 'phone', cell: (row) => vizName(row.viz_type) },
      {
        key: 'dataset',
        head: t('Dataset'),
        sort: 'datasource_name',
        width: 184,
        hiddenOn: 'tablet',
        cell: (row) => (row.datasource_url ? <Link to={row.datasource_url}>{tableName(row)}</Link> : '–'),
      },
      {
        key: 'dashboards',
        head: t('On dashboard'),
        width: 184,
        hiddenOn: 'desktop',
        cell: ({ dashboards = [] }) => <OnDashboards dashboards={dashboards} />,
      },
      ownersColumn(user.id, { width: 144, hiddenOn: 'desktop' }),
      editedColumn((row) => row.changed_on_utc),
    ],
    card: (row) => ({
      lines: [t('%(type)s on %(dataset)s', { type: vizName(row.viz_type), dataset: tableName(row) }), editedLine(row, user.id)],
    }),
    stars: { kind: 'chart', of: charts.stars, add: routes.star, remove: routes.unstar },
    canEdit,
    ...(canWrite && {
      remove: {
        ...removalOf('chart'),
        failure: (_name, reason) => t('There was an issue deleting: %s', [reason]),
      },
    }),
    entries: (row) => [
      ...(canEdit(row) ? [{ key: 'edit', label: t('Edit properties'), icon: <Pencil />, onSelect: () => edit(row.id) }] : []),
      ...(canWrite && row.datasource_id !== null
        ? [{ key: 'duplicate', label: t('Duplicate'), icon: <Copy />, onSelect: () => duplicate(row) }]
        : []),
      ...(canAddToDashboard ? [{ key: 'add', label: t('Add to dashboard'), icon: <LayoutDashboard />, onSelect: () => add([row]) }] : []),
      { key: 'link', label: t('Copy link'), icon: <Share />, onSelect: () => void copyLink(paths.chart(row.id)) },
      ...(canEdit(row) && canSharePublicly(session) ? [publicEntry(() => share(row.id))] : []),
      ...accessEntry(session, 'chart', row.id),
    ],
    ...(canAddToDashboard && { bulk: [{ key: 'add', label: t('Add to dashboard'), icon: <LayoutDashboard />, run: add }] }),
    imports: hasPermission('can_write', 'Chart') && chartImport,
    actions: newChart,
    empty: { title: t('No charts yet'), text: t('A chart shows the data of a dataset. Choose a dataset to start.'), action: newChart },
  }
}

const OnDashboards = ({ dashboards }: { dashboards: { id: number; dashboard_title: string }[] }) => {
  const [first, ...others] = dashboards
  if (!first) return '–'
  return (
    <span title={dashboards.map((dashboard) => dashboard.dashboard_title).join(', ')}>
      <Link to={paths.dashboard(first.id)}>{first.dashboard_title}</Link>
      {others.length > 0 && ` +${others.length}`}
    </span>
  )
}
