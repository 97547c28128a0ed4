import { MessageError, notFound } from '#core/errors.ts'
import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import { transact } from '../../../db/transact.ts'
import { rejectEscalation } from '../../admin-guard.ts'
import { logAction } from '../../log-action.ts'
import { endSessionsOf } from '../../login/sessions.ts'
import { hasFactor } from './factors.ts'

/**
 * Removes all second factors and recovery codes of an account, whose person then logs in with the password, and ends its sessions.
 * @throws MessageError 403, 404, or 422 where there is none
 */
export const resetFactors = async (ctx: Context, by: Principal, { id, reason }: { id: number; reason: string }): Promise<void> => {
  await transact(ctx.db, async (trx) => {
    if (!(await trx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
    await rejectEscalation(trx, by, { userId: id })
    if (!(await hasFactor(trx, id))) throw new MessageError(422, t('This person has no second factor.'))
    await trx.deleteFrom('second_factors').where('user_id', '=', id).execute()
    await trx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
    await logAction(trx, { action: 'second_factor.reset', now: ctx.now(), by, json: { id, reason } })
  })
  await endSessionsOf(ctx, id)
}
