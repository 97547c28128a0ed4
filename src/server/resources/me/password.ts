import type { FastifyRequest } from 'fastify'
import { MessageError } from '#core/errors.ts'
import type { UserPrincipal } from '#core/access/principal.ts'
import { logAction } from '../../access/log-action.ts'
import { requireOwnPassword } from '../../access/login/own-password.ts'
import { requireGoodPassword } from '../../access/login/password-rules.ts'
import { clearRightsCache } from '../../access/principals.ts'
import { endSessionsOf } from '../../access/login/sessions.ts'
import type { Context } from '../../context.ts'
import { sessionToken } from '../../http/caller/session-cookie.ts'
import { readMe, setPassword } from './store.ts'

type PasswordChange = { user: UserPrincipal; request: FastifyRequest; password: string; current: string | undefined }

/** Changes the password; requires the current one, if any. Ends other sessions and all tokens. @throws MessageError, TooManyAttempts */
export const changePassword = async (ctx: Context, { user, request, password, current }: PasswordChange): Promise<void> => {
  const row = await readMe(ctx.db, user.id)
  await requireGoodPassword(password, row)
  if (row.password !== null) {
    if (current === undefined) throw new MessageError(400, { current_password: ['Missing data for required field.'] })
    await requireOwnPassword(ctx, { user, address: request.ip, password: current, field: 'current_password' })
  }
  await setPassword(ctx.db, user.id, password, ctx.now().toISOString())
  await endSessionsOf(ctx, user.id, sessionToken(request, user))
  clearRightsCache(ctx)
  await logAction(ctx.db, { action: 'password', now: ctx.now(), userId: user.id })
}
