import { sql } from 'kysely'
import { column, type Field } from '../../list/field.ts'
import { numberFilter, oneFilter, textFilter } from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const named = (path: string, view: string, table: 'permissions' | 'view_menus', title: string): Listing => {
  const name: BodyColumn = { name: 'name', type: 'String', required: true, unique: true, length: [null, 250] }
  return {
    tag: `security/${path}`,
    view,
    table,
    title,
    fields: { id: column('id'), name: column('name') },
    listColumns: ['id', 'name'],
    orderColumns: { id: sql.ref(`${table}.id`), name: sql.ref(`${table}.name`) },
    defaultOrder: sql`-${sql.ref(`${table}.id`)}`,
    filters: { id: numberFilter(`${table}.id`), name: textFilter(`${table}.name`) },
    related: {},
    distinct: [],
    addColumns: [name],
    editColumns: [name],
    maxPageSize: 100,
  }
}

export const permissionSpec = named('permissions', 'Permission', 'permissions', 'Permission')
export const viewMenuSpec = named('resources', 'ViewMenu', 'view_menus', 'View Menu')

const nameBehind = (key: 'permission_id' | 'view_menu_id', table: 'permissions' | 'view_menus'): Field => ({
  columns: [key],
  read: async (rows, { ctx }) => {
    const ids = [...new Set(rows.map((row) => Number(row[key])))]
    const found = await ctx.db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', [-1, ...ids])
      .execute()
    const names = new Map(found.map(({ id, name }) => [id, name]))
    return (row) => ({ name: names.get(Number(row[key])) ?? '' })
  },
})

const bodyColumns: BodyColumn[] = [
  { name: 'permission_id', type: 'Related', required: true },
  { name: 'view_menu_id', type: 'Related', required: true },
]

export const pairSpec: Listing = {
  tag: 'security/permissions-resources',
  view: 'PermissionViewMenu',
  table: 'permission_views',
  title: 'Permission View',
  fields: {
    id: column('id'),
    permission: nameBehind('permission_id', 'permissions'),
    view_menu: nameBehind('view_menu_id', 'view_menus'),
  },
  listColumns: ['id', 'permission.name', 'view_menu.name'],
  orderColumns: {
    id: sql.ref('permission_views.id'),
    'permission.name': sql`(select name from permissions where id = permission_views.permission_id)`,
    'view_menu.name': sql`(select name from view_menus where id = permission_views.view_menu_id)`,
  },
  defaultOrder: sql`-permission_views.id`,
  filters: {
    id: numberFilter('permission_views.id'),
    permission: oneFilter('permission_views.permission_id'),
    view_menu: oneFilter('permission_views.view_menu_id'),
  },
  related: {},
  distinct: [],
  addColumns: bodyColumns,
  editColumns: bodyColumns,
  maxPageSize: 100,
}
