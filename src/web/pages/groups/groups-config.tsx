import { Pencil, Plus, UsersRound } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { groupDelete, groupList } from '#api/groups.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { deletionFailed } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'

const columns = ['id', 'name', 'label', 'description', 'roles.id', 'roles.name', 'users.id', 'users.username'] as const

export type GroupRow = RowOf<typeof groupList, (typeof columns)[number]>

const queries = listQueries(groupList)

type Dependencies = { session: Pick<Session, 'hasPermission'>; edit: (edited: GroupRow | 'new') => void }

export const groupsConfig = ({ session: { hasPermission }, edit }: Dependencies): ListConfig<GroupRow> => {
  const canEdit = hasPermission('can_put', 'Group')
  const add = hasPermission('can_post', 'Group') && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Group')}
    </Button>
  )
  return {
    id: 'group',
    title: t('Groups'),
    noun: (count) => t.plural(count, 'group', 'groups'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [groupList.path] }),
    count: queries.count,
    search: { col: 'name', opr: 'ct', label: t('Search name') },
    filters: [],
    sorts: [{ key: 'name', label: t('Name'), direction: 'asc' }],
    defaults: { sort: 'name', direction: 'asc', cards: false },
    name: (row) => row.label || row.name,
    note: (row) => [row.label ? row.name : '', row.description].filter(Boolean).join(' · '),
    open: (row) => () => edit(row),
    icon: <UsersRound />,
    shown: [
      {
        key: 'users',
        head: t('People'),
        width: 96,
        hiddenOn: 'phone',
        cell: (row) => (
          <span title={row.users.map(({ username }) => username).join(', ')}>{row.users.length.toLocaleString(t.locale)}</span>
        ),
      },
      { key: 'roles', head: t('Roles'), width: 200, cell: (row) => row.roles.map(({ name }) => name).join(', ') || '–' },
    ],
    canEdit: () => canEdit,
    ...(hasPermission('can_delete', 'Group') && {
      remove: { one: (id) => call(groupDelete, { params: { pk: id } }), failure: deletionFailed },
    }),
    entries: (row) => (canEdit ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: { title: t('No groups yet'), text: t('A group gives its roles to all of its people.'), action: add },
  }
}
