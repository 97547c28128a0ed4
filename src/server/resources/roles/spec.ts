import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { column, groupByKey, idsOf, type Field } from '../../list/field.ts'
import { manyFilter, numberFilter, textFilter } from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const name: BodyColumn = { name: 'name', type: 'String', required: true, unique: true, length: [null, 64] }

export const roleSpec: Listing = {
  tag: 'security/roles',
  view: 'Role',
  table: 'roles',
  title: 'Role',
  fields: { id: column('id'), name: column('name') },
  listColumns: ['id', 'name'],
  orderColumns: { id: sql.ref('roles.id'), name: sql.ref('roles.name') },
  defaultOrder: sql`-roles.id`,
  filters: { id: numberFilter('roles.id'), name: textFilter('roles.name') },
  related: {},
  distinct: [],
  addColumns: [name],
  editColumns: [name],
  maxPageSize: 100,
}

type Link = { role_id: number; id: number }

const ids = (read: (db: Db, roleIds: number[]) => Promise<Link[]>): Field => ({
  columns: [],
  read: async (rows, { ctx }) => {
    const found = groupByKey(await read(ctx.db, idsOf(rows)), (link) => link.role_id)
    return (row) => (found.get(row.id) ?? []).map((link) => link.id)
  },
})

/** Roles with their users, groups and permissions, for the editor. */
export const roleSearchSpec: Listing = {
  ...roleSpec,
  fields: {
    ...roleSpec.fields,
    permission_ids: ids((db, roles) =>
      db.selectFrom('role_permissions').select(['role_id', 'permission_view_id as id']).where('role_id', 'in', roles).execute(),
    ),
    user_ids: ids((db, roles) => db.selectFrom('user_roles').select(['role_id', 'user_id as id']).where('role_id', 'in', roles).execute()),
    group_ids: ids((db, roles) =>
      db.selectFrom('group_roles').select(['role_id', 'group_id as id']).where('role_id', 'in', roles).execute(),
    ),
  },
  listColumns: ['id', 'name', 'permission_ids', 'user_ids', 'group_ids'],
  filters: {
    ...roleSpec.filters,
    user_ids: manyFilter((id) => sql`exists (select 1 from user_roles where role_id = roles.id and user_id = ${id})`),
    permission_ids: manyFilter(
      (id) => sql`exists (select 1 from role_permissions where role_id = roles.id and permission_view_id = ${id})`,
    ),
    group_ids: manyFilter((id) => sql`exists (select 1 from group_roles where role_id = roles.id and group_id = ${id})`),
  },
}
