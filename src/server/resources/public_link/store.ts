import type { SharedKind } from '#api/public-link.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { logAction } from '../../access/log-action.ts'
import { publicLinkOf } from '../../access/login/public-links.ts'
import type { Context } from '../../context.ts'
import { newKey, putValue } from '../../db/key-values.ts'
import { requireAccess } from '../../db/owned.ts'
import { transact } from '../../db/transact.ts'

type Writing = { ctx: Pick<Context, 'db' | 'now' | 'config'>; by: Principal }
type Shared = { kind: SharedKind; id: number }

/** Shares an object that the caller may change. @throws MessageError 403, 404 */
export const createPublicLink = ({ ctx, by }: Writing, { kind, id }: Shared): Promise<void> =>
  transact(ctx.db, async (db) => {
    const subject = await requireAccess(db, by, 'change', { kind, id })
    const store = { ...ctx, db }
    if (await publicLinkOf(store, kind, id)) return
    const value = JSON.stringify({ kind, uuid: subject.uuid })
    await putValue(store, 'public_link', newKey(), { value, ownerId: userOf(by)?.id ?? null })
    await logAction(db, { action: 'public_link.on', now: ctx.now(), by, json: { kind, id } })
  })

/** Ends the link of an object, and with it the tokens of its visitors. @throws MessageError 403, 404 */
export const deletePublicLink = ({ ctx, by }: Writing, { kind, id }: Shared): Promise<void> =>
  transact(ctx.db, async (db) => {
    const subject = await requireAccess(db, by, 'change', { kind, id })
    const value = JSON.stringify({ kind, uuid: subject.uuid })
    const ended = await db.deleteFrom('key_values').where('kind', '=', 'public_link').where('value', '=', value).executeTakeFirst()
    if (ended.numDeletedRows === 0n) throw notFound()
    await logAction(db, { action: 'public_link.off', now: ctx.now(), by, json: { kind, id } })
  })
