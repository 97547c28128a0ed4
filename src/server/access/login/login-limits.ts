import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Limit } from '../../doors/limits.ts'

/** Attempts per account and per address, counted before the password is looked at. */
const perAccount: Limit = { attempts: 10, withinMs: 60_000 }
const perAddress: Limit = { attempts: 100, withinMs: 60_000 }

export class TooManyAttempts extends MessageError {
  /** In seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(429, t('Too many attempts. Try again in %(seconds)s seconds.', { seconds: retryAfter }))
    this.retryAfter = retryAfter
  }
}

const admit = async (ctx: Pick<Context, 'limits'>, name: string, limit: Limit, now: Date): Promise<void> => {
  const waitMs = await ctx.limits.attempt(name, limit, now.getTime())
  if (waitMs > 0) throw new TooManyAttempts(Math.max(1, Math.ceil(waitMs / 1000)))
}

/** @throws TooManyAttempts */
export const admitAddress = (ctx: Pick<Context, 'limits'>, address: string, now: Date): Promise<void> =>
  admit(ctx, `address ${address}`, perAddress, now)

/** @throws TooManyAttempts, also for the right password. */
export const admitAccount = (ctx: Pick<Context, 'limits'>, account: string, now: Date): Promise<void> =>
  admit(ctx, `account ${account}`, perAccount, now)

/** After a right password the attempts before it count no more. */
export const forgetAttempts = ({ limits }: Pick<Context, 'limits'>, account: string): Promise<void> => limits.forget(`account ${account}`)

/** A name and an e-mail address of one account are that account; a name that nobody has counts by itself. */
export const accountKey = (user: { id: number } | undefined, name: string): string => (user ? `#${user.id}` : name.toLowerCase())
