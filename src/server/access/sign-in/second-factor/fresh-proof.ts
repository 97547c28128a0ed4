import { MessageError } from '#core/errors.ts'
import type { UserPrincipal } from '#core/access/principal.ts'
import type { ProofKind } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import { requireOwnPassword } from '../../login/own-password.ts'
import { startOfSession } from '../../login/sessions.ts'
import { totpOf } from './factors.ts'
import { requireCode } from './totp.ts'

/** A log-in counts as proof for this long. */
const freshMs = 10 * 60_000

type ProofCaller = {
  user: UserPrincipal
  /** The session that they use; undefined for a bearer token, and where a proxy vouches for each request. */
  session: string | undefined
  address: string
}

/**
 * How a person proves that it is still them before a second factor is added, so that an open computer or a stolen session is not enough.
 * Users with neither a password nor an app have to log in again.
 */
export const neededProof = async (ctx: Context, { user, session }: Omit<ProofCaller, 'address'>): Promise<ProofKind> => {
  const start = session === undefined ? null : await startOfSession(ctx, session)
  if (start !== null && ctx.now().getTime() - start.getTime() < freshMs) return 'none'
  if (await totpOf(ctx.db, user.id)) return 'code'
  const row = await ctx.db.selectFrom('users').select('password').where('id', '=', user.id).executeTakeFirst()
  return row?.password === null ? 'log in' : 'password'
}

/** @throws MessageError 422 for a wrong or missing proof, TooManyAttempts */
export const requireFreshProof = async (ctx: Context, caller: ProofCaller, proof: string | undefined): Promise<void> => {
  const needed = await neededProof(ctx, caller)
  if (needed === 'none') return
  if (needed === 'log in') throw wrongProof(t('Log out and in again first: your last log-in is more than ten minutes ago.'))
  if (proof === undefined) throw wrongProof(needed === 'code' ? t('Enter a code first.') : t('Enter your password first.'))
  const { user, address } = caller
  if (needed === 'password') return requireOwnPassword(ctx, { user, address, password: proof, field: 'proof' })
  await requireCode(ctx, user.id, proof).catch((cause: unknown) => {
    throw cause instanceof MessageError && cause.status === 422 ? wrongProof(t('This code is wrong or was used already.'), cause) : cause
  })
}

const wrongProof = (text: string, cause?: unknown) => new MessageError(422, { proof: [text] }, { cause })
