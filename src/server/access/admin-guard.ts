import { forbidden, MessageError } from '#core/errors.ts'
import { isAdmin, type Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { Db } from '../db/open.ts'

/** Roles that the product itself makes: they keep their names and stay. */
export const builtInRoles: readonly string[] = ['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public']

const adminRole = async (db: Db): Promise<number> =>
  (await db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirst())?.id ?? -1

const holdsAdmin = async (db: Db, userId: number): Promise<boolean> => {
  const role = await adminRole(db)
  const direct = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('role_id', '=', role)
    .executeTakeFirst()
  if (direct) return true
  const grouped = await db
    .selectFrom('user_groups')
    .innerJoin('group_roles', 'group_roles.group_id', 'user_groups.group_id')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('role_id', '=', role)
    .executeTakeFirst()
  return grouped !== undefined
}

/** Whoever may edit accounts but is no administrator can neither make one nor take one over. */
export const refuseRaising = async (
  db: Db,
  by: Principal,
  change: { userId?: number; roles?: readonly number[] | undefined },
): Promise<void> => {
  if (isAdmin(by)) return
  if (change.userId !== undefined && (await holdsAdmin(db, change.userId))) throw forbidden()
  if (change.roles?.includes(await adminRole(db))) throw forbidden()
}

/** Called at the end of the changing transaction. @throws MessageError 422 when nobody could administer any more. */
export const demandAnAdmin = async (db: Db): Promise<void> => {
  const users = await db.selectFrom('users').select('id').where('active', '=', 1).execute()
  for (const { id } of users) if (await holdsAdmin(db, id)) return
  throw new MessageError(422, t('At least one active administrator must remain'))
}
