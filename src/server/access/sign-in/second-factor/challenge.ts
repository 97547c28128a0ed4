import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import { derivedKey } from '../../../secrets/secrets.ts'

const lifetimeMs = 5 * 60_000

const keyOf = ({ config }: Pick<Context, 'config'>) => derivedKey(config.secretKey, 'passkey')

/** What a challenge is for: adding a passkey to an account, the second factor of an account, or a log-in with a passkey. */
export type Purpose = { what: 'add' | 'factor'; userId: number } | { what: 'log in' }

const audienceOf = (purpose: Purpose) => (purpose.what === 'log in' ? purpose.what : `${purpose.what} ${purpose.userId}`)

/** The browser carries the challenge between the two requests, signed. */
export const ticketOf = (ctx: Pick<Context, 'config' | 'now'>, challenge: string, purpose: Purpose): Promise<string> =>
  new SignJWT({ challenge })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audienceOf(purpose))
    .setExpirationTime(new Date(ctx.now().getTime() + lifetimeMs))
    .sign(keyOf(ctx))

export const passkeyFault = (cause?: unknown) =>
  new MessageError(422, { passkey: [t('The passkey was not accepted. Try again.')] }, { cause })

/** Proves for a while that the password of an account was right, before its second factor is asked for. */
export const accountTicket = (ctx: Pick<Context, 'config' | 'now'>, userId: number): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('account')
    .setSubject(String(userId))
    .setExpirationTime(new Date(ctx.now().getTime() + lifetimeMs))
    .sign(keyOf(ctx))

/** @throws MessageError 422 */
export const readAccountTicket = async (ctx: Pick<Context, 'config' | 'now'>, ticket: string): Promise<number> => {
  const checks = { algorithms: ['HS256'], audience: 'account', currentDate: ctx.now(), requiredClaims: ['exp', 'sub'] }
  const { payload } = await jwtVerify(ticket, keyOf(ctx), checks).catch((cause: unknown) => {
    throw passkeyFault(cause)
  })
  return Number(payload.sub)
}

/** The challenge of a ticket, which is good once. @throws MessageError 422 */
export const spendTicket = async (ctx: Context, ticket: string, purpose: Purpose): Promise<string> => {
  const { payload } = await jwtVerify(ticket, keyOf(ctx), {
    algorithms: ['HS256'],
    audience: audienceOf(purpose),
    currentDate: ctx.now(),
    requiredClaims: ['exp'],
  }).catch((cause: unknown) => {
    throw passkeyFault(cause)
  })
  const { challenge } = z.object({ challenge: z.string() }).parse(payload)
  if ((await ctx.limits.attempt(`challenge ${challenge}`, { attempts: 1, withinMs: lifetimeMs })) > 0) throw passkeyFault()
  return challenge
}
