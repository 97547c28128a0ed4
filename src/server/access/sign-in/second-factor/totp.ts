import { generateSecret, generateURI, verify } from 'otplib'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { transact } from '../../../db/transact.ts'
import { LostKeyError, ringOf, type KeyRing } from '../../../secrets/secrets.ts'
import { logAction } from '../../log-action.ts'
import { countAccountAttempt, forgetAttempts } from '../../login/login-limits.ts'
import { hasFactor, removeFactor, totpOf, type Factor } from './factors.ts'
import { newRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'

const stepSeconds = 30

const place = (userId: number) => `second_factors.secret of ${userId}`

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

/** The shared secret, or null when the key that sealed it is lost: then recovery codes and passkeys still work. */
const openSecret = (ring: KeyRing, { user_id, secret }: Factor): string | null => {
  try {
    return ring.open(secret, place(user_id))
  } catch (error) {
    if (error instanceof LostKeyError) return null
    throw error
  }
}

/** Seals the secrets of all accounts again, with the newest key. */
export const resealTotps = async (db: Db, ring: KeyRing): Promise<void> => {
  for (const factor of await db.selectFrom('second_factors').selectAll().where('kind', '=', 'totp').execute()) {
    const secret = openSecret(ring, factor)
    if (secret === null) continue
    const sealed = ring.seal(secret, place(factor.user_id))
    await db.updateTable('second_factors').set({ secret: sealed }).where('id', '=', factor.id).execute()
  }
}

/** Turns codes of an app on. With the first factor of an account come recovery codes, which are shown once. @throws MessageError 422 or 409 */
export const enrollTotp = async (ctx: Context, userId: number, { setup, code }: { setup: string; code: string }): Promise<string[]> => {
  const limitKey = `code #${userId}`
  await countAccountAttempt(ctx, limitKey)
  const counter = await stepOf(ctx, openSetup(ctx, userId, setup), { code, after: 0 })
  if (counter === null) throw wrongCode()
  const codes = await transact(ctx.db, async (trx) => {
    if (await totpOf(trx, userId)) throw new MessageError(409, t('There is a second factor already.'))
    const isFirst = !(await hasFactor(trx, userId))
    const created_on = ctx.now().toISOString()
    const facts = { kind: 'totp', name: 'TOTP', credential_id: null, used_on: null }
    await trx
      .insertInto('second_factors')
      .values({ ...facts, user_id: userId, secret: setup, counter, created_on })
      .execute()
    await logAction(trx, { action: 'second_factor.on', now: ctx.now(), userId, json: { kind: 'totp' } })
    return isFirst ? newRecoveryCodes(trx, userId) : []
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
  const secret = totp ? openSecret(ringOf(ctx.config), totp) : null
  const step = totp && secret !== null ? await stepOf(ctx, secret, { code, after: totp.counter }) : null
  if (!totp || step === null) return spendRecoveryCode(ctx.db, userId, code)
  const used = { counter: step, used_on: ctx.now().toISOString() }
  const spent = await ctx.db
    .updateTable('second_factors')
    .set(used)
    .where('id', '=', totp.id)
    .where('counter', '<', step)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

/** @throws MessageError 403 where a role demands it, 422 */
export const removeTotp = async (ctx: Context, userId: number, code: string): Promise<void> => {
  await requireCode(ctx, userId, code)
  await transact(ctx.db, async (trx) => {
    const totp = await totpOf(trx, userId)
    if (!totp) return
    await removeFactor(trx, ctx, totp)
    await logAction(trx, { action: 'second_factor.off', now: ctx.now(), userId, json: { kind: 'totp' } })
  })
}

export const renewRecoveryCodes = async (ctx: Context, userId: number, code: string): Promise<string[]> => {
  await requireCode(ctx, userId, code)
  return transact(ctx.db, (trx) => newRecoveryCodes(trx, userId))
}
