import type { GroupPatch, NewGroup } from '#api/bodies/group.ts'
import { MessageError, notFound } from '#core/errors.ts'
import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { requireRemainingAdmin, rejectEscalation } from '../../access/admin-guard.ts'
import { dropLinks, readLinks, setLinks } from '../../access/links.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'

/** What is written in the transaction of the group. */
type Also = { also?: (trx: Db, id: number) => Promise<void> }

export const createGroup = async (ctx: Context, by: Principal, body: NewGroup & Also): Promise<number> => {
  const { users = [], roles = [], also, ...names } = body
  const id = await transact(ctx.db, async (trx) => {
    await rejectEscalation(trx, by, { roles })
    await requireFreeName(trx, names.name)
    const group = await trx
      .insertInto('groups')
      .values({ name: names.name, label: names.label ?? null, description: names.description ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setLinks(trx, 'users of a group', group.id, users)
    await setLinks(trx, 'roles of a group', group.id, roles)
    await also?.(trx, group.id)
    await logAction(trx, { action: 'group.create', now: ctx.now(), by, json: { id: group.id, users, roles } })
    return group.id
  })
  clearRightsCache(ctx)
  return id
}

export const updateGroup = (ctx: Context, by: Principal, id: number, body: GroupPatch & Also): Promise<void> =>
  changeGroup(ctx, by, id, async (trx) => {
    const { users, roles, also, ...names } = body
    await rejectEscalation(trx, by, { roles })
    if (names.name !== undefined) await requireFreeName(trx, names.name, id)
    if (Object.keys(names).length) await trx.updateTable('groups').set(names).where('id', '=', id).execute()
    if (users) await setLinks(trx, 'users of a group', id, users)
    if (roles) await setLinks(trx, 'roles of a group', id, roles)
    await also?.(trx, id)
  })

export const deleteGroup = (ctx: Context, by: Principal, id: number): Promise<void> =>
  changeGroup(ctx, by, id, async (trx) => {
    await dropLinks(trx, id, 'users of a group', 'roles of a group')
    await trx.deleteFrom('scim_records').where('kind', '=', 'group').where('object_id', '=', id).execute()
    await trx.deleteFrom('groups').where('id', '=', id).execute()
  })

const changeGroup = async (ctx: Context, by: Principal, id: number, work: (trx: Db) => Promise<void>): Promise<void> => {
  await transact(ctx.db, async (trx) => {
    if (!(await trx.selectFrom('groups').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
    await rejectEscalation(trx, by, { roles: await readLinks(trx, 'roles of a group', id) })
    await work(trx)
    await requireRemainingAdmin(trx)
    await logAction(trx, { action: 'group.update', now: ctx.now(), by, json: { id } })
  })
  clearRightsCache(ctx)
}

const requireFreeName = async (trx: Db, name: string, except = -1) => {
  const taken = await trx.selectFrom('groups').select('id').where('name', '=', name).where('id', '!=', except).executeTakeFirst()
  if (taken) throw new MessageError(422, t('Name must be unique'))
}
