import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Row } from '../../../db/tables.ts'
import { rolesOfUser } from '../../principals.ts'

export type Factor = Row<'second_factors'>
export type FactorKind = 'totp' | 'passkey'

export const factorsOf = (db: Db, userId: number, kind: FactorKind): Promise<Factor[]> =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).where('kind', '=', kind).orderBy('id').execute()

/** The secret of an account that shows codes, if it has one. */
export const totpOf = async (db: Db, userId: number): Promise<Factor | undefined> => (await factorsOf(db, userId, 'totp'))[0]

export const hasFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom('second_factors').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined

/** Whether anybody has a passkey. */
export const hasPasskeys = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('second_factors').select('id').where('kind', '=', 'passkey').limit(1).executeTakeFirst()) !== undefined

/** Whether one of the account's roles demands a second factor. */
export const isDemanded = async ({ db, config }: Pick<Context, 'db' | 'config'>, userId: number): Promise<boolean> =>
  config.secondFactorRoles.length > 0 && (await rolesOfUser(db, userId)).some(({ name }) => config.secondFactorRoles.includes(name))

/** What a log-in by password still needs: nothing, a second factor, or one that a role demands and the account lacks. */
export const neededFactor = async (ctx: Pick<Context, 'db' | 'config'>, userId: number): Promise<'none' | 'code' | 'enroll'> => {
  if (await hasFactor(ctx.db, userId)) return 'code'
  return (await isDemanded(ctx, userId)) ? 'enroll' : 'none'
}

/**
 * Removes a factor in the caller's transaction; the recovery codes go with the last one.
 * @throws MessageError 403 when it is the last one and a role demands one
 */
export const removeFactor = async (trx: Db, { config }: Pick<Context, 'config'>, { id, user_id }: Pick<Factor, 'id' | 'user_id'>) => {
  await trx.deleteFrom('second_factors').where('id', '=', id).where('user_id', '=', user_id).execute()
  if (await hasFactor(trx, user_id)) return
  if (await isDemanded({ db: trx, config }, user_id)) throw new MessageError(403, t('Your role demands a second factor.'))
  await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}
