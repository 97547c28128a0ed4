import { forbidden, MessageError } from '#core/errors.ts'
import { isAdmin, pair, userOf, type Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/open.ts'
import { pairsOf, rolesOfUser } from './principals.ts'

/** Roles that the product itself makes: they keep their names and stay. */
export const builtInRoles: readonly string[] = ['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public']

type Change = {
  /** An account that is changed or removed. */
  userId?: number
  /** Roles that are given, taken or changed. */
  roles?: readonly number[] | undefined
  groups?: readonly number[] | undefined
  /** Pairs that are given to a role. */
  pairs?: readonly number[] | undefined
}

/**
 * Whoever may edit accounts and roles but is no administrator gives nobody more than they hold themselves, and changes no account or
 * role that holds more. @throws MessageError 403
 */
export const refuseRaising = async (db: Db, by: Principal, { userId, roles = [], groups = [], pairs = [] }: Change): Promise<void> => {
  if (isAdmin(by)) return
  const ofGroups = await db
    .selectFrom('group_roles')
    .select('role_id')
    .where('group_id', 'in', [-1, ...groups])
    .execute()
  const ofUser = userId === undefined ? [] : await rolesOfUser(db, userId)
  const touched = [...roles, ...ofGroups.map((row) => row.role_id), ...ofUser.map((role) => role.id)]
  const admin = await db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirst()
  if (admin && touched.includes(admin.id)) throw forbidden()
  const own = userOf(by)?.pairs ?? new Set()
  for (const text of [...(await pairsOf(db, touched)), ...(await pairsNamed(db, pairs))]) if (!own.has(text)) throw forbidden()
}

const pairsNamed = async (db: Db, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
    .select(['permissions.name as permission', 'view_menus.name as view'])
    .where('permission_views.id', 'in', [-1, ...ids])
    .execute()
  return rows.map((row) => pair(row.permission, row.view))
}

/** Called at the end of the changing transaction. @throws MessageError 422 when nobody could administer any more. */
export const demandAnAdmin = async (db: Db): Promise<void> => {
  // Of two administrators who take each other out, the second sees what the first did.
  if (isPostgres(db)) await db.selectFrom('roles').select('id').where('name', '=', 'Admin').forUpdate().execute()
  const users = await db.selectFrom('users').select('id').where('active', '=', 1).execute()
  for (const { id } of users) if ((await rolesOfUser(db, id)).some((role) => role.name === 'Admin')) return
  throw new MessageError(422, t('At least one active administrator must remain'))
}
