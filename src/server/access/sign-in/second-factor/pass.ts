import type { PasskeySignature } from '#api/bodies/sign-in/passkey.ts'
import type { Context } from '../../../context.ts'
import { accountTicket } from './challenge.ts'
import { factorsOf, neededFactor, totpOf } from './factors.ts'
import { requirePasskey } from './passkeys.ts'
import { enrollTotp, requireCode, setUpTotp } from './totp.ts'

type Given = {
  code?: string | undefined
  setup?: string | undefined
  passkey?: { ticket: string; response: PasskeySignature } | undefined
  origin: string
}

/** Takes the second factor that a log-in came with, or says what it still needs. @throws MessageError 422, TooManyAttempts */
export const passSecondFactor = async (ctx: Context, user: { id: number; username: string }, given: Given) => {
  const { code, setup, passkey, origin } = given
  const needs = await neededFactor(ctx, user.id)
  if (needs === 'none') return {}
  if (needs === 'enroll') {
    if (code === undefined || setup === undefined) return { needs, ...setUpTotp(ctx, user) }
    return { recovery_codes: await enrollTotp(ctx, user.id, { setup, code }) }
  }
  if (passkey) await requirePasskey(ctx, user.id, { ...passkey, origin })
  else if (code !== undefined) await requireCode(ctx, user.id, code)
  else {
    const hasPasskeys = (await factorsOf(ctx.db, user.id, 'passkey')).length > 0
    const hasApp = (await totpOf(ctx.db, user.id)) !== undefined
    return { needs, has_app: hasApp, ...(hasPasskeys && { account: await accountTicket(ctx, user.id) }) }
  }
  return {}
}
