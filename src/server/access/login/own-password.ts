import { MessageError } from '#core/errors.ts'
import type { UserPrincipal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import { accountKey, countAccountAttempt, countAddressAttempt, forgetAttempts } from './login-limits.ts'
import { passwordMatches } from './passwords.ts'

type Given = { user: UserPrincipal; address: string; password: string; field: string }

/** Checks the password of the current user. @throws MessageError 422 about the field, TooManyAttempts */
export const requireOwnPassword = async (ctx: Context, { user, address, password, field }: Given): Promise<void> => {
  const account = accountKey(user, user.username)
  await countAddressAttempt(ctx, address)
  await countAccountAttempt(ctx, account)
  const { password: stored } = await ctx.db.selectFrom('users').select('password').where('id', '=', user.id).executeTakeFirstOrThrow()
  if (!(await passwordMatches(password, stored))) throw new MessageError(422, { [field]: [t('This is not the current password.')] })
  await forgetAttempts(ctx, account)
}
