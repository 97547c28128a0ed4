import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Limit } from '../../doors/limits.ts'

/** Login attempts are counted per account and per address, before the password is checked. */
const perAccount: Limit = { attempts: 10, withinMs: 60_000 }
const perAddress: Limit = { attempts: 100, withinMs: 60_000 }

export class TooManyAttempts extends MessageError {
  readonly retryAfterSeconds: number

  constructor(retryAfter: number) {
    super(429, t('Too many attempts. Try again in %(seconds)s seconds.', { seconds: retryAfter }))
    this.retryAfterSeconds = retryAfter
  }
}

const countAttempt = async (ctx: Pick<Context, 'limits'>, name: string, limit: Limit): Promise<void> => {
  const waitMs = await ctx.limits.attempt(name, limit)
  if (waitMs > 0) throw new TooManyAttempts(Math.max(1, Math.ceil(waitMs / 1000)))
}

/** @throws TooManyAttempts */
export const countAddressAttempt = (ctx: Pick<Context, 'limits'>, address: string): Promise<void> =>
  countAttempt(ctx, `address ${address}`, perAddress)

/** Bearer and API tokens that are none of ours. @throws TooManyAttempts */
export const countWrongToken = (ctx: Pick<Context, 'limits'>, address: string): Promise<void> =>
  countAttempt(ctx, `token ${address}`, perAddress)

/** @throws TooManyAttempts, even if the password is right */
export const countAccountAttempt = (ctx: Pick<Context, 'limits'>, account: string): Promise<void> =>
  countAttempt(ctx, `account ${account}`, perAccount)

/** Resets an account's attempts after a successful login. */
export const forgetAttempts = ({ limits }: Pick<Context, 'limits'>, account: string): Promise<void> => limits.forget(`account ${account}`)

/**
 * The key that attempts are counted by: the account, whether it was named by user name or e-mail; else the unknown name. A device in which
 * the person has logged in before is counted by itself, so that others' attempts do not lock the person out.
 */
export const accountKey = (user: { id: number } | undefined, name: string, device?: string | null): string => {
  if (!user) return name.toLowerCase()
  return device ? `#${user.id} ${device}` : `#${user.id}`
}
