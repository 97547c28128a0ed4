import { sql } from 'kysely'
import { column, flagColumn, groupByKey, idsOf, naiveTime, person, type Field } from '../../list/field.ts'
import {
  allOf,
  anyOf,
  contains,
  flagFilter,
  manyFilter,
  numberFilter,
  textFilter,
  timeFilter,
  type FilterColumn,
} from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const roles: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select(['user_id', 'roles.id', 'roles.name'])
      .where('user_id', 'in', idsOf(rows))
      .orderBy('roles.id')
      .execute()
    const byUser = groupByKey(found, (role) => role.user_id)
    return (row) => (byUser.get(row.id) ?? []).map(({ id, name }) => ({ id, name }))
  },
}

const groups: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('user_groups')
      .innerJoin('groups', 'groups.id', 'user_groups.group_id')
      .select(['user_id', 'groups.id', 'groups.name', 'groups.label', 'groups.description'])
      .where('user_id', 'in', idsOf(rows))
      .orderBy('groups.id')
      .execute()
    const byUser = groupByKey(found, (group) => group.user_id)
    return (row) => (byUser.get(row.id) ?? []).map(({ id, name, label, description }) => ({ id, name, label, description }))
  },
}

const own = (...names: string[]) => Object.fromEntries(names.map((name) => [name, sql.ref(`users.${name}`)]))

const texts = ['first_name', 'last_name', 'username', 'email']

/** Every word of the text is in a name or the address. */
const allText: FilterColumn = {
  user_all_text: {
    name: 'All Text',
    isOwn: true,
    condition: (value, reader) =>
      allOf(
        String(value)
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => anyOf(texts.map((name) => contains(reader, `users.${name}`, word)))),
      ),
  },
}

const numbers = ['login_count', 'fail_login_count']

const bodyColumns = (required: boolean): BodyColumn[] => [
  { name: 'roles', type: 'List' },
  { name: 'groups', type: 'List' },
  { name: 'active', type: 'Boolean' },
  { name: 'username', type: 'String', required, length: [1, 250] },
  { name: 'first_name', type: 'String', required },
  { name: 'last_name', type: 'String', required },
  { name: 'email', type: 'String', required },
  { name: 'password', type: 'String', required, length: [1, 1024] },
]

const listColumns = [
  'id',
  'roles.id',
  'roles.name',
  'first_name',
  'last_name',
  'username',
  'active',
  'email',
  'last_login',
  'login_count',
  'fail_login_count',
  'created_on',
  'changed_on',
  'created_by.id',
  'changed_by.id',
  'groups',
]

export const userSpec: Listing = {
  tag: 'security/users',
  view: 'User',
  table: 'users',
  title: 'User',
  fields: {
    id: column('id'),
    roles,
    groups,
    first_name: column('first_name'),
    last_name: column('last_name'),
    username: column('username'),
    active: flagColumn('active'),
    email: { columns: ['email'], read: () => (row) => row['email'] ?? '' },
    last_login: naiveTime('last_login'),
    login_count: column('login_count'),
    fail_login_count: column('fail_login_count'),
    created_on: naiveTime('created_on'),
    changed_on: naiveTime('changed_on'),
    created_by: person('created_by_fk', ['id']),
    changed_by: person('changed_by_fk', ['id']),
  },
  listColumns,
  orderColumns: {
    id: sql.ref('users.id'),
    'roles.id': sql`(select min(role_id) from user_roles where user_id = users.id)`,
    'roles.name': sql`(select min(roles.name) from user_roles join roles on roles.id = user_roles.role_id where user_id = users.id)`,
    ...own('first_name', 'last_name', 'username', 'active', 'email', 'last_login', ...numbers, 'created_on', 'changed_on'),
    'created_by.id': sql.ref('users.created_by_fk'),
    'changed_by.id': sql.ref('users.changed_by_fk'),
  },
  defaultOrder: sql`-users.id`,
  filters: {
    id: numberFilter('users.id'),
    ...Object.fromEntries(texts.map((name) => [name, textFilter(`users.${name}`)])),
    ...Object.fromEntries(numbers.map((name) => [name, numberFilter(`users.${name}`)])),
    username: { ...textFilter('users.username'), ...allText },
    active: flagFilter('users.active'),
    last_login: timeFilter('users.last_login'),
    created_on: timeFilter('users.created_on'),
    changed_on: timeFilter('users.changed_on'),
    roles: manyFilter((id) => sql`exists (select 1 from user_roles where user_id = users.id and role_id = ${id})`),
    groups: manyFilter((id) => sql`exists (select 1 from user_groups where user_id = users.id and group_id = ${id})`),
  },
  related: {},
  distinct: [],
  addColumns: bodyColumns(true),
  editColumns: bodyColumns(false),
  maxPageSize: 100,
}
