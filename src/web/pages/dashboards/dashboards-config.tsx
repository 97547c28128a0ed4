import { LayoutDashboard, Pencil, Plus, Settings2, Share } from 'lucide-react'
import type { dashboardList } from '#api/dashboard.ts'
import type { RowOf } from '#api/declare/route.ts'
import { dashboardImport } from '#api/import.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { dashboards, markChanged } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { listed } from '../../lists/options.ts'
import { copyLink } from '../../lists/sharing/copy-link.ts'
import {
  byLastEdited,
  creatorFilter,
  deletionFailed,
  editedColumn,
  editedLine,
  lastEditedFirst,
  ownersColumn,
  ownersFilter,
  canEditIn,
} from '../../lists/parts.tsx'
import { accessEntry } from '../../lists/people/access-entry.tsx'
import { nameFor } from '../../lists/people/people.ts'
import { publicEntry } from '../../lists/sharing/public-entry.tsx'
import { canSharePublicly, noteOf } from '../../lists/sharing/public-links.ts'
import { removalOf, routesOf } from '../../lists/routes.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'

const columns = [
  'id',
  'dashboard_title',
  'slug',
  'url',
  'published',
  'certified_by',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'changed_by.id',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_utc',
  'thumbnail_url',
  'is_managed_externally',
] as const

export type DashboardRow = RowOf<typeof dashboardList, (typeof columns)[number]>

type Dependencies = {
  session: Session
  edit: (id: number) => void
  /** Opens the public link of a dashboard. */
  share: (id: number) => void
  /** The dashboards that have one. */
  shared: ReadonlySet<number>
}

export const dashboardsConfig = ({ session, edit, share, shared }: Dependencies): ListConfig<DashboardRow> => {
  const { user, hasPermission } = session
  const routes = routesOf('dashboard')
  const canWrite = hasPermission('can_write', 'Dashboard')
  const newDashboard = canWrite && (
    <ButtonLink kind="primary" icon={<Plus />} to={paths.newDashboard}>
      {t('Dashboard')}
    </ButtonLink>
  )
  const owns = canEditIn(session)
  const canEdit = (row: DashboardRow) => canWrite && owns(row)
  const state = (row: DashboardRow) => (row.published ? t('Published') : t('Draft'))
  return {
    id: 'dashboard',
    title: t('Dashboards'),
    noun: (count) => t.plural(count, 'dashboard', 'dashboards'),
    list: (q) => dashboards.list({ ...q, columns }),
    count: dashboards.count,
    refresh: (client) => markChanged(client, { kind: 'dashboard' }),
    search: { col: 'dashboard_title', opr: 'title_or_slug', label: t('Search title or slug') },
    filters: [
      ownersFilter('dashboard'),
      creatorFilter('dashboard'),
      {
        key: 'published',
        label: t('Status'),
        options: listed('dashboards status', () => [
          { value: true, label: t('Published') },
          { value: false, label: t('Draft') },
        ]),
        condition: (value) => ({ col: 'published', opr: 'eq', value }),
      },
      { key: 'favorite', label: t('Starred'), condition: (value) => ({ col: 'id', opr: 'dashboard_is_favorite', value }) },
      { key: 'certified', label: t('Certified'), condition: (value) => ({ col: 'id', opr: 'dashboard_is_certified', value }) },
    ],
    sorts: [
      byLastEdited(),
      { key: 'dashboard_title', label: t('Title'), direction: 'asc' },
      { key: 'published', label: t('Status'), direction: 'desc' },
    ],
    defaults: lastEditedFirst,
    name: (row) => row.dashboard_title || t('[ untitled dashboard ]'),
    note: (row) => noteOf(shared.has(row.id), row.slug),
    marks: ({ certified_by }) => ({ is_certified: Boolean(certified_by), certified_by }),
    open: (row) => paths.dashboard(row.slug || row.id),
    icon: <LayoutDashboard />,
    thumbnail: (row) => row.thumbnail_url,
    shown: [
      { key: 'published', head: t('Status'), sort: 'published', width: 136, hiddenOn: 'phone', cell: state },
      ownersColumn(user.id, { width: 184, hiddenOn: 'tablet' }),
      {
        key: 'changed_by',
        head: t('Edited by'),
        width: 184,
        hiddenOn: 'desktop',
        cell: (row) => (row.changed_by ? nameFor(row.changed_by, user.id) : '–'),
      },
      editedColumn((row) => row.changed_on_utc),
    ],
    card: (row) => ({
      lines: [state(row), editedLine(row, user.id)],
    }),
    stars: { kind: 'dashboard', of: dashboards.stars, add: routes.star, remove: routes.unstar },
    canEdit,
    ...(canWrite && {
      remove: {
        ...removalOf('dashboard'),
        failure: deletionFailed,
      },
    }),
    entries: (row) => [
      ...(canEdit(row)
        ? [
            { key: 'edit', label: t('Edit dashboard'), icon: <Pencil />, to: paths.editDashboard(row.slug || row.id) },
            { key: 'properties', label: t('Edit properties'), icon: <Settings2 />, onSelect: () => edit(row.id) },
          ]
        : []),
      { key: 'link', label: t('Copy link'), icon: <Share />, onSelect: () => void copyLink(paths.dashboard(row.slug || row.id)) },
      ...(canEdit(row) && canSharePublicly(session) ? [publicEntry(() => share(row.id))] : []),
      ...accessEntry(session, 'dashboard', row.id),
    ],
    imports: hasPermission('can_write', 'Dashboard') && dashboardImport,
    actions: newDashboard,
    empty: {
      title: t('No dashboards yet'),
      text: t('A dashboard puts charts side by side and filters them together.'),
      action: newDashboard,
    },
  }
}
