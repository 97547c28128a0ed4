import { MessageError, notFound } from '#core/errors.ts'
import { builtInRoles } from '#core/access/built-in-roles.ts'
import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { requireRemainingAdmin, rejectEscalation } from '../../access/admin-guard.ts'
import { dropLinks, setLinks, type LinkKind } from '../../access/links.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'

export const createRole = async (ctx: Context, by: Principal, name: string): Promise<number> => {
  const id = await transact(ctx.db, async (trx) => {
    await requireFreeName(trx, name)
    const role = await trx.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow()
    await logAction(trx, { action: 'role.create', now: ctx.now(), by, json: { id: role.id, name } })
    return role.id
  })
  clearRightsCache(ctx)
  return id
}

export const renameRole = (ctx: Context, by: Principal, id: number, name: string | undefined): Promise<void> =>
  changeRole(ctx, by, id, async (trx, role) => {
    if (name === undefined || name === role.name) return
    rejectBuiltIn(role.name)
    await requireFreeName(trx, name)
    await trx.updateTable('roles').set({ name }).where('id', '=', id).execute()
  })

/** Deletes a role. Dashboards that were restricted to this role alone become visible by dataset access. */
export const deleteRole = (ctx: Context, by: Principal, id: number): Promise<void> =>
  changeRole(ctx, by, id, async (trx, role) => {
    rejectBuiltIn(role.name)
    await dropLinks(trx, id, 'users of a role', 'groups of a role', 'pairs of a role', 'rules of a role', 'column rules of a role')
    await trx.deleteFrom('dashboard_roles').where('role_id', '=', id).execute()
    await trx.deleteFrom('roles').where('id', '=', id).execute()
  })

/** Replaces a role's users, groups or permission pairs. */
export const setRoleLinks = (ctx: Context, by: Principal, id: number, { way, ids }: { way: LinkKind; ids: number[] }): Promise<void> =>
  changeRole(ctx, by, id, async (trx) => {
    if (way === 'pairs of a role') await rejectEscalation(trx, by, { pairs: ids })
    await setLinks(trx, way, id, ids)
  })

const changeRole = async (
  ctx: Context,
  by: Principal,
  id: number,
  work: (trx: Db, role: { id: number; name: string }) => Promise<void>,
): Promise<void> => {
  await transact(ctx.db, async (trx) => {
    const role = await trx.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
    if (!role) throw notFound()
    await rejectEscalation(trx, by, { roles: [id] })
    await work(trx, role)
    await requireRemainingAdmin(trx)
    await logAction(trx, { action: 'role.update', now: ctx.now(), by, json: { id, name: role.name } })
  })
  clearRightsCache(ctx)
}

const rejectBuiltIn = (name: string) => {
  if (builtInRoles.includes(name)) throw new MessageError(422, t('The role %(name)s belongs to the product', { name }))
}

const requireFreeName = async (trx: Db, name: string) => {
  const taken = await trx.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
  if (taken) throw new MessageError(422, t('Name must be unique'))
}
