import { Pencil, Plus, ShieldCheck } from 'lucide-react'
import type { RouteResult } from '#api/declare/route.ts'
import { roleDelete, roleSearch } from '#api/roles.ts'
import { builtInRoles } from '#core/access/built-in-roles.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { routeQuery } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListColumn, ListConfig } from '../../lists/config.ts'
import { deletionFailed } from '../../lists/parts.tsx'
import { viewEntry } from '../../lists/people/view-entry.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { confirmRuled } from './confirm-ruled.ts'

export type RoleRow = RouteResult<typeof roleSearch>['result'][number]

const isBuiltIn = ({ name }: Pick<RoleRow, 'name'>) => builtInRoles.includes(name)

const countColumn = (key: 'user_ids' | 'group_ids' | 'permission_ids', head: string): ListColumn<RoleRow> => ({
  key,
  head,
  width: 112,
  hiddenOn: key === 'user_ids' ? 'phone' : 'tablet',
  cell: (row) => row[key].length.toLocaleString(t.locale),
})

type Dependencies = { session: Pick<Session, 'hasPermission' | 'isAdmin' | 'viewing'>; edit: (edited: RoleRow | 'new') => void }

export const rolesConfig = ({ session, edit }: Dependencies): ListConfig<RoleRow> => {
  const { hasPermission } = session
  const canEdit = hasPermission('can_put', 'Role')
  const canDelete = hasPermission('can_delete', 'Role')
  const add = hasPermission('can_post', 'Role') && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Role')}
    </Button>
  )
  return {
    id: 'role',
    title: t('Roles'),
    noun: (count) => t.plural(count, 'role', 'roles'),
    list: (q) => routeQuery(roleSearch, { q }),
    refresh: (client) => client.invalidateQueries({ queryKey: [roleSearch.path] }),
    count: () => {
      const { queryKey, queryFn } = routeQuery(roleSearch, { q: { page_size: 1 } })
      return { queryKey: [...queryKey, 'count'], queryFn: async (context) => (await queryFn(context)).count }
    },
    search: { col: 'name', opr: 'ct', label: t('Search name') },
    filters: [],
    sorts: [
      { key: 'name', label: t('Name'), direction: 'asc' },
      { key: 'id', label: t('Newest'), direction: 'desc' },
    ],
    defaults: { sort: 'name', direction: 'asc', cards: false },
    name: (row) => row.name,
    note: (row) => (isBuiltIn(row) ? t('built in') : null),
    open: (row) => () => edit(row),
    icon: <ShieldCheck />,
    shown: [countColumn('user_ids', t('People')), countColumn('group_ids', t('Groups')), countColumn('permission_ids', t('Permissions'))],
    canEdit: (row) => canDelete && !isBuiltIn(row),
    ...(canDelete && {
      remove: {
        one: (id) => call(roleDelete, { params: { pk: id } }),
        failure: deletionFailed,
        ...(hasPermission('can_read', 'Row Level Security') && { confirm: confirmRuled }),
      },
    }),
    entries: (row) => [
      ...(canEdit ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
      ...viewEntry(session, 'role', row.id),
    ],
    actions: add,
    empty: { title: t('No roles yet'), text: t('A role is a set of permissions that people hold.'), action: add },
  }
}
