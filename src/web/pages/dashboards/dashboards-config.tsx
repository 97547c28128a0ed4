import { LayoutDashboard, Pencil, Plus, Settings2, Share } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.ts'
import { Ago } from '../../lists/Ago.tsx'
import { ago } from '../../lists/ago.ts'
import type { ListConfig } from '../../lists/config.ts'
import { copyLink } from '../../lists/copy-link.ts'
import { relatedOptions } from '../../lists/options.ts'
import { Owners } from '../../lists/Owners.tsx'
import { nameFor, type Person } from '../../lists/people.ts'
import { routesOf } from '../../lists/routes.ts'
import { ButtonLink } from '../../ui/Button.tsx'

export type DashboardRow = {
  id: number
  dashboard_title: string
  slug: string | null
  url: string
  published: boolean
  certified_by: string | null
  owners?: Person[]
  changed_by?: Person | null
  changed_on_utc: string
  thumbnail_url: string | null
  is_managed_externally: boolean
}

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
]

type Around = { session: Session; edit: (id: number) => void }

export const dashboardsConfig = ({ session: { user, isAdmin, may }, edit }: Around): ListConfig<DashboardRow> => {
  const routes = routesOf('dashboard')
  const mayWrite = may('can_write', 'Dashboard')
  const newDashboard = mayWrite && (
    <ButtonLink kind="primary" icon={<Plus />} to={paths.newDashboard}>
      {t('Dashboard')}
    </ButtonLink>
  )
  const mayEdit = (row: DashboardRow) =>
    mayWrite && !row.is_managed_externally && (isAdmin || Boolean(row.owners?.some(({ id }) => id === user.id)))
  const state = (row: DashboardRow) => (row.published ? t('Published') : t('Draft'))
  return {
    tag: 'dashboard',
    title: t('Dashboards'),
    noun: (count) => t.plural(count, 'dashboard', 'dashboards'),
    list: routes.list,
    columns,
    search: { col: 'dashboard_title', opr: 'title_or_slug', label: t('Search title or slug') },
    filters: [
      {
        key: 'owners',
        label: t('Owner'),
        options: relatedOptions('dashboard', 'owners'),
        condition: (value) => ({ col: 'owners', opr: 'rel_m_m', value }),
      },
      {
        key: 'created_by',
        label: t('Created by'),
        options: relatedOptions('dashboard', 'created_by'),
        condition: (value) => ({ col: 'created_by', opr: 'rel_o_m', value }),
      },
      {
        key: 'published',
        label: t('Status'),
        options: () =>
          Promise.resolve([
            { value: true, label: t('Published') },
            { value: false, label: t('Draft') },
          ]),
        condition: (value) => ({ col: 'published', opr: 'eq', value }),
      },
      { key: 'favorite', label: t('Starred'), condition: (value) => ({ col: 'id', opr: 'dashboard_is_favorite', value }) },
      { key: 'certified', label: t('Certified'), condition: (value) => ({ col: 'id', opr: 'dashboard_is_certified', value }) },
    ],
    sorts: [
      { key: 'changed_on_delta_humanized', label: t('Last edited'), direction: 'desc' },
      { key: 'dashboard_title', label: t('Title'), direction: 'asc' },
      { key: 'published', label: t('Status'), direction: 'desc' },
    ],
    defaults: { sort: 'changed_on_delta_humanized', direction: 'desc', cards: false },
    name: (row) => row.dashboard_title || t('[ untitled dashboard ]'),
    note: (row) => row.slug,
    open: (row) => paths.dashboard(row.slug || row.id),
    icon: <LayoutDashboard />,
    thumbnail: (row) => row.thumbnail_url,
    shown: [
      { key: 'published', head: t('Status'), sort: 'published', width: 136, from: 720, cell: state },
      { key: 'owners', head: t('Owner'), width: 184, from: 1024, cell: (row) => <Owners owners={row.owners} me={user.id} /> },
      {
        key: 'changed_by',
        head: t('Edited by'),
        width: 184,
        from: 1280,
        cell: (row) => (row.changed_by ? nameFor(row.changed_by, user.id) : '–'),
      },
      {
        key: 'changed',
        head: t('Edited'),
        sort: 'changed_on_delta_humanized',
        width: 144,
        from: 720,
        cell: (row) => <Ago time={row.changed_on_utc} />,
      },
    ],
    card: (row) => ({
      lines: [
        state(row),
        row.changed_by
          ? row.changed_by.id === user.id
            ? t('You, %(ago)s', { ago: ago(row.changed_on_utc) })
            : t('By %(name)s, %(ago)s', { name: nameFor(row.changed_by, user.id), ago: ago(row.changed_on_utc) })
          : ago(row.changed_on_utc),
      ],
    }),
    stars: { status: routes.status, add: routes.star, remove: routes.unstar },
    mayEdit,
    ...(mayWrite && {
      remove: {
        one: routes.remove,
        many: routes.removeMany,
        restore: routes.restore,
        failure: (name, reason) => t('There was an issue deleting %s: %s', [name, reason]),
      },
    }),
    entries: (row) => [
      ...(mayEdit(row)
        ? [
            { key: 'edit', label: t('Edit dashboard'), icon: <Pencil />, to: paths.editDashboard(row.slug || row.id) },
            { key: 'properties', label: t('Edit properties'), icon: <Settings2 />, onSelect: () => edit(row.id) },
          ]
        : []),
      { key: 'link', label: t('Copy link'), icon: <Share />, onSelect: () => void copyLink(paths.dashboard(row.slug || row.id)) },
    ],
    actions: newDashboard,
    empty: {
      title: t('No dashboards yet'),
      text: t('A dashboard puts charts side by side and filters them together.'),
      action: newDashboard,
    },
  }
}
