import { Mail, Pencil, Plus, ScanEye, ShieldOff, UserRound } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { userDelete, userList } from '#api/users.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { listed } from '../../lists/options.ts'
import { deletionFailed } from '../../lists/parts.tsx'
import { viewEntry } from '../../lists/people/view-entry.tsx'
import { recordOptions, searchGroups, searchRoles } from '../../lists/people/searches.ts'
import { Ago } from '../../lists/time/Ago.tsx'
import { confirmLeaving, type Leaver } from './confirm-leaving.ts'
import { Button } from '../../ui/button/Button.tsx'

const columns = [
  'id',
  'username',
  'first_name',
  'last_name',
  'email',
  'active',
  'roles.id',
  'roles.name',
  'groups',
  'last_login',
  'login_count',
] as const

export type UserRow = RowOf<typeof userList, (typeof columns)[number]>

const queries = listQueries(userList)

const names = (records: readonly { name: string }[]) => records.map(({ name }) => name).join(', ') || '–'

type Dependencies = {
  session: Pick<Session, 'hasPermission' | 'isAdmin' | 'viewing'>
  edit: (edited: UserRow | 'new') => void
  leave: (leaver: Leaver) => void
  /** Asks why a second factor is removed. */
  reset: (user: UserRow) => void
  /** Sends a link that sets a password; absent where no mail can be sent. */
  invite?: (user: UserRow) => void
}

export const usersConfig = ({ session, edit, leave, reset, invite }: Dependencies): ListConfig<UserRow> => {
  const { hasPermission } = session
  const canEdit = hasPermission('can_put', 'User')
  const add = hasPermission('can_post', 'User') && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('User')}
    </Button>
  )
  return {
    id: 'user',
    title: t('Users'),
    noun: (count) => t.plural(count, 'user', 'users'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [userList.path] }),
    count: queries.count,
    search: { col: 'username', opr: 'user_all_text', label: t('Search names and addresses') },
    filters: [
      {
        key: 'roles',
        label: t('Role'),
        options: recordOptions(searchRoles),
        condition: (value) => ({ col: 'roles', opr: 'rel_m_m', value }),
      },
      {
        key: 'groups',
        label: t('Group'),
        options: recordOptions(searchGroups),
        condition: (value) => ({ col: 'groups', opr: 'rel_m_m', value }),
      },
      {
        key: 'active',
        label: t('State'),
        options: listed('account state', () => [
          { value: 'true', label: t('active') },
          { value: 'false', label: t('inactive') },
        ]),
        condition: (value) => ({ col: 'active', opr: 'eq', value }),
      },
    ],
    sorts: [
      { key: 'first_name', label: t('First name'), direction: 'asc' },
      { key: 'username', label: t('User name'), direction: 'asc' },
      { key: 'last_login', label: t('Last log-in'), direction: 'desc' },
      { key: 'created_on', label: t('Newest'), direction: 'desc' },
    ],
    defaults: { sort: 'first_name', direction: 'asc', cards: false },
    name: (row) => fullName(row) || row.username,
    note: (row) => [row.username, row.email].filter(Boolean).join(' · '),
    open: (row) => () => edit(row),
    icon: <UserRound />,
    shown: [
      { key: 'roles', head: t('Roles'), width: 160, cell: (row) => <span title={names(row.roles)}>{names(row.roles)}</span> },
      {
        key: 'groups',
        head: t('Groups'),
        width: 144,
        hiddenOn: 'desktop',
        cell: (row) => <span title={names(row.groups)}>{names(row.groups)}</span>,
      },
      { key: 'state', head: t('State'), width: 96, hiddenOn: 'tablet', cell: (row) => (row.active ? t('active') : t('inactive')) },
      {
        key: 'last_login',
        head: t('Last log-in'),
        sort: 'last_login',
        width: 128,
        hiddenOn: 'phone',
        cell: (row) => (row.last_login ? <Ago time={`${row.last_login}Z`} /> : t('never')),
      },
    ],
    canEdit: () => canEdit,
    ...(hasPermission('can_delete', 'User') && {
      remove: {
        one: (id) => call(userDelete, { params: { pk: id } }),
        confirm: (rows) => confirmLeaving(rows, leave),
        failure: deletionFailed,
      },
    }),
    entries: (row) => [
      ...(canEdit ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
      ...(canEdit && invite && row.active && row.email
        ? [{ key: 'invite', label: t('Send a link for a new password'), icon: <Mail />, onSelect: () => invite(row) }]
        : []),
      ...(canEdit ? [{ key: 'factor', label: t('Reset the second factor'), icon: <ShieldOff />, onSelect: () => reset(row) }] : []),
      { key: 'access', label: t('What does this person see?'), icon: <ScanEye />, to: paths.access({ user: row.id }) },
      ...(row.active ? viewEntry(session, 'user', row.id) : []),
    ],
    actions: add,
    empty: { title: t('No users yet'), text: t('Everybody who logs in has an account here.'), action: add },
  }
}
