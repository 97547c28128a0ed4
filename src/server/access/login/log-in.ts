import type { Context } from '../../context.ts'
import { ignoreDiskFull } from '../../db/disk-full.ts'
import type { Row } from '../../db/tables.ts'
import { accountKey, countAccountAttempt, countAddressAttempt, forgetAttempts } from './login-limits.ts'
import { logAction } from '../log-action.ts'
import { passwordMatches } from './passwords.ts'

type Attempt = { username: string; password: string; address: string }

/**
 * The account with this user name (or e-mail address) and password, or null. An unknown name takes as long as a wrong password.
 * @throws TooManyAttempts
 */
export const logIn = async (ctx: Context, { username, password, address }: Attempt): Promise<Row<'users'> | null> => {
  const now = ctx.now()
  await countAddressAttempt(ctx, address)
  const user = await accountOf(ctx, username)
  const account = accountKey(user, username)
  await countAccountAttempt(ctx, account)
  const matches = await passwordMatches(password, user?.active === 1 ? user.password : null)
  if (!user || !matches) {
    if (user) {
      const counted = ctx.db.updateTable('users').set((eb) => ({ fail_login_count: eb('fail_login_count', '+', 1) }))
      await ignoreDiskFull(() => counted.where('id', '=', user.id).execute())
    }
    await ignoreDiskFull(() => logAction(ctx.db, { action: 'login.failed', now, userId: user?.id ?? null }))
    return null
  }
  await forgetAttempts(ctx, account)
  await countLogin(ctx, user.id)
  return user
}

const accountOf = async ({ db }: Context, name: string) => {
  const byName = await db.selectFrom('users').selectAll().where('username', '=', name).executeTakeFirst()
  return byName ?? (await db.selectFrom('users').selectAll().where('email', '=', name).executeTakeFirst())
}

/** Records a successful login, by password or link. */
export const countLogin = async (ctx: Context, userId: number): Promise<void> => {
  const now = ctx.now()
  const counted = ctx.db
    .updateTable('users')
    .set((eb) => ({ login_count: eb('login_count', '+', 1), fail_login_count: 0, last_login: now.toISOString() }))
    .where('id', '=', userId)
  await ignoreDiskFull(() => counted.execute())
  await ignoreDiskFull(() => logAction(ctx.db, { action: 'login', now, userId }))
}
