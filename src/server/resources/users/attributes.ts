import type { Attributes, Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { rejectEscalation } from '../../access/admin-guard.ts'
import { attributeRows, replaceAttributes } from '../../access/attributes.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'

const requireAccount = async (db: Db, id: number) => {
  if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
}

export const readAttributes = async ({ db }: Pick<Context, 'db'>, id: number) => {
  await requireAccount(db, id)
  return attributeRows(db, id)
}

/** Replaces the attributes of a person that were written by hand. */
export const writeAttributes = async (ctx: Context, by: Principal, id: number, attributes: Attributes) => {
  await transact(ctx.db, async (trx) => {
    await requireAccount(trx, id)
    await rejectEscalation(trx, by, { userId: id })
    await replaceAttributes(trx, id, 'hand', attributes)
    await logAction(trx, { action: 'user.attributes', now: ctx.now(), by, json: { id, names: Object.keys(attributes) } })
  })
  clearRightsCache(ctx)
  return attributeRows(ctx.db, id)
}
