import { createHash, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { ringOf } from '../../secrets/secrets.ts'
import { logAction } from '../log-action.ts'
import { countAccountAttempt, forgetAttempts } from '../login/login-limits.ts'
import { rolesOfUser } from '../principals.ts'

const stepSeconds = 30
const recoveryCodeCount = 10
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const place = (userId: number) => `second_factors.secret of ${userId}`
const hashOf = (userId: number, code: string) => createHash('sha256').update(`${userId} ${code}`).digest('base64url')

export const totpOf = (db: Db, userId: number): Promise<Row<'second_factors'> | undefined> =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).where('kind', '=', 'totp').executeTakeFirst()

/** Whether one of the account's roles demands a second factor. */
export const isDemanded = async ({ db, config }: Pick<Context, 'db' | 'config'>, userId: number): Promise<boolean> =>
  config.secondFactorRoles.length > 0 && (await rolesOfUser(db, userId)).some(({ name }) => config.secondFactorRoles.includes(name))

type Named = { id: number; username: string }
export type TotpSetup = { secret: string; uri: string; setup: string }

/** A new secret. It is stored only once its first code proves that the app has it; until then the person carries it, sealed. */
export const setUpTotp = ({ config }: Pick<Context, 'config'>, { id, username }: Named): TotpSetup => {
  const secret = generateSecret()
  return {
    secret,
    uri: generateURI({ issuer: config.appName, label: username, secret }),
    setup: ringOf(config).seal(secret, place(id)),
  }
}

/** The time step of a right code of now, the step before or the one after; null for a wrong or used one. */
const stepOf = async (
  ctx: Pick<Context, 'now'>,
  secret: string,
  { code, after }: { code: string; after: number },
): Promise<number | null> => {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(ctx.now().getTime() / 1000)
  const result = await verify({ secret, token, epoch, epochTolerance: stepSeconds, afterTimeStep: after })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

const wrongCode = () => new MessageError(422, { code: [t('This code is wrong or was used already.')] })

const openSetup = ({ config }: Pick<Context, 'config'>, userId: number, setup: string): string => {
  try {
    return ringOf(config).open(setup, place(userId))
  } catch (cause) {
    throw new MessageError(422, { code: [t('This setup is not valid any more. Begin again.')] }, { cause })
  }
}

const newRecoveryCodes = async (trx: Db, userId: number): Promise<string[]> => {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Turns the second factor on, and returns recovery codes, which are shown once. @throws MessageError 422 or 409 */
export const enrollTotp = async (ctx: Context, userId: number, { setup, code }: { setup: string; code: string }): Promise<string[]> => {
  const limitKey = `code #${userId}`
  await countAccountAttempt(ctx, limitKey)
  const counter = await stepOf(ctx, openSetup(ctx, userId, setup), { code, after: 0 })
  if (counter === null) throw wrongCode()
  const codes = await transact(ctx.db, async (trx) => {
    if (await totpOf(trx, userId)) throw new MessageError(409, t('There is a second factor already.'))
    const created_on = ctx.now().toISOString()
    const facts = { kind: 'totp', name: 'TOTP', credential_id: null, used_on: null }
    await trx
      .insertInto('second_factors')
      .values({ ...facts, user_id: userId, secret: setup, counter, created_on })
      .execute()
    await logAction(trx, { action: 'second_factor.on', now: ctx.now(), userId })
    return newRecoveryCodes(trx, userId)
  })
  await forgetAttempts(ctx, limitKey)
  return codes
}

/** Checks a code of the app, or spends a recovery code; each counts once. @throws MessageError 422, TooManyAttempts */
export const requireCode = async (ctx: Context, userId: number, code: string): Promise<void> => {
  const limitKey = `code #${userId}`
  await countAccountAttempt(ctx, limitKey)
  if (!(await spendCode(ctx, userId, code))) {
    await logAction(ctx.db, { action: 'login.failed', now: ctx.now(), userId, json: { fault: 'code' } })
    throw wrongCode()
  }
  await forgetAttempts(ctx, limitKey)
}

const spendCode = async (ctx: Context, userId: number, code: string): Promise<boolean> => {
  const totp = await totpOf(ctx.db, userId)
  if (!totp) return false
  const step = await stepOf(ctx, ringOf(ctx.config).open(totp.secret, place(userId)), { code, after: totp.counter })
  if (step !== null) {
    const used = { counter: step, used_on: ctx.now().toISOString() }
    const spent = await ctx.db
      .updateTable('second_factors')
      .set(used)
      .where('id', '=', totp.id)
      .where('counter', '<', step)
      .executeTakeFirst()
    return spent.numUpdatedRows === 1n
  }
  const hash = hashOf(userId, code.trim().toLowerCase())
  const spent = await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hash).executeTakeFirst()
  return spent.numDeletedRows === 1n
}

/** @throws MessageError 403 where a role demands it, 422 */
export const removeTotp = async (ctx: Context, userId: number, code: string): Promise<void> => {
  if (await isDemanded(ctx, userId)) throw new MessageError(403, t('Your role demands a second factor.'))
  await requireCode(ctx, userId, code)
  await transact(ctx.db, async (trx) => {
    await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await logAction(trx, { action: 'second_factor.off', now: ctx.now(), userId })
  })
}

export const renewRecoveryCodes = async (ctx: Context, userId: number, code: string): Promise<string[]> => {
  await requireCode(ctx, userId, code)
  return transact(ctx.db, (trx) => newRecoveryCodes(trx, userId))
}

/** What a log-in by password still needs: nothing, a code, or a second factor that a role demands and the account lacks. */
export const neededFactor = async (ctx: Context, userId: number): Promise<'none' | 'code' | 'enroll'> => {
  if (await totpOf(ctx.db, userId)) return 'code'
  return (await isDemanded(ctx, userId)) ? 'enroll' : 'none'
}
