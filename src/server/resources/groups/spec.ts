import { sql } from 'kysely'
import { column, groupByKey, idsOf, type Field } from '../../list/field.ts'
import { numberFilter, textFilter } from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const roles: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('group_roles')
      .innerJoin('roles', 'roles.id', 'group_roles.role_id')
      .select(['group_id', 'roles.id', 'roles.name'])
      .where('group_id', 'in', idsOf(rows))
      .orderBy('roles.id')
      .execute()
    const byGroup = groupByKey(found, (role) => role.group_id)
    return (row) => (byGroup.get(row.id) ?? []).map(({ id, name }) => ({ id, name }))
  },
}

const users: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('user_groups')
      .innerJoin('users', 'users.id', 'user_groups.user_id')
      .select(['group_id', 'users.id', 'users.username'])
      .where('group_id', 'in', idsOf(rows))
      .orderBy('users.id')
      .execute()
    const byGroup = groupByKey(found, (user) => user.group_id)
    return (row) => (byGroup.get(row.id) ?? []).map(({ id, username }) => ({ id, username }))
  },
}

const texts = ['name', 'label', 'description']

const bodyColumns = (required: boolean): BodyColumn[] => [
  { name: 'name', type: 'String', required, length: [1, 100] },
  { name: 'label', type: 'String', length: [0, 150] },
  { name: 'description', type: 'String', length: [0, 512] },
  { name: 'users', type: 'List' },
  { name: 'roles', type: 'List' },
]

const firstRole = (part: string) =>
  sql`(select min(roles.${sql.ref(part)}) from group_roles join roles on roles.id = group_roles.role_id where group_id = groups.id)`
const firstUser = (part: string) =>
  sql`(select min(users.${sql.ref(part)}) from user_groups join users on users.id = user_groups.user_id where group_id = groups.id)`

export const groupSpec: Listing = {
  tag: 'security/groups',
  view: 'Group',
  table: 'groups',
  title: 'Group',
  fields: { id: column('id'), ...Object.fromEntries(texts.map((name) => [name, column(name)])), roles, users },
  listColumns: ['id', ...texts, 'roles.name', 'roles.id', 'users.id', 'users.username'],
  orderColumns: {
    id: sql.ref('groups.id'),
    ...Object.fromEntries(texts.map((name) => [name, sql.ref(`groups.${name}`)])),
    'roles.name': firstRole('name'),
    'roles.id': firstRole('id'),
    'users.id': firstUser('id'),
    'users.username': firstUser('username'),
  },
  defaultOrder: sql`-groups.id`,
  filters: { id: numberFilter('groups.id'), ...Object.fromEntries(texts.map((name) => [name, textFilter(`groups.${name}`)])) },
  related: {},
  distinct: [],
  addColumns: bodyColumns(true),
  editColumns: bodyColumns(false),
  maxPageSize: 100,
}
