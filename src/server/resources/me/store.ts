import { hashPassword } from '../../access/login/passwords.ts'
import type { Db } from '../../db/open.ts'
import type { Patch, Row } from '../../db/tables.ts'

export const readMe = (db: Db, id: number): Promise<Row<'users'>> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const changeMe = async (db: Db, id: number, patch: Patch<'users'>): Promise<Row<'users'>> => {
  await db
    .updateTable('users')
    .set({ ...patch, changed_by_fk: id })
    .where('id', '=', id)
    .execute()
  return readMe(db, id)
}

export const setPassword = async (db: Db, id: number, password: string, now: string): Promise<void> => {
  await changeMe(db, id, { password: await hashPassword(password), changed_on: now })
}

/** The user's roles, direct or through a group, with their permission pairs. */
export const rolePairs = async (db: Db, roleIds: number[]): Promise<Record<string, [permission: string, view: string][]>> => {
  const roles = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...roleIds])
    .orderBy('id')
    .execute()
  const pairs = await db
    .selectFrom('role_permissions')
    .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
    .select(['role_id', 'permissions.name as permission', 'view_menus.name as view'])
    .where('role_id', 'in', [0, ...roleIds])
    .orderBy('permission_views.id')
    .execute()
  return Object.fromEntries(
    roles.map((role) => [role.name, pairs.filter((row) => row.role_id === role.id).map((row) => [row.permission, row.view])]),
  )
}
