import { forbidden, MessageError } from '#core/errors.ts'
import { isAdmin, pair, userOf, type Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/open.ts'
import { pairsOf, rolesOfUser } from './principals.ts'

type Change = {
  /** The account that is changed or deleted. */
  userId?: number
  /** Roles that are granted, revoked or changed. */
  roles?: readonly number[] | undefined
  groups?: readonly number[] | undefined
  /** Permission pairs that are granted to a role. */
  pairs?: readonly number[] | undefined
}

/**
 * Prevents privilege escalation: someone who may edit accounts and roles but is not an administrator cannot grant permissions that they
 * lack, nor change an account or role that has such permissions. @throws MessageError 403
 */
export const rejectEscalation = async (db: Db, by: Principal, { userId, roles = [], groups = [], pairs = [] }: Change): Promise<void> => {
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
  for (const text of [...(await pairsOf(db, touched)), ...(await pairsByIds(db, pairs))]) if (!own.has(text)) throw forbidden()
}

const pairsByIds = async (db: Db, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
    .select(['permissions.name as permission', 'view_menus.name as view'])
    .where('permission_views.id', 'in', [-1, ...ids])
    .execute()
  return rows.map((row) => pair(row.permission, row.view))
}

/** Call it at the end of the writing transaction. @throws MessageError 422 when no active administrator would remain */
export const requireRemainingAdmin = async (db: Db): Promise<void> => {
  // The lock makes the second of two concurrent removals see the first.
  if (isPostgres(db)) await db.selectFrom('roles').select('id').where('name', '=', 'Admin').forUpdate().execute()
  const admin = db.selectFrom('roles').select('id').where('name', '=', 'Admin')
  const direct = db.selectFrom('user_roles').select('user_id').where('role_id', 'in', admin)
  const byGroup = db
    .selectFrom('user_groups')
    .innerJoin('group_roles', 'group_roles.group_id', 'user_groups.group_id')
    .select('user_id')
    .where('role_id', 'in', admin)
  const remaining = await db
    .selectFrom('users')
    .select('id')
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('id', 'in', direct), eb('id', 'in', byGroup)]))
    .limit(1)
    .executeTakeFirst()
  if (remaining) return
  throw new MessageError(422, t('At least one active administrator must remain'))
}
